import type { RubricEvaluation } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { toAnswerFacts } from './answer-facts.ts'

const sentence = (status: string, marks: number[] = []) => ({ status, marks, start: 0, end: 1 })
const grounds = (...sentences: object[]) => ({ citations: { sentences } })

describe('support of an answer', () => {
  it.each([
    ['a search that found nothing', 'Cells are small.', undefined, { grade: 'nothing' as const }, 'nothing'],
    [
      'a search that found something',
      'Cells are small.',
      undefined,
      { grade: 'perhaps' as const },
      'perhaps',
    ],
    ['no search', 'I don’t know that.', undefined, {}, null],
    ['sentences without support', 'Cells.', grounds(sentence('unsupported')), {}, 'nothing'],
    [
      'some support',
      'Cells.',
      grounds(sentence('unsupported'), sentence('supported'), sentence('no_claim')),
      { grade: 'found' as const },
      'found',
    ],
    ['only polite sentences', 'Hello!', grounds(sentence('no_claim')), {}, 'found'],
  ])('%s', (_name, text, of, report, support) => {
    expect(toAnswerFacts(text, of, report).support).toBe(support)
  })

  it.each([
    'I couldn’t find anything about wine in your documents.',
    'The provided sources do not mention wine.',
    'This is not covered in the material.',
    'No he encontrado nada sobre el vino en los documentos.',
    'Los documentos no mencionan el vino.',
    'No he trobat res sobre el vi.',
    'Els documents no parlen del vi.',
    'Ez dut ardoari buruz ezer aurkitu.',
    'Dokumentuek ez dute ardoa aipatzen.',
  ])('an answer that says so: %s', (text) => {
    expect(toAnswerFacts(text, undefined, { grade: 'found' }).support).toBe('nothing')
  })

  it.each([
    'Mitosis has four phases. Cells that do not divide are not covered.',
    'La mitosis no es la meiosis.',
    `${'A long answer about cells. '.repeat(15)} I couldn’t find more details.`,
  ])('an answer that answers: %s', (text) => {
    expect(toAnswerFacts(text, undefined, { grade: 'found' }).support).toBe('found')
  })
})

it('finds the cited documents only', () => {
  const sources = [
    { n: 1, file_id: '7' },
    { n: 2, file_id: '8' },
    { n: 3, file_id: 'https://elsewhere' },
    { n: 4, file_id: '7' },
    { file_id: '9' },
  ]
  const cited = grounds(sentence('supported', [1, 3]), sentence('supported', [4, 99]))
  expect(toAnswerFacts('x', { sources, ...cited }).documents).toEqual([7])
  expect(toAnswerFacts('x', { sources }).documents).toEqual([])
})

it('keeps the level of each criterion that was evaluated', () => {
  const evaluation = {
    title: 'Essay',
    criteria: [
      { name: 'Thesis', level: 'Good', score: 3, highest_score: 4 },
      { name: 'Style', level: null, score: null, highest_score: 4 },
    ],
  } as unknown as RubricEvaluation
  expect(toAnswerFacts('x', undefined, { evaluations: [evaluation] }).results).toEqual([
    { rubric: 'Essay', criterion: 'Thesis', position: 0, level: 'Good', score: 3, highest: 4 },
  ])
})
