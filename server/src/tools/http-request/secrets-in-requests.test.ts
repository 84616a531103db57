import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRET, startService } from './http-request.testing.ts'

const world = await startService()
const { answering, call, reasonOf, service, settings, withSecret } = world
afterAll(world.stop)
beforeEach(world.reset)

describe('secrets', () => {
  test('sends them to their host', async () => {
    expect(await call(withSecret())).toMatchObject({ ok: true })
    expect(service.requests[0]?.headers['x-api-key']).toBe(`Key ${SECRET}`)
  })
  test('names a missing secret, or one of another host, and sends nothing', async () => {
    expect(await reasonOf(withSecret('NO_KEY'))).toBe('tool secret NO_KEY not found')
    expect(await reasonOf(withSecret('OTHER_KEY'))).toBe(
      `the tool secret OTHER_KEY can’t be sent to ${new URL(service.url).host}`,
    )
    expect(service.requests).toEqual([])
  })
  test('requires https for a host without a port, so that the secret is encrypted', async () => {
    for (const url of [
      'http://api.example.org/x',
      'http://api.example.org:443/x',
      'http://api.example.org:80/x',
    ])
      expect(await reasonOf(withSecret('OTHER_KEY', { url, parameters: {} }), {})).toMatch(/can’t be sent to/)
  })
  test('can’t be named by an argument', async () => {
    await call(settings(), { isbn: '{secret:LIBRARY_KEY}', lang: '{secret:LIBRARY_KEY}' })
    expect(JSON.stringify(service.requests)).not.toContain('sk-')
  })
  test.each([
    ['in plain text', SECRET, 'text/plain'],
    ['in JSON', JSON.stringify({ [SECRET]: SECRET }), 'application/json'],
    ['in JSON, with every character escaped', `{"a":"${escaped(SECRET)}"}`, 'application/json'],
    ['in a URL', `<a href="/?k=${encodeURIComponent(SECRET)}">`, 'text/html'],
    ['in base64', Buffer.from(SECRET).toString('base64'), 'text/plain'],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex'), 'text/plain'],
  ])('removes an echo %s', async (_how, body, type) => {
    answering(body, 200, { 'content-type': type })
    const output = await call(withSecret())
    expect(output.ok && output.content).toContain('[redacted]')
    expect(JSON.stringify(output)).not.toContain('quoted')
  })
  test('removes an echo in the selected part', async () => {
    answering(`{"headers":{"key":"Key ${escaped(SECRET)}"}}`)
    const output = await call(withSecret('LIBRARY_KEY', { response_path: 'headers.key' }))
    expect(output).toMatchObject({ content: 'Key [redacted]' })
  })
  test('keeps large numbers exact', async () => {
    answering('{"id":12345678901234567890,"path":"C:\\\\u0041"}')
    expect(await call(withSecret())).toMatchObject({
      content: '{"id":12345678901234567890,"path":"C:\\\\u0041"}',
    })
  })
})

function escaped(words: string): string {
  return [...words].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
