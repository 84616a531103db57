import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Grouping, Mark } from './split-settings.ts'
import { DEFAULT_SPLIT, splitText } from './split-text.ts'
import { toUnits } from './units.ts'

const isWellFormed = (text: string) => Buffer.from(text).toString() === text
const sentence = 'This sentence is about forty letters long. '
const texts = (text: string, marks: Mark[] = [], settings = {}) =>
  splitText(text, marks, { ...DEFAULT_SPLIT, ...settings }).map(({ start, end }) => text.slice(start, end))

test('a short text is one passage', () => {
  expect(texts('  One.\n\nTwo. ')).toEqual(['One.\n\nTwo.'])
})

test('passages end with sentences and stay within their size', () => {
  const parts = texts(sentence.repeat(60))
  expect(parts.length).toBeGreaterThan(2)
  for (const part of parts) {
    expect(part.length).toBeLessThanOrEqual(DEFAULT_SPLIT.size)
    expect(part.endsWith('.')).toBe(true)
  }
})

test('a passage knows its headings, its page and its parent', () => {
  const blocks = ['Energy', sentence.repeat(5), 'Light', sentence.repeat(50)]
  const starts = blocks.map((_, at) => blocks.slice(0, at).join('\n\n').length + (at === 0 ? 0 : 2))
  const marks: Mark[] = [
    { start: starts[0] ?? 0, heading: 1, page: 1 },
    { start: starts[1] ?? 0, page: 1 },
    { start: starts[2] ?? 0, heading: 2, page: 2 },
    { start: starts[3] ?? 0, page: 2 },
  ]
  const chunks = splitText(blocks.join('\n\n'), marks)
  expect(chunks[0]).toMatchObject({ heading: 'Energy', page: 1, parent: 0 })
  expect(chunks[1]).toMatchObject({ heading: 'Energy › Light', page: 2, parent: 1 })
  expect(chunks.at(-1)).toMatchObject({ heading: 'Energy › Light', page: 2 })
  // Two of 800 characters make a parent of at most 2,000.
  expect(chunks.slice(1).map((chunk) => chunk.parent)).toEqual([1, 1, 2].slice(0, chunks.length - 1))
})

test('a title with nothing under it joins what comes next', () => {
  const text = 'Course\n\nUnit 1\n\nThe text of the unit.'
  const marks = [{ start: 0, heading: 1 }, { start: 8, heading: 2 }, { start: 16 }]
  const chunks = splitText(text, marks)
  expect(chunks).toHaveLength(1)
  expect(chunks[0]).toMatchObject({ heading: 'Course › Unit 1', start: 0, end: text.length })
})

test('repeats whole sentences as overlap', () => {
  const parts = texts(sentence.repeat(60), [], { overlap: 100 })
  expect(parts[1]?.startsWith(sentence.trim())).toBe(true)
  expect(parts.join('').length).toBeGreaterThan(sentence.length * 60)
})

test('loses only white space, duplicates nothing, and never splits a character', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\n\n', '. ', ' ', '🦉'.repeat(700), 'x'.repeat(2500), sentence.repeat(30)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      const parts = texts(text)
      expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(DEFAULT_SPLIT.most)
        if (isWellFormed(text)) expect(isWellFormed(part)).toBe(true)
      }
    }),
  )
})

const BLOCKS: [text: string, mark: Omit<Mark, 'start'>][] = [
  ['Preface', { page: 1 }],
  ['Energy', { page: 1, heading: 1 }],
  [sentence.repeat(30).trim(), { page: 1 }],
  ['Light', { page: 2, heading: 2 }],
  ['Of light.', { page: 2 }],
  ['Waves', { page: 3, heading: 3 }],
  ['Of waves.', { page: 3 }],
  ['Heat', { page: 3, heading: 2 }],
  ['Of heat.', { page: 4 }],
]
const BOOK = BLOCKS.map(([text]) => text).join('\n\n')
const BOOK_MARKS: Mark[] = BLOCKS.map(([, mark], at) => ({
  ...mark,
  start: BLOCKS.slice(0, at).reduce((sum, [text]) => sum + text.length + 2, 0),
}))
const cut = (grouping: Grouping, settings = {}) =>
  splitText(BOOK, BOOK_MARKS, { ...DEFAULT_SPLIT, size: 10_000, parent: 10_000, ...settings, grouping }).map(
    ({ start, end, heading, page, parent }) => ({
      first: BOOK.slice(start, end).split('\n')[0],
      last: BOOK.slice(start, end).split('\n').at(-1)?.slice(0, 20),
      heading,
      page,
      parent,
    }),
  )

