import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { SECRET, startService } from './http-request.testing.ts'

const world = await startService()
const { answering, call, reasonOf, service, settings, withSecret } = world
afterAll(world.stop)
beforeEach(world.reset)

describe('secrets', () => {
  test('are sent to their host', async () => {
    expect(await call(withSecret())).toMatchObject({ ok: true })
    expect(service.requests[0]?.headers['x-api-key']).toBe(`Key ${SECRET}`)
  })
  test('a missing one, or one of another host, is named and nobody is called', async () => {
    expect(await reasonOf(withSecret('NO_KEY'))).toBe('tool secret NO_KEY not found')
    expect(await reasonOf(withSecret('OTHER_KEY'))).toBe(
      `the tool secret OTHER_KEY can’t be sent to ${new URL(service.url).host}`,
    )
    expect(service.requests).toEqual([])
  })
  test('a host without a port is https: the secret is not sent in the clear', async () => {
    for (const url of [
      'http://api.example.org/x',
      'http://api.example.org:443/x',
      'http://api.example.org:80/x',
    ])
      expect(await reasonOf(withSecret('OTHER_KEY', { url, parameters: {} }), {})).toMatch(/can’t be sent to/)
  })
  test('an argument can’t name one', async () => {
    await call(settings(), { isbn: '{secret:LIBRARY_KEY}', lang: '{secret:LIBRARY_KEY}' })
    expect(JSON.stringify(service.requests)).not.toContain('sk-')
  })
  test.each([
    ['as it is', SECRET, 'text/plain'],
    ['in JSON', JSON.stringify({ [SECRET]: SECRET }), 'application/json'],
    ['in JSON, with every character escaped', `{"a":"${escaped(SECRET)}"}`, 'application/json'],
    ['in an address', `<a href="/?k=${encodeURIComponent(SECRET)}">`, 'text/html'],
    ['in base64', Buffer.from(SECRET).toString('base64'), 'text/plain'],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex'), 'text/plain'],
  ])('an echo %s is taken out', async (_how, body, type) => {
    answering(body, 200, { 'content-type': type })
    const output = await call(withSecret())
    expect(output.ok && output.content).toContain('[redacted]')
    expect(JSON.stringify(output)).not.toContain('quoted')
  })
  test('an echo in the part that is picked is taken out', async () => {
    answering(`{"headers":{"key":"Key ${escaped(SECRET)}"}}`)
    const output = await call(withSecret('LIBRARY_KEY', { response_path: 'headers.key' }))
    expect(output).toMatchObject({ content: 'Key [redacted]' })
  })
  test('big numbers stay as they are', async () => {
    answering('{"id":12345678901234567890,"path":"C:\\\\u0041"}')
    expect(await call(withSecret())).toMatchObject({
      content: '{"id":12345678901234567890,"path":"C:\\\\u0041"}',
    })
  })
})

function escaped(words: string): string {
  return [...words].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
}
