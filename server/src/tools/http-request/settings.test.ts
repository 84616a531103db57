import { describe, expect, test } from 'vitest'
import { settingsSchema } from './settings.ts'

const text = { type: 'string' }
const good = {
  name: 'find_book',
  description: 'Finds a book.',
  url: 'https://api.example.org/books/{isbn}?lang={lang}',
  parameters: { type: 'object', properties: { isbn: text, lang: text }, required: ['isbn'] },
}
const faultsOf = (more: object): string[] =>
  (settingsSchema.safeParse({ ...good, ...more }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('/')}: ${message}`,
  )
const bare = { parameters: {} }

test('fills in defaults', () => {
  expect(settingsSchema.parse(good)).toMatchObject({
    method: 'GET',
    headers: [],
    max_bytes: 100_000,
    timeout_ms: 10_000,
    allow_when_published: false,
  })
})

describe('refused settings and their messages', () => {
  test.each([
    [{ name: 'Find book' }, 'name: Use lowercase letters'],
    [{ description: ' ' }, 'description: Describe what the tool does'],
    [{ url: 'https://{isbn}.example.org/{lang}' }, 'url: Parameters can’t be in the host'],
    [{ url: 'https://api.example.org:{isbn}/{lang}' }, 'url: Parameters can’t be in the host'],
    [{ url: '{isbn}://api.example.org/{lang}' }, 'url: Enter a URL such as'],
    [{ url: 'file:///etc/passwd' }, 'url: Enter a URL such as'],
    [{ url: 'https://api.example.org/{isbn}#{lang}' }, 'url: Enter a URL such as'],
    [{ url: 'https://me:pw@api.example.org/{isbn}' }, 'url: Remove the user name'],
    [{ url: 'https://@api.example.org/{isbn}' }, 'url: Remove the user name'],
    [{ url: 'https://api.example.org\\{isbn}' }, 'url: Remove spaces'],
    [{ url: 'https://api.exa\tmple.org/{isbn}' }, 'url: Remove spaces'],
    [{ url: 'https://api.example.org/a/../{isbn}' }, 'url: Remove . and ..'],
    [{ url: 'https://api.example.org/%2e%2E/{isbn}' }, 'url: Remove . and ..'],
    [{ url: 'https://api.example.org/{isbn}?{lang}=1' }, 'url: In the query, parameters can only be values'],
    [{ url: 'https://api.example.org/{isbn}?{lang}' }, 'url: In the query, parameters can only be values'],
    [{ url: 'https://api.example.org/{isbn}/{ lang }' }, 'url: Remove spaces'],
    [{ url: 'https://api.example.org/{isbn}/{lang' }, 'url: Braces can only be around'],
    [{ url: 'https://api.example.org/{isbn}?k={secret:KEY}' }, 'url: Secrets can’t be in the URL'],
    [{ url: 'https://api.example.org/{isbn}/{lang}/{year}' }, 'url: Add {year}'],
    [{ url: 'https://api.example.org/{lang}' }, 'parameters/properties/isbn: Add {isbn} to the URL'],
    [
      { url: 'https://api.example.org/{isbn}/{lang}' },
      'parameters/properties/lang: This parameter is in the path',
    ],
    [{ url: 'https:///{isbn}?l={lang}' }, 'url: The host is not valid'],
    [{ body_template: '{isbn}' }, 'body_template: GET requests have no body'],
    [{ method: 'POST', body_template: { a: '{year}' } }, 'body_template: Add {year}'],
    [{ response_path: 'a..b' }, 'response_path: Enter a path'],
    [{ max_bytes: 2_000_000 }, 'max_bytes: '],
    [{ timeout_ms: 60_000 }, 'timeout_ms: '],
  ])('%j', (more, fault) => {
    expect(faultsOf(more).join('\n')).toContain(fault)
  })
})

describe('headers', () => {
  const header = (name: string, value: string) => faultsOf({ headers: [{ name, value }] }).join('\n')
  test.each([
    'Host',
    'content-length',
    'Connection',
    'Transfer-Encoding',
    'Cookie',
    'Proxy-Authorization',
    'X-HTTP-Method-Override',
    'Accept-Encoding',
    'X-Forwarded-For',
  ])('refuses the header %s', (name) => expect(header(name, 'x')).toContain('can’t be set'))
  test.each(['a\r\nHost: evil', 'a\nb', 'a\u0000b', 'é'])('refuses the value %j', (value) =>
    expect(header('X-Note', value)).toContain('one line'),
  )
  test('refuses an invalid name', () => expect(header('X Note:', 'x')).toContain('letters, digits'))
  test('refuses a parameter, or an invalid name of a secret', () => {
    expect(header('X-Note', '{isbn}')).toContain('only {secret:NAME} can be in braces')
    expect(header('X-Note', '{secret:small}')).toContain('only {secret:NAME} can be in braces')
  })
  test('requires keys to be stored as secrets', () => {
    expect(header('Authorization', 'Bearer abc')).toContain('tool secret')
    for (const name of ['X-API-Key', 'Ocp-Apim-Subscription-Key', 'x-functions-key', 'X-Auth'])
      expect(header(name, 'abc'), name).toContain('tool secret')
    expect(header('X-Keyword', 'abc')).toBe('')
    expect(header('Authorization', 'Bearer {secret:KEY}')).toBe('')
  })
  test('refuses duplicates', () => {
    const one = { name: 'X-Note', value: 'a' }
    expect(faultsOf({ headers: [one, { ...one, name: 'x-note' }] }).join()).toContain('twice')
  })
  test('refuses a Content-Type with unknown syntax', () => {
    const headers = [{ name: 'Content-Type', value: 'application/xml' }]
    expect(faultsOf({ method: 'POST', headers, body_template: '<a>{isbn}</a>' }).join()).toContain(
      'Content-Type must be',
    )
  })
})

describe('parameters', () => {
  const parameter = (given: object) =>
    faultsOf({
      url: 'https://api.example.org/?p={p}',
      parameters: { properties: { p: given } },
    }).join('\n')
  test.each([
    [{ type: 'string', pattern: '(a+)+$' }, 'pattern can’t be used here'],
    [{ $ref: '#/x', type: 'string' }, '$ref can’t be used here'],
    [{ type: 'object' }, 'Choose string'],
    [{ type: 'array', items: { type: 'array' } }, 'Choose string'],
    [{ type: 'integer', default: 1.5 }, 'The default must be of type integer'],
    [{ type: 'string', enum: ['a'], default: 'b' }, 'The default must be one of "a"'],
    [{ type: 'number', minimum: 2, maximum: 1 }, 'minimum: Must not be larger'],
    [{ type: 'string', format: 'regex' }, 'parameters/properties/p/format'],
  ])('refuses %j', (given, fault) => expect(parameter(given)).toContain(fault))
  test('refuses a required parameter that is not declared', () =>
    expect(
      faultsOf({ ...bare, url: 'https://a.example/', parameters: { required: ['x'] } }).join(),
    ).toContain('Add "x" to the properties'))
  test('refuses too many parameters and invalid names', () => {
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`p${at}`, text]))
    expect(faultsOf({ parameters: { properties: many } }).join()).toContain('limit: 30')
    expect(faultsOf({ parameters: { properties: { 'a-b': text } } }).join()).toContain('parameters')
    expect(
      faultsOf({ parameters: { properties: JSON.parse('{"__proto__":{"type":"string"}}') } }),
    ).not.toEqual([])
  })
})
