import { expect, it } from 'vitest'
import { isTask } from './to-plan.ts'

const ask = (content: string, rest: object = {}) => ({ messages: [{ role: 'user', content }], ...rest })

it.each([
  ['a question', ask('What is a sheep?'), false],
  ['metadata.task', ask('x', { metadata: { task: 'title_generation' }, stream: true }), true],
  ['an empty task', ask('x', { metadata: { task: '' } }), false],
  ['the heading of a task prompt', ask('### Task:\nSuggest a title'), true],
  ['the heading in a stream', ask('### Task:\nSuggest a title', { stream: true }), false],
  ['the heading somewhere inside a question', ask('Explain "### Task:" to me'), false],
])('%s', (_name, request, expected) => {
  expect(isTask(request)).toBe(expected)
})