test('passages end with their page, sections continue', () => {
  const lines = ['First page, one line.', 'Second page, another.', 'Third page: the answer is here.']
  const text = lines.join('\n\n')
  const marks = lines.map((line, at) => ({ start: text.indexOf(line), page: at + 1 }))
  const chunks = splitText(text, marks)
  expect(chunks.map(({ start, end, page, parent }) => [text.slice(start, end), page, parent])).toEqual(
    lines.map((line, at) => [line, at + 1, 0]),
  )
})

test('a sentence that continues on the next page stays whole, with both pages', () => {
  const pages = [
    'One sentence. This one goes on',
    'here, and ends. Then another.',
    'No end at all',
    'to be seen',
  ]
  const text = pages.join(' ')
  const marks = pages.map((page, at) => ({
    start: text.indexOf(page),
    page: at + 3,
    continues: at === 1 || at === 3,
  }))
  const shown = splitText(text, marks).map(({ start, end, page, page_end }) => [
    text.slice(start, end),
    page,
    page_end,
  ])
  expect(shown).toEqual([
    ['One sentence. This one goes on here, and ends.', 3, 4],
    ['Then another.', 4, undefined],
    ['No end at all to be seen', 5, 6],
  ])
  // After a full stop, nothing continues.
  const ended = splitText('One. Two.', [
    { start: 0, page: 1 },
    { start: 5, page: 2, continues: true },
  ])
  expect(ended.map(({ page, page_end }) => [page, page_end])).toEqual([
    [1, undefined],
    [2, undefined],
  ])
})

test('passages have the right pages, wherever pages end', () => {
  const words = fc.array(
    fc.constantFrom('leaf', 'light.', 'Energy', 'is', 'green!', '🦉', 'x'.repeat(1300)),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  const page = fc.record({ words, continues: fc.boolean() })
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 8 }), (pages) => {
      let text = ''
      const marks: Mark[] = []
      for (const [at, { words: own, continues }] of pages.entries()) {
        text += at === 0 ? '' : continues ? ' ' : '\n\n'
        marks.push({ start: text.length, page: at + 1, ...(at > 0 && continues ? { continues } : {}) })
        text += own.join(' ')
      }
      const pageAt = (at: number) => marks.findLast(({ start }) => start <= at)?.page
      const chunks = splitText(text, marks)
      expect(
        chunks
          .map(({ start, end }) => text.slice(start, end))
          .join('')
          .replace(/\s/g, ''),
      ).toBe(text.replace(/\s/g, ''))
      for (const { start, end, page: first, page_end: last } of chunks) {
        expect(first).toBe(pageAt(start))
        expect(last ?? first).toBe(pageAt(end - 1))
      }
    }),
  )
})

test('whole pages, one or several in a passage', () => {
  expect(cut({ by: 'page', count: 1 })).toMatchObject([
    { first: 'Preface', page: 1, heading: '' },
    { first: 'Light', last: 'Of light.', page: 2, heading: 'Energy › Light', parent: 1 },
    { first: 'Waves', last: 'Heat', page: 3, heading: 'Energy › Light › Waves' },
    { first: 'Of heat.', page: 4, heading: 'Energy › Heat' },
  ])
  expect(cut({ by: 'page', count: 3 })).toMatchObject([
    { first: 'Preface', last: 'Heat', page: 1 },
    { first: 'Of heat.', page: 4 },
  ])
})

test('whole sections, by the level of their headings', () => {
  expect(cut({ by: 'heading', level: 2, count: 1 }).map(({ first, heading }) => [first, heading])).toEqual([
    ['Preface', ''],
    ['Energy', 'Energy'],
    ['Light', 'Energy › Light'],
    ['Heat', 'Energy › Heat'],
  ])
  expect(cut({ by: 'heading', level: 1, count: 1 }).map(({ first }) => first)).toEqual(['Preface', 'Energy'])
  expect(cut({ by: 'heading', level: 3, count: 2 }).map(({ first }) => first)).toEqual([
    'Preface',
    'Energy',
    'Waves',
  ])
})

test('by size alone: a section may begin under one heading and end under another', () => {
  const chunks = cut({ by: 'size' }, { size: 800, parent: 2000 })
  expect(chunks.map(({ heading, parent }) => [heading, parent])).toEqual([
    ['', 0],
    ['Energy', 0],
    ['Energy › Light', 0],
    ['Energy › Light › Waves', 0],
    ['Energy › Heat', 0],
  ])
})

test('splits a line of ten million letters without a space quickly', () => {
  const units = toUnits('A'.repeat(10_000_000), { start: 0, end: 10_000_000 }, DEFAULT_SPLIT)
  expect(units.length).toBe(10_000_000 / DEFAULT_SPLIT.size)
})
