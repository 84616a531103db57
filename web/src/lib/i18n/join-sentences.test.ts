import { expect, it } from 'vitest'
import { joinSentences } from './join-sentences.ts'

it.each([
  [['Done'], 'Done'],
  [['Cancelled', 'Reference: req_1'], 'Cancelled. Reference: req_1'],
  [['Try again.', 'Reference: req_1'], 'Try again. Reference: req_1'],
  [['Really?', '', 'Yes.'], 'Really? Yes.'],
])('joins %j', (texts, joined) => {
  expect(joinSentences(...texts)).toBe(joined)
})
