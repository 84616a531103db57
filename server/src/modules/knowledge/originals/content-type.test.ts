import { expect, it } from 'vitest'
import { toContentType } from './content-type.ts'

it.each([
  ['notes.MD', '', 'text/markdown'],
  ['notes.md', 'text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
  ['notes.md', 'text/plain\r\nx-evil: 1', 'text/markdown'],
  ['constructor', '', 'application/octet-stream'],
  ['x.constructor', 'application/octet-stream', 'application/octet-stream'],
  ['__proto__', '', 'application/octet-stream'],
])('%s sent as %j is %s', (name, sent, type) => {
  expect(toContentType(name, sent)).toBe(type)
})
