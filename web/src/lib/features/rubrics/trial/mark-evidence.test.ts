import type { RubricEvaluation } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { markEvidence } from './mark-evidence.ts'

const of = (...evidence: [number, number][][]) =>
  evidence.map((places) => ({
    evidence: places.map(([start, end]) => ({ start, end, quote: '' })),
  })) as RubricEvaluation['criteria']

it('splits a text where quotes start and end, also where they overlap', () => {
  expect(markEvidence('abcdef', of([[1, 4]], [[3, 5]]))).toEqual([
    { text: 'a', criteria: [] },
    { text: 'bc', criteria: [0] },
    { text: 'd', criteria: [0, 1] },
    { text: 'e', criteria: [1] },
    { text: 'f', criteria: [] },
  ])
})

it('leaves a text without quotes whole', () => {
  expect(markEvidence('abc', of([]))).toEqual([{ text: 'abc', criteria: [] }])
  expect(markEvidence('', of())).toEqual([])
})
