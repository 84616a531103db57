import { expect, it } from 'vitest'
import { toOrigin } from './launch-form.ts'

it.each([
  ['https://Moodle.example.edu:8443/mod/lti/return.php?x=1', 'https://moodle.example.edu:8443'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['https://[::1]/', 'https://[::1]'],
  ['https://*/', undefined],
  ['https://*.example/', undefined],
  ['https://a.example;script-src/', undefined],
  ['https://a.example,b/', undefined],
  ["https://'self'/", undefined],
  ['javascript:alert(1)', undefined],
  ['null', undefined],
  [undefined, undefined],
])('may be framed by %s: %s', (url, origin) => {
  expect(toOrigin(url)).toBe(origin)
})
