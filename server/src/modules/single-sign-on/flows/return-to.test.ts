import { expect, it } from 'vitest'
import { toReturnPath } from '../sign-in.service.ts'

const OURS = 'https://bw.example.edu'

it.each([
  ['/assistants/12?tab=chat#end', '/assistants/12?tab=chat#end'],
  ['/a/../b', '/b'],
  [undefined, '/'],
  ['', '/'],
  ['assistants', '/'],
  ['//evil.example', '/'],
  ['///evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['https://bw.example.edu/x', '/'],
  ['javascript:alert(1)', '/'],
  ['/x\r\nset-cookie: a=b', '/'],
  ['/auth/oidc/start', '/'],
  ['/sign-in', '/'],
  ['/sign-ins', '/sign-ins'],
  [`/${'x'.repeat(3000)}`, '/'],
])('opens after %j: %s', (given, path) => {
  expect(toReturnPath(given, OURS)).toBe(path)
})
