import { describe, expect, it } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { createRedactor, cutText, isSecretName, secretsIn } from './redact.ts'

describe('names of secrets', () => {
  it.each([
    'api_key',
    'apikey',
    'apiKey',
    'APIKey',
    'X-Api-Key',
    'openai_api_key_2',
    'token',
    'access_token',
    'wstoken',
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'set-cookie',
    'password',
    'db_passwd',
    'clientSecret',
    'private_key',
    'credentials',
    'auth',
  ])('%s', (name) => expect(isSecretName(name)).toBe(true))
  it.each(['max_tokens', 'file_path', 'rubric_id', 'collections', 'key', 'author', 'city', 'tokens'])(
    'not %s',
    (name) => expect(isSecretName(name)).toBe(false),
  )
})

it('finds secrets in settings at any depth', () => {
  const secrets = secretsIn({
    setups: { default: { providers: { openai: { api_key: 'sk-one', base_url: 'https://x' } } } },
    kb_server: { api_token: 'two' },
    external_service_keys: { search: 'three', more: ['four'] },
    headers: [
      { name: 'Authorization', value: 'five' },
      { name: 'Accept', value: 'text/plain' },
    ],
    DATABASE_URL: 'postgres://me:six66@host/db',
    password: { nested: 'seven' },
    models: ['gpt'],
  })
  expect(secrets.sort()).toEqual(['five', 'four', 'seven', 'six66', 'sk-one', 'three', 'two'].sort())
})

describe('by value', () => {
  const redact = createRedactor([
    'k3y-of-the-school',
    'k3y-of-the-school-2',
    'short',
    'with "quotes" & more',
    ' ',
  ])
  it.each([
    ['the key k3y-of-the-school is bad', 'the key [redacted] is bad'],
    ['k3y-of-the-school-2', '[redacted]'],
    ['short stays', 'short stays'],
    ['?q=with%20%22quotes%22%20%26%20more', '?q=[redacted]'],
    ['{"a":"with \\"quotes\\" & more"}', '{"a":"[redacted]"}'],
    ['nothing here', 'nothing here'],
  ])('%s', (given, expected) => expect(redact.text(given)).toBe(expected))
})

describe('text that looks like a credential', () => {
  const redact = createRedactor([])
  it.each([
    ['Authorization: Bearer abcdefgh12345', 'Authorization: [redacted]'],
    ['my key is sk-abcdefghijklmnop1234 ok', 'my key is [redacted] ok'],
    ['bw_abcdefghijklmnopqrst', '[redacted]'],
    ['eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.sig-nature', '[redacted]'],
    ['https://x/?api_key=abcdef123&lang=en', 'https://x/?[redacted]&lang=en'],
    ['{"api_key": "abcdef123"}', '{"[redacted]"}'],
    ['what is an api_key?', 'what is an api_key?'],
    ['a password is good', 'a password is good'],
  ])('%s', (given, expected) => expect(redact.text(given)).toBe(expected))

  it.each(['eyJ-', 'sk-', 'Bearer ', 'api_key =', 'a-', 'password"'])(
    'runs in linear time: %s',
    async (part) => {
      const growth = await growthOf((size) => redact.text(part.repeat(Math.ceil(size / part.length))), 50_000)
      expect(growth).toBeLessThan(10)
    },
  )
})

describe('values', () => {
  const redact = createRedactor(['the-hidden-value'])
  it('drops fields with a secret’s name at any depth, and keeps the rest', () => {
    const value = {
      file_path: 'docs/guide.md',
      api_key: 'x',
      deep: [{ token: 1, city: 'Lleida' }],
      headers: [
        { name: 'Cookie', value: 'session' },
        { name: 'Accept', value: 'text' },
      ],
      echo: 'has the-hidden-value in it',
      'the-hidden-value': true,
      none: null,
    }
    expect(redact.value(value, 100)).toEqual({
      file_path: 'docs/guide.md',
      deep: [{ city: 'Lleida' }],
      headers: [{ name: 'Cookie' }, { name: 'Accept', value: 'text' }],
      echo: 'has [redacted] in it',
      '[redacted]': true,
      none: null,
    })
  })
  it('truncates long and deep values', () => {
    const deep = JSON.parse(`${'['.repeat(5000)}1${']'.repeat(5000)}`)
    expect(JSON.stringify(redact.value(deep, 10)).length).toBeLessThan(100)
    expect(redact.value({ long: 'x'.repeat(50) }, 10)).toEqual({ long: `${'x'.repeat(10)}…` })
    expect(
      redact.value(
        Array.from({ length: 9999 }, () => 1),
        10,
      ),
    ).toHaveLength(200)
  })
})

it('never splits a surrogate pair', () => {
  expect(cutText('ab😀c', 3, '')).toBe('ab')
  expect(cutText('ab😀c', 4, '')).toBe('ab😀')
  expect(cutText('ab', 3)).toBe('ab')
})
