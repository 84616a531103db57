import { describe, expect, test } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { checkCitations } from './check-citations.ts'
import type { NumberedPassage } from './passage-windows.ts'

const PASSAGES: NumberedPassage[] = [
  {
    n: 1,
    title: 'Photosynthesis.pdf',
    text: 'Photosynthesis is the process by which green plants turn light into chemical energy. Chlorophyll in the leaves absorbs red and blue light and reflects green light.',
  },
  {
    n: 2,
    title: 'Eiffel Tower',
    text: 'The Eiffel Tower in Paris was completed in 1889 for the World Fair. It is 330 metres tall and was designed by engineers of Gustave Eiffel.',
  },
  {
    n: 3,
    title: 'Cells.docx',
    text: 'Mitochondria are organelles that release energy from sugar in the cells of animals and plants by respiration.',
  },
]

const check = (answer: string, passages = PASSAGES) =>
  checkCitations(answer, passages, new AbortController().signal)
const statuses = async (answer: string, passages = PASSAGES) =>
  (await check(answer, passages)).sentences.map(({ start, end, status, support }) => [
    answer.slice(start, end),
    status,
    support,
  ])

describe('support for sentences', () => {
  test('finds right, wrong and missing citations', async () => {
    const answer =
      'Chlorophyll in the leaves absorbs red and blue light [1]. The tower in Paris was completed in 1889 [3]. ' +
      'Bananas are mostly exported from Ecuador to Rotterdam [1]. Mitochondria release energy from sugar. It is hot there [7].'
    expect(await statuses(answer)).toEqual([
      ['Chlorophyll in the leaves absorbs red and blue light [1].', 'supported', 1],
      ['The tower in Paris was completed in 1889 [3].', 'wrong_mark', 2],
      ['Bananas are mostly exported from Ecuador to Rotterdam [1].', 'unsupported', null],
      ['Mitochondria release energy from sugar.', 'supported', 3],
      ['It is hot there [7].', 'unsupported', null],
    ])
    expect(await check(answer)).toMatchObject({ dangling_marks: [7], unsupported: 2, wrong_marks: 1 })
  })

  test('does not support another year, with or without a citation', async () => {
    for (const mark of ['', ' [2]'])
      expect((await statuses(`The Eiffel Tower in Paris was completed in 1887${mark}.`))[0]?.[1]).toBe(
        'unsupported',
      )
    expect((await statuses('The tower is 330 metres tall [2].'))[0]?.[1]).toBe('supported')
  })

  test('accepts several sources together if none is enough alone', async () => {
    const texts = ['Basalt lava.', 'Coral reefs.', 'Oboe concertos.', 'Walnut furniture.', 'Quartz clocks.']
    const passages = texts.map((text, at) => ({ n: at + 1, title: '', text }))
    const all = 'Basalt lava, coral reefs, oboe concertos, walnut furniture, quartz clocks'
    expect((await check(`${all} [1-5].`, passages)).sentences).toMatchObject([
      { marks: [1, 2, 3, 4, 5], status: 'supported' },
    ])
    expect((await check(`${all} [1].`, passages)).sentences).toMatchObject([{ status: 'unsupported' }])
  })

  test('does not judge an answer in another language, but checks its citations', async () => {
    const { sentences, unsupported, dangling_marks } = await check(
      'La clorofila de las hojas de las plantas se come la luz que no es verde [1]. Y esto es de otra fuente que no existe [9].',
    )
    expect(unsupported).toBe(0)
    expect(dangling_marks).toEqual([9])
    expect(sentences[1]?.status).toBe('unchecked')
  })

  test('finds claims in polite sentences', async () => {
    expect((await statuses('Sure, bananas are mostly exported from Ecuador to Rotterdam.'))[0]?.[1]).toBe(
      'unsupported',
    )
    expect((await statuses('Yes, chlorophyll absorbs blue light [1].'))[0]?.[1]).toBe('supported')
  })

  test('without sources, marks every claim as unsupported and every citation as dangling', async () => {
    expect(await check('Leaves are green because of chlorophyll [1].', [])).toMatchObject({
      unsupported: 1,
      dangling_marks: [1],
    })
  })

  test('counts only the relevant part of a long text', async () => {
    const filler = (word: string) => `${word} is a word that stands here alone. `.repeat(60)
    const book = {
      n: 1,
      title: 'Book',
      text: `Chlorophyll ${filler('One')} absorbs ${filler('Two')} blue ${filler('Three')} photons`,
    }
    expect((await statuses('Chlorophyll absorbs blue photons.', [book]))[0]?.[1]).toBe('unsupported')
  })
})

