import type { Random } from './random.ts'

const deep = (levels: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const TEXTS: readonly [string, ...string[]] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  '👩‍🏫'.repeat(50),
  'x'.repeat(70_000),
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '9007199254740993',
  '99999999999999999999999999',
  '2026-13-45',
  '0000-00-00T00:00:00Z',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'C:\\Windows\\win.ini',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '{context}{user_input}{{{',
  '#{7*7}',
  '%s%s%n',
  '\r\nset-cookie: a=b',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'gopher://127.0.0.1:6379/_',
  'data:text/html,<script>1</script>',
  'data:image/png;base64,!!!!',
  '__proto__',
  'constructor',
  'lamb_assistant.0',
  'lamb_assistant.-1',
  'lamb_assistant.99999999999999999999',
  '(a+)+$',
  '[',
  'user@',
  'a@b@c',
]

const OTHERS: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [null],
  [[], [[]]],
  deep(200),
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  JSON.parse('{"constructor": {"prototype": {"isAdmin": true}}}'),
  Array.from({ length: 2000 }, (_, at) => at),
  Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, at])),
]

export const garbageText = (random: Random): string => random.pick(TEXTS)
export const garbage = (random: Random): unknown =>
  random.chance(0.5) ? random.pick(TEXTS) : random.pick(OTHERS)

/** A copy in which one value, anywhere in it, was replaced, removed or added. */
export function mutate(value: unknown, random: Random): unknown {
  if (random.chance(0.15)) return garbage(random)
  if (Array.isArray(value)) {
    const copy: unknown[] = [...value]
    const at = random.below(copy.length + 1)
    copy[at] = at < value.length ? mutate(copy[at], random) : garbage(random)
    return copy
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0 || random.chance(0.1))
      return { ...value, [garbageText(random).slice(0, 50)]: garbage(random) }
    const at = random.below(entries.length)
    if (random.chance(0.15)) return Object.fromEntries(entries.filter((_, index) => index !== at))
    return Object.fromEntries(
      entries.map(([name, field], index) => [name, index === at ? mutate(field, random) : field]),
    )
  }
  return garbage(random)
}

/** Bodies that are not even what they claim to be. */
export const brokenBody = (random: Random): { type: string; body: string | Buffer } =>
  random.pick([
    { type: 'application/json', body: '{"name": ' },
    { type: 'application/json', body: '' },
    { type: 'application/json', body: '\ufeff{}' },
    { type: 'application/json', body: '['.repeat(50_000) },
    { type: 'application/json', body: Buffer.from('{"a":"ÿ"}', 'latin1') },
    { type: 'application/json', body: Buffer.from('{"a":1}', 'utf16le') },
    { type: 'application/json', body: '"text"' },
    { type: 'application/json', body: '{"a":1}{"b":2}' },
    { type: 'application/x-www-form-urlencoded', body: '%%%=%zz&a[__proto__]=1&&=' },
    { type: 'multipart/form-data', body: '--x\r\n\r\n' },
    { type: 'multipart/form-data; boundary=x', body: '--x\r\ncontent-disposition: form-data\r\n\r\nno end' },
    {
      type: 'multipart/form-data; boundary=x',
      body: '--x\r\ncontent-disposition: form-data; name="file"; filename="../../a\u0000.pdf"\r\n\r\n%PDF-1.7\r\n--x--\r\n',
    },
    { type: 'text/plain', body: 'hello' },
    { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
    { type: '', body: '{}' },
    { type: 'application/octet-stream', body: Buffer.from([0, 255, 254, 1, 2, 3]) },
  ])
