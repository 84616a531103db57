import { expect, it } from 'vitest'
import { type ReviewDraft, withNews } from './review-draft.ts'

const empty: ReviewDraft = { levels: { a: '', b: '' }, comments: { a: '', b: '' }, feedback: '' }
const graded: ReviewDraft = {
  levels: { a: 'Good', b: 'Fair' },
  comments: { a: 'Clear', b: 'Vague' },
  feedback: 'Well done',
}

it('a grade that arrives fills the review, without what the person has typed', () => {
  expect(withNews(empty, empty, graded)).toEqual(graded)
  const typed = { levels: { a: '', b: 'Good' }, comments: { a: 'Mine', b: '' }, feedback: '' }
  expect(withNews(typed, empty, graded)).toEqual({
    levels: { a: 'Good', b: 'Good' },
    comments: { a: 'Mine', b: 'Vague' },
    feedback: 'Well done',
  })
  // Also if the person has emptied a field.
  expect(withNews({ ...graded, feedback: '' }, graded, { ...graded, feedback: 'Again' }).feedback).toBe('')
})
