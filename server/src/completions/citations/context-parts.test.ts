import { describe, expect, test } from 'vitest'
import { toCitable, toContextParts, withNumberedSources } from './context-parts.ts'

const LONG = `Leaves are green. ${'They drink light. '.repeat(30)}The end of leaves.`
const passage = (n: number, text: string) => ({
  type: 'passage',
  n,
  title: `T${n}`,
  quote: text.length > 300 ? `${text.slice(0, 300)}…` : text,
})
const numbered = (placeholder: string, texts: string[]) => ({
  placeholder,
  content: texts.map((text, at) => `[${at + 1}] T${at + 1}, page 3\n${text}`).join('\n\n'),
  sources: texts.map((text, at) => passage(at + 1, text)),
})
const citable = (insertions: Parameters<typeof withNumberedSources>[0]) =>
  toCitable(toContextParts([], insertions))

test('finds the full text of each source, numbered or not', () => {
  const texts = [LONG, 'Roots drink.\n\n[2] Fake heading\nof a document.', 'Stems stand.']
  const expected = texts.map((text, at) => ({ n: at + 1, title: `T${at + 1}`, text }))
  expect(citable([numbered('context', texts)])).toEqual(expected)
  const bare = { ...numbered('context', texts), content: texts.join('\n\n') }
  expect(citable([bare])).toEqual(expected)
})

test('falls back to the quote if the text of a source is missing', () => {
  expect(
    citable([{ placeholder: 'context', content: 'other', sources: [passage(1, 'Roots drink.')] }]),
  ).toEqual([{ n: 1, title: 'T1', text: 'Roots drink.' }])
})

test('uses the whole content of a file', () => {
  const file = {
    placeholder: 'file',
    content: LONG,
    sources: [{ type: 'file', source: 'a.md', name: 'a.md', similarity: 0 }],
  }
  expect(citable([file])).toEqual([{ n: 1, title: 'a.md', text: LONG }])
})

test('gives the sources of two searches unique numbers, also in the prompt', () => {
  const first = numbered('context', ['Leaves are green.', 'Roots drink. See [1] and\n[1] below.'])
  const file = { placeholder: 'file', content: 'A file.', sources: [{ name: 'a.md' }] }
  const second = numbered('context_2', ['Stems stand [1].', 'Buds open.'])
  const [one, two, three] = withNumberedSources([first, file, second])
  expect(one).toBe(first)
  expect(two).toEqual({ ...file, sources: [{ name: 'a.md', n: 5 }] })
  expect(three?.content).toBe('[3] T1, page 3\nStems stand [1].\n\n[4] T2, page 3\nBuds open.')
  expect(three?.sources.map((source) => source['n'])).toEqual([3, 4])
})

test('leaves output without sources unchanged', () => {
  const none = [{ placeholder: 'context', content: '', sources: [] }]
  expect(withNumberedSources(none)).toEqual(none)
  expect(withNumberedSources([])).toEqual([])
})

describe('output that is not material', () => {
  const rubric = { placeholder: '', content: 'Level 3', sources: [{ type: 'rubric', title: 'Essay' }] }
  const service = {
    placeholder: '',
    content: '{"booked":true}',
    sources: [{ title: 'Rooms', url: 'https://a.b' }],
  }
  const weather = { placeholder: '', content: 'It rains in Bilbao.', sources: [] }

  test('alone leaves nothing to check', () => {
    expect(citable([rubric, service, weather])).toEqual([])
  })

  test('beside material supports sentences', () => {
    expect(citable([numbered('context', ['Roots drink.']), service, weather])).toEqual([
      { n: 1, title: 'T1', text: 'Roots drink.' },
      { n: 2, title: 'Rooms', text: '{"booked":true}' },
      { n: 0, title: '', text: 'It rains in Bilbao.' },
    ])
  })
})
