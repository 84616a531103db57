import { expect, test } from 'vitest'
import { testOf } from './test-of-question.ts'

const message = (id: number, role: 'user' | 'assistant', text: string, titles: string[] = []) => ({
  id,
  role,
  text,
  sources: titles.map((title) => ({ title, isRubric: false })),
})

test('the first question of a chat becomes a test that its source is cited', () => {
  const question = message(1, 'user', 'What is a cell?')
  const chat = [question, message(2, 'assistant', 'The unit of life [1].', ['Biology', 'Notes'])]
  expect(testOf(chat, question)).toMatchObject({
    kind: 'single_turn',
    messages: [{ role: 'user', content: 'What is a cell?' }],
    checks: [{ kind: 'cites', document: 'Biology' }],
  })
})

test('a later question keeps the messages before it, and has no check without sources', () => {
  const question = message(3, 'user', 'And why?')
  const chat = [
    message(1, 'user', 'What?'),
    message(2, 'assistant', 'This.'),
    question,
    message(4, 'assistant', ''),
    message(5, 'user', 'Later'),
  ]
  expect(testOf(chat, question)).toMatchObject({
    kind: 'multi_turn',
    messages: [
      { role: 'user', content: 'What?' },
      { role: 'assistant', content: 'This.' },
      { role: 'user', content: 'And why?' },
    ],
    checks: [],
  })
})