describe('citations', () => {
  const CLAIM = 'Chlorophyll absorbs red and blue light'
  test.each([
    [`${CLAIM} [1].`, [1]],
    [`${CLAIM}. [1]`, [1]],
    [`${CLAIM}.[1]`, [1]],
    [`[1] ${CLAIM}.`, [1]],
    [`${CLAIM} [1, 2].`, [1, 2]],
    [`${CLAIM} [1][2].`, [1, 2]],
    [`${CLAIM} [1-3].`, [1, 2, 3]],
    [`${CLAIM} [^1].`, [1]],
    [`${CLAIM}【1】.`, [1]],
    [`${CLAIM}【1†source】.`, [1]],
    [`${CLAIM} [1](https://example.edu/a).`, [1]],
    [`${CLAIM} [[1]](https://example.edu/a).`, [1]],
    [`${CLAIM} in \`a[2]\` [1].`, [1]],
    [`${CLAIM} by $a[2] + b$ [1].`, [1]],
    [`${CLAIM} by \\(a[2]\\) [1].`, [1]],
    [`${CLAIM} since [2019].`, []],
    [`${CLAIM} ![1](https://example.edu/a.png).`, []],
    [`${CLAIM} \\[1].`, []],
  ])('%s', async (answer, marks) => {
    expect((await check(answer)).sentences.map((sentence) => sentence.marks)).toEqual([marks])
  })

  test('assigns a citation after the full stop to the sentence before it', async () => {
    const answer = `${CLAIM}. [1] Mitochondria release energy from sugar. [3]`
    expect(
      (await check(answer)).sentences.map(({ start, end, marks }) => [answer.slice(start, end), marks]),
    ).toEqual([
      [`${CLAIM}. [1]`, [1]],
      ['Mitochondria release energy from sugar. [3]', [3]],
    ])
  })
})

describe('sentences without claims', () => {
  test.each([
    ['a greeting', 'Hello! Sure, happy to help you with plants.'],
    ['thanks in Spanish', '¡Claro! Espero que te sirva para el examen de biología.'],
    ['an offer', 'Let me know if you would like an example about bananas.'],
    ['a question', 'Would you like to hear about bananas from Ecuador?'],
    ['a heading', '## Bananas exported from Ecuador'],
    ['a bold heading', '**Bananas from Ecuador**'],
    ['a line that introduces a list', 'The main exporters of bananas in Ecuador are these:'],
    ['code', '```\nconst bananas = ecuador[1]\n```'],
    ['a formula', '$$\n\\frac{bananas}{ecuador} = x[1]\n$$'],
    ['the head of a table', '| Bananas exported | Ecuador and others |\n|---|---|'],
    ['a list of sources', '[1] Photosynthesis.pdf, page 3\n[2] Eiffel Tower, https://example.edu'],
    ['the URL of a footnote', '[1]: https://example.edu/plants'],
    ['one word', 'Bananas.'],
    ['half a sentence before a formula', 'The overall price of bananas is\n\n$$\na = b\n$$'],
    ['its other half', '$$\na = b\n$$\n\nwhere bananas come from Ecuador.'],
    [
      'the cells of a table',
      '| Fruit | Origin |\n|---|---|\n| Bananas exported by ship | Ecuador and others. |',
    ],
    ['an item of a list without a full stop', '- Bananas from Ecuador and Rotterdam'],
    ['nothing', ''],
  ])('%s', async (_name, answer) => {
    expect(await check(answer)).toMatchObject({ unsupported: 0, dangling_marks: [], wrong_marks: 0 })
    for (const { status } of (await check(answer)).sentences) expect(status).toBe('no_claim')
  })
})

