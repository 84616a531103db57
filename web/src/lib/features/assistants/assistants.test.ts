import { expect, it } from 'vitest'
import { editPath, shownName } from './assistants.ts'

it('shows a stored name as words', () => {
  expect(shownName('12_essay_evaluator')).toBe('Essay evaluator')
  expect(shownName('Already Words')).toBe('Already Words')
  expect(shownName('7_')).toBe('7_')
  expect(shownName('12_101_questions')).toBe('101 questions')
})

it('opens each type in its own form', () => {
  expect(editPath({ id: 3, assistant_type: 'classic' })).toBe('/assistants/3')
  expect(editPath({ id: 3, assistant_type: 'agent' })).toBe('/multi-tool-assistants/3')
})
