import { describe, expect, test } from 'vitest'
import { checkCitations } from '../../completions/citations/check-citations.ts'
import { toCitable } from '../../completions/citations/context-parts.ts'
import type { ContextPart } from '../connector.ts'
import { ask, file, LEAVES, quotesIn, search, TOWER } from './quotes.testing.ts'

describe('quotes', () => {
  test('quotes the best passages with citation, and says that this is not a model', async () => {
    const answer = await ask('Which pigment makes leaves green?', [search([TOWER, LEAVES])])
    expect(answer).toMatch(
      /^No language model is connected\. These passages match your question best:\n\n> “/,
    )
    expect(quotesIn(answer)[0]).toMatch(/^> “Chlorophyll is the pigment that makes leaves green\..*” \[2\]$/)
    expect(answer).not.toContain('Eiffel')
  })

  test.each([
    [
      'es',
      '¿Qué pigmento da el color verde a las hojas?',
      'La clorofila es el pigmento que da a las hojas su color verde.',
      'No hay ningún modelo',
    ],
    ['es', '¿Cuándo se terminó la torre?', 'La torre se terminó en 1889.', 'No hay ningún modelo'],
    [
      'ca',
      'Què és la clorofil·la?',
      'La clorofil·la és el pigment que fa verdes les fulles.',
      'No hi ha cap model',
    ],
    [
      'ca',
      'Quin pigment fa verdes les fulles?',
      'La clorofil·la és el pigment de les fulles.',
      'No hi ha cap model',
    ],
    [
      'eu',
      'Zer da klorofila?',
      'Klorofila hostoak berde egiten dituen pigmentua da.',
      'Ez dago hizkuntza-eredurik',
    ],
    ['en', 'What is chlorophyll?', LEAVES, 'No language model'],
    [
      'of the material if the question is unclear',
      'klorofila',
      'Klorofila hostoen pigmentua da, eta berdea da.',
      'Ez dago',
    ],
    [
      'of the question, whatever the material',
      '¿Qué es Chlorophyll y para qué sirve?',
      LEAVES,
      'No hay ningún modelo',
    ],
  ])('answers in the language %s: %s', async (_language, question, text, opening) => {
    const answer = await ask(question, [search([text])])
    expect(answer.startsWith(opening)).toBe(true)
    expect(quotesIn(answer)).toHaveLength(1)
  })

  test.each([
    ['Avalua el meu text', 'No hi ha'],
    ['Corregeix aquest treball, si us plau', 'No hi ha'],
    ['Resumeix el tema del document', 'No hi ha'],
    ['Ebaluatu nire lana, mesedez', 'Ez dago'],
    ['Laburtu testu hau', 'Ez dago'],
    ['Evalúa mi ensayo', 'No hay'],
    ['Corrige el texto del alumno, por favor', 'No hay'],
    ['Resume el documento y compara los datos', 'No hay'],
    ['Grade my essay', 'No language'],
    ['Please summarise the document', 'No language'],
  ])('detects the language of a request without a question word: %s', async (request, opening) => {
    expect((await ask(request, [search(['0 1 2 3'])])).slice(0, opening.length)).toBe(opening)
  })

  test('does not quote a heading with, or instead of, the sentence below it', async () => {
    const page = 'The French Revolution\n\nThe French Revolution began in 1789. It ended later.'
    expect(quotesIn(await ask('When did the French Revolution begin?', [search([page])]))).toEqual([
      '> “The French Revolution began in 1789.” [1]',
    ])
    const sheet = 'Budget\n\n| Item | Share of budget |\n| --- | --- |\n| Books | 35% |'
    expect(quotesIn(await ask('Which share has books in the budget?', [search([sheet])]))).toEqual([
      '> “Books | 35%” [1]',
    ])
    // If there is nothing else, it is quoted.
    expect(quotesIn(await ask('Which rivers?', [search(['Long rivers\n\nThe Nile'])]))).toEqual([
      '> “Long rivers” [1]',
    ])
  })

  test('answers a question about a heading with the sentence below it, not with headings and captions', async () => {
    const page =
      'Photosynthesis has two stages.\n\n3 Light-dependent reactions\n\n' +
      'These happen in the thylakoid membrane. Water is split there.\n\n' +
      'Figure 3: overview of light-dependent reactions'
    expect(quotesIn(await ask('Explain light-dependent reactions', [search([page])]))).toEqual([
      '> “These happen in the thylakoid membrane.” [1]',
    ])
    // A fact is no heading, although it has no full stop.
    const facts = 'Welcome to the library.\n\nWi-Fi password: sesame\n\nWe close at nine.'
    expect(quotesIn(await ask('What is the Wi-Fi password?', [search([facts])]))).toEqual([
      '> “Wi-Fi password: sesame” [1]',
    ])
  })

  test('passes the citation check', async () => {
    const parts = [
      search([TOWER, LEAVES]),
      file('# Notes\n\nThe tower of Paris has 1665 steps, says the guide.'),
    ]
    const answer = await ask('How tall is the tower in Paris, and how many steps has it?', parts)
    const checked = await checkCitations(answer, toCitable(parts), new AbortController().signal)
    expect(quotesIn(answer).length).toBeGreaterThan(1)
    expect(checked).toMatchObject({ unsupported: 0, wrong_marks: 0, dangling_marks: [] })
    expect(checked.sentences.filter(({ status }) => status === 'supported').length).toBeGreaterThan(1)
  })

  test('quotes a file, numbered after the passages', async () => {
    const answer = await ask('How many steps has the tower?', [
      search([TOWER]),
      file('Something else.\n\nThe tower has 1665 steps in all.'),
    ])
    expect(answer).toContain('> “The tower has 1665 steps in all.” [2]')
  })

  test('accepts passages without numbers, as in LAMB’s prompts', async () => {
    const bare = { ...search([TOWER, LEAVES]), content: `${TOWER}\n\n${LEAVES}` }
    expect(quotesIn(await ask('How tall is the tower?', [bare])).join()).toContain('330 metres tall.” [1]')
  })

  test('quotes text without a source by the tool’s name', async () => {
    const weather = {
      tool: 'weather',
      placeholder: 'weather',
      content: 'Weather in Lleida: 21 °C, clear sky.',
      sources: [],
    }
    expect(await ask('What is the weather in Lleida?', [weather])).toContain('21 °C, clear sky.” (weather)')
  })

  test('joins neighbors and quotes nothing twice', async () => {
    const text = 'The tower is tall. The tower is old. The tower is brown.'
    const answer = await ask('Tell me about the tower', [search([text, text])])
    expect(quotesIn(answer)).toHaveLength(1)
  })

  test('quotes passages found by meaning, without shared words', async () => {
    expect(await ask('Wherefore verdant foliage?', [search([LEAVES])])).toContain(
      '> “Plants live nearly everywhere.” [1]',
    )
  })

  test('accepts a question with stop words only', async () => {
    expect(quotesIn(await ask('What is this about?', [search([LEAVES])]))).toHaveLength(1)
  })
})