describe('formatting of answers', () => {
  test('checks lists, tables and quotes line by line', async () => {
    const answer = [
      'What the sources say:',
      '- Chlorophyll absorbs red and blue light [1]',
      '1. **Mitochondria** release energy from sugar [3]',
      '> “The Eiffel Tower in Paris was completed in 1889” [2]',
      '',
      '| Thing | Height |',
      '|---|---|',
      '| Eiffel Tower | 330 metres [2] |',
      '| Banana tree of Ecuador | seven storeys [2] |',
    ].join('\n')
    expect((await check(answer)).sentences.map(({ status, marks }) => [status, marks])).toEqual([
      ['no_claim', []],
      ['supported', [1]],
      ['supported', [3]],
      ['supported', [2]],
      ['no_claim', []],
      ['supported', [2]],
      ['unsupported', [2]],
    ])
  })

  test('does not split sentences at abbreviations', async () => {
    const answer = 'Prof. Eiffel’s tower, e.g. The one in Paris, was completed in 1889 [2].'
    expect(await statuses(answer)).toEqual([[answer, 'supported', 2]])
  })

  test('supports Chinese and Japanese', async () => {
    const passages = [
      { n: 1, title: '植物', text: '光合作用是植物利用光能把二氧化碳和水转化为有机物的过程。' },
      { n: 2, title: '塔', text: 'エッフェル塔は1889年に完成したパリの塔です。' },
    ]
    const answer =
      '植物利用光能把水转化为有机物[1]。エッフェル塔は1889年に完成しました【2】。香蕉主要来自厄瓜多尔[1]。'
    expect(await statuses(answer, passages)).toEqual([
      ['植物利用光能把水转化为有机物[1]。', 'supported', 1],
      ['エッフェル塔は1889年に完成しました【2】。', 'supported', 2],
      ['香蕉主要来自厄瓜多尔[1]。', 'unsupported', null],
    ])
  })

  test.each([
    [
      'es',
      'Las mitocondrias liberan la energía de los azúcares en las células.',
      'Las células obtienen energía de los azúcares gracias a las mitocondrias [1].',
    ],
    [
      'ca',
      'Els mitocondris alliberen l’energia dels sucres a les cèl·lules.',
      'Les cèl·lules obtenen energia del sucre gràcies als mitocondris [1].',
    ],
    [
      'eu',
      'Mitokondrioek azukreen energia askatzen dute zeluletan.',
      'Zelulen energia azukreetatik dator, mitokondrioei esker [1].',
    ],
  ])('matches inflected words: %s', async (_language, text, answer) => {
    expect((await statuses(answer, [{ n: 1, title: 'x', text }]))[0]?.[1]).toBe('supported')
  })
})

describe('cost', () => {
  const words = Array.from({ length: 4000 }, (_, at) => `word${(at * 7919) % 4001}`)
  const textOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => words[(from * 131 + at * 17) % words.length]).join(' ')
  const answer = Array.from({ length: 260 }, (_, at) => `${textOf(at, 10)} [${(at % 60) + 1}].`).join(' ')

  test('stops when the caller disconnects', async () => {
    const reason = AbortSignal.abort(new Error('gone'))
    const many = Array.from({ length: 400 }, (_, at) => ({ n: at + 1, title: 't', text: textOf(at, 200) }))
    await expect(checkCitations(answer, many, reason)).rejects.toThrow()
  })

  test.each(['[1', '[1, ', '$a', '`', '``a', '\\(', '【1†', '.', '[1]', '| ', '1,1', '[1-999]'])(
    'takes linear time for an answer full of %s',
    async (part) => {
      const growth = await growthOf(
        async (size) => await check(part.repeat(Math.ceil(size / part.length))),
        5000,
      )
      expect(growth).toBeLessThan(10)
    },
  )
})
