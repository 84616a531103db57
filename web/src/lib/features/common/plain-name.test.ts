import { expect, it } from 'vitest'
import { plainName } from './plain-name.ts'

it('shows a name in the order in which it is written', () => {
  expect(plainName('notes\u202Efdp.exe\u202C')).toBe('notesfdp.exe')
  expect(plainName('ملاحظات.pdf')).toBe('ملاحظات.pdf')
})
