import { describe, expect, test } from 'vitest'
import { growthOf } from '../growth.testing.ts'
import { toBlocks } from './blocks.ts'
import { toSentences } from './sentences.ts'

const sentencesOf = (text: string) => toSentences(text).map(({ start, end }) => text.slice(start, end))
const blocksOf = (text: string) =>
  toBlocks(text).map(({ start, end, kind }) => [kind, text.slice(start, end)])

describe('sentences', () => {
  test.each([
    [
      'stops',
      'Leaves are green. Roots drink! Why? Because…',
      ['Leaves are green.', 'Roots drink!', 'Why?', 'Because…'],
    ],
    [
      'abbreviations',
      'Dr. Smith grew plants, e.g. Ferns and i.e. Mosses. He won.',
      ['Dr. Smith grew plants, e.g. Ferns and i.e. Mosses.', 'He won.'],
    ],
    ['initials', 'It is by J. R. Tolkien. He wrote.', ['It is by J. R. Tolkien.', 'He wrote.']],
    ['numbers', 'It is 3.5 m. That is 1,000 times more.', ['It is 3.5 m.', 'That is 1,000 times more.']],
    [
      'closing marks',
      'He said “Stop.” Then (he left.) All quiet.',
      ['He said “Stop.”', 'Then (he left.)', 'All quiet.'],
    ],
    [
      'Spanish',
      '¿Qué es? Véase la pág. 3 del Sr. Pérez. ¡Sí!',
      ['¿Qué es?', 'Véase la pág. 3 del Sr. Pérez.', '¡Sí!'],
    ],
    ['a Basque ordinal', '1898. urtean jaio zen. Gero hil zen.', ['1898. urtean jaio zen.', 'Gero hil zen.']],
    ['Chinese', '植物是绿色的。根喝水！为什么？', ['植物是绿色的。', '根喝水！', '为什么？']],
    ['a wrapped line', 'Leaves are\ngreen. Roots\ndrink.', ['Leaves are\ngreen.', 'Roots\ndrink.']],
    ['two full stops in a row', 'It is so.  . And so.', ['It is so.  .', 'And so.']],
    ['no full stop', 'Just words', ['Just words']],
    ['nothing', ' \n ', []],
  ])('%s', (_name, text, expected) => expect(sentencesOf(text)).toEqual(expected))
})

describe('blocks', () => {
  test.each([
    [
      'paragraphs',
      'One.\n\nTwo.',
      [
        ['text', 'One.'],
        ['text', 'Two.'],
      ],
    ],
    [
      'lists',
      '- One\n* Two\n3. Three',
      [
        ['text', 'One'],
        ['text', 'Two'],
        ['text', 'Three'],
      ],
    ],
    [
      'headings',
      '# Title\nText.\n**Part**\nMore.',
      [
        ['heading', '# Title'],
        ['text', 'Text.'],
        ['heading', '**Part**'],
        ['text', 'More.'],
      ],
    ],
    ['a bold sentence', '**It is green.**', [['text', '**It is green.**']]],
    [
      'a table',
      '| A | B |\n|---|---|\n| 1 | 2 |',
      [
        ['heading', '| A | B |'],
        ['text', '| 1 | 2 |'],
      ],
    ],
    [
      'code',
      'See:\n```js\na[1]\n```\nDone.',
      [
        ['text', 'See:'],
        ['code', '```js\na[1]\n```'],
        ['text', 'Done.'],
      ],
    ],
    ['unclosed code', '~~~\na\n\nb', [['code', '~~~\na\n\nb']]],
    [
      'a formula',
      '$$\na[1]\n$$\nDone.',
      [
        ['code', '$$\na[1]\n$$'],
        ['text', 'Done.'],
      ],
    ],
    [
      'a formula on one line',
      '\\[ a \\]\n$$x$$ is a letter.',
      [
        ['code', '\\[ a \\]'],
        ['text', '$$x$$ is a letter.'],
      ],
    ],
    [
      'wrapped lines',
      'The leaves of plants that live in the shade of others are\nLarge and\ndark.',
      [['text', 'The leaves of plants that live in the shade of others are\nLarge and\ndark.']],
    ],
    [
      'short lines without full stops',
      'Photosynthesis\nLight is turned into sugar.',
      [
        ['text', 'Photosynthesis'],
        ['text', 'Light is turned into sugar.'],
      ],
    ],
    [
      'quotes',
      '> “Green.” [1]\n\n> “Blue.” [2]',
      [
        ['text', '“Green.” [1]'],
        ['text', '“Blue.” [2]'],
      ],
    ],
    [
      'rules',
      'One.\n\n---\n\nTwo.',
      [
        ['text', 'One.'],
        ['text', 'Two.'],
      ],
    ],
    ['nothing', '', []],
  ])('%s', (_name, text, expected) => expect(blocksOf(text)).toEqual(expected))
})

const HOSTILE = [
  '.',
  '. ',
  '"',
  '|',
  '| ',
  '-',
  '- ',
  '*',
  '**a',
  '> ',
  '`',
  '$$',
  '\\[',
  'a\n',
  '.\n',
  ' ',
  '。',
  'A. ',
  '…"',
]

test.each(HOSTILE)('run in linear time: %j', async (part) => {
  const growth = await growthOf((size) => {
    const text = `${part.repeat(Math.ceil(size / part.length))}x`
    for (const block of toBlocks(text)) toSentences(text, block)
  }, 20_000)
  expect(growth).toBeLessThan(10)
})
