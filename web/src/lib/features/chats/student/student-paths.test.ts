import { expect, it } from 'vitest'
import { isStudentPath } from './student-paths.ts'

it.each(['/', '/chats', '/chats/1', '/prompts', '/account', '/confirm-email'])(
  'students can open %s',
  (path) => {
    expect(isStudentPath(path)).toBe(true)
  },
)

it.each([
  '/assistants',
  '/assistants/create',
  '/knowledge',
  '/rubrics/3',
  '/workspaces',
  '/usage',
  '/admin',
  '/chatsx',
])('students can’t open %s', (path) => {
  expect(isStudentPath(path)).toBe(false)
})