describe('nothing to quote', () => {
  test('reports that the search found nothing', async () => {
    const none = { ...search([]), content: 'Nothing in the knowledge base fits this question.' }
    expect(await ask('What is a banana?', [none])).toBe(
      'No language model is connected, and nothing in the material of this assistant matches your question.',
    )
    expect(await ask('¿Qué es una banana?', [none])).toMatch(/^No hay ningún modelo.* nada en el material/)
  })

  test('reports that the file does not answer the question', async () => {
    expect(await ask('Where do bananas grow?', [file(LEAVES)])).toContain('nothing in the material')
  })

  test('reports that the tool failed', async () => {
    expect(
      await ask('Why?', [{ tool: 'simple_rag', placeholder: 'context', content: '', sources: [] }]),
    ).toContain('nothing in the material')
  })

  test.each([
    ['no tools', []],
    ['no context', undefined],
    ['no_rag', [{ tool: 'no_rag', placeholder: 'context', content: '', sources: [] }]],
    [
      'only a rewritten question',
      [{ tool: 'query_rewrite', placeholder: 'query', content: 'leaves', sources: [] }],
    ],
  ])('%s: says what to do', async (_name, parts) => {
    expect(await ask('What is chlorophyll?', parts)).toMatch(
      /no material to quote from\. An organization admin can connect a provider/,
    )
  })
})

describe('rubrics', () => {
  const rubric = (content: string): ContextPart => ({
    tool: 'rubric_rag',
    placeholder: 'rubric',
    content,
    sources: [{ type: 'rubric', rubric_id: 'r1', title: 'Essay', description: '' }],
  })
  const MARKDOWN = [
    '# EVALUATION RUBRIC: Essay',
    '## CRITERIA OVERVIEW',
    '| Criterion | Weight (%) | What it evaluates |\n|---|---|---|\n| Thesis | 60 | x |',
    '## PERFORMANCE LEVELS BY CRITERION',
    '### 1. Thesis\n\n**Weight: 60%** — Is there one?\n\n| Score | Level | Description |\n|---|---|---|\n| 4 | Excellent | clear |\n| 1 | Weak \\| none | - |',
    '### 2. Sources\n\n**Weight: 40%** — How many?\n\n| Score | Level | Description |\n|---|---|---|\n| 4 | Excellent | many |',
    '## EXPECTED OUTPUT FORMAT\n\n### Criterion Evaluations\n\n| 9 | Not a level | - |',
  ].join('\n\n')
  const EXPECTED = [
    'No language model is connected, so nothing is graded here. These are the criteria of the rubric “Essay” [1]:',
    '',
    '- **Thesis** (weight 60 %): 4 Excellent · 1 Weak | none',
    '- **Sources** (weight 40 %): 4 Excellent',
  ].join('\n')

  test('lists criteria, weights and levels', async () => {
    expect(await ask('Grade the essay, please', [rubric(MARKDOWN)])).toBe(EXPECTED)
  })

  test('reads JSON', async () => {
    const levels = [
      { score: 1, label: 'Weak | none' },
      { score: 4, label: 'Excellent' },
    ]
    const criteria = [
      { name: 'Thesis', weight: 60, levels },
      { name: 'Sources', weight: 40, levels: levels.slice(1) },
    ]
    expect(await ask('Grade the essay, please', [rubric(JSON.stringify({ rubric: { criteria } }))])).toBe(
      EXPECTED,
    )
  })

  test('shows a rubric beside passages', async () => {
    const answer = await ask('Which pigment makes leaves green?', [search([LEAVES]), rubric(MARKDOWN)])
    expect(quotesIn(answer)).toHaveLength(1)
    expect(answer).toContain('rubric “Essay” [2]:')
  })

  test('quotes an unreadable rubric like other text', async () => {
    expect(await ask('What about the thesis?', [rubric('{"broken": the thesis must be clear.')])).toContain(
      'thesis must be clear.” [1]',
    )
  })
})

test('says that passages are only the closest ones', async () => {
  const part = search([LEAVES])
  const sources = part.sources.map((source) => ({ ...source, grade: 'perhaps' }))
  const text = await ask('What makes leaves green?', [{ ...part, sources }])
  expect(text).toContain('The closest passages are:')
  expect(quotesIn(text)).not.toEqual([])
})
