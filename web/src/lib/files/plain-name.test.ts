import { expect, it } from 'vitest'
import { plainName } from './plain-name.ts'

it('removes characters that change the direction of a name', () => {
  expect(plainName('notes\u202Efdp.exe\u202C')).toBe('notesfdp.exe')
  expect(plainName('ملاحظات.pdf')).toBe('ملاحظات.pdf')
})
