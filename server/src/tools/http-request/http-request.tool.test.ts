import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { toolContract, tryTool } from '../tool.contract.ts'
import { SECRET, startService, text } from './http-request.testing.ts'

const world = await startService()
const { call, makeTool, reasonOf, service, settings, withSecret } = world
afterAll(world.stop)
beforeEach(world.reset)

toolContract('http_request', () => ({
  tool: makeTool(),
  works: { settings: withSecret(), input: { isbn: '978-3' } },
  secrets: [SECRET, 'other-secret'],
  failures: {
    'a missing argument': { settings: settings(), input: {}, isForModel: true },
    'injected without what it needs': { settings: settings(), isForModel: true },
    'a missing secret': { settings: withSecret('NO_SUCH_KEY'), input: { isbn: '1' } },
    'a secret for another host': { settings: withSecret('OTHER_KEY'), input: { isbn: '1' } },
    'many faults': {
      settings: settings(),
      input: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`unknown_${at}`, at])),
      isForModel: true,
    },
  },
}))

test('names the first of thousands of faults', async () => {
  const input = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`unknown_${at}`, at]))
  expect(await reasonOf(settings(), input)).toContain('unknown parameter "unknown_0"')
})

test('calls the URL with encoded arguments and names the source without the query', async () => {
  const output = await call(settings(), { isbn: 'a b/c', lang: 'x&admin=1#' })
  expect(output).toEqual({
    ok: true,
    content: '{"title":"The Sheep","tags":["a","b"]}',
    sources: [{ title: 'find_book', url: `${service.url}/books/a%20b%2Fc` }],
  })
  expect(service.requests[0]?.url).toBe('/books/a%20b%2Fc?lang=x%26admin%3D1%23')
})

test('drops the part of the query whose parameter is absent', async () => {
  await call(settings(), { isbn: '1', lang: null })
  expect(service.requests[0]?.url).toBe('/books/1')
})

test('offers the parameters of the settings to the model', () => {
  const tool = makeTool()
  const config = tool.config.parse(settings())
  expect(tool.call?.functionName(config)).toBe('find_book')
  expect(tool.call?.parameters?.(config)).toEqual({
    type: 'object',
    properties: { isbn: text, lang: text },
    required: ['isbn'],
    additionalProperties: false,
  })
  expect(tool.call?.functionName({})).toBe('http_request')
  expect(z.toJSONSchema(tool.config, { io: 'input' })).toMatchObject({ type: 'object' })
})

test('uses defaults and the question if it is injected', async () => {
  const config = settings({
    url: `${service.url}/search/{kind}?q={question}`,
    parameters: { properties: { kind: { ...text, default: 'books' }, question: text } },
  })
  const conversation = { messages: [], question: 'sheep & goats?' }
  expect(await tryTool(makeTool(), { settings: config, conversation })).toMatchObject({ ok: true })
  expect(service.requests[0]?.url).toBe('/search/books?q=sheep%20%26%20goats%3F')
})

describe('arguments', () => {
  const config = () =>
    settings({
      url: `${service.url}/{a}?b={b}&c={c}&d={d}&e={e}`,
      parameters: {
        properties: {
          a: { type: 'string', minLength: 2, maxLength: 3 },
          b: { type: 'integer', minimum: 1, maximum: 5 },
          c: { type: 'boolean' },
          d: { type: 'array', items: { type: 'string', enum: ['x', 'y'] }, maxItems: 2 },
          e: { type: 'string', format: 'date' },
        },
        required: ['a', 'b'],
      },
    })

  test('formats values of every type', async () => {
    await call(config(), { a: 'ab', b: 3, c: false, d: ['x', 'y'], e: '2026-02-28' })
    expect(service.requests[0]?.url).toBe('/ab?b=3&c=false&d=x%2Cy&e=2026-02-28')
  })
  test('reports all problems together and sends nothing', async () => {
    const reason = await reasonOf(config(), { a: 'abcd', b: 1.5, c: 'no', d: ['z'], e: '2026-02-30', f: 1 })
    expect(reason).toBe(
      'unknown parameter "f"; a must have at most 3 characters; b must be of type integer; c must be of type boolean; d has an item that must be one of "x","y"; e must be a date',
    )
    expect(service.requests).toEqual([])
  })
  test('requires a required parameter wherever it is used', async () => {
    expect(await reasonOf(config(), { a: 'ab' })).toBe('b is required')
    expect(await reasonOf(config(), {})).toBe('a is required; b is required')
  })
  test.each(['constructor', 'toString', 'hasOwnProperty'])(
    'rejects the unknown parameter %s',
    async (name) => {
      const input = JSON.parse(`{"isbn":"1","${name}":"x"}`) as object
      expect(await reasonOf(settings(), input)).toContain('unknown parameter')
    },
  )
})

describe('arguments can’t change the structure of a request', () => {
  test.each([
    '..',
    '.',
    '',
    '../admin',
    '..\\admin',
    'x/../../admin',
    '%2e%2e',
    '%2e%2e%2fadmin',
    '%252e%252e%252fadmin',
    'a\nb',
    'a\u0000',
    '%00',
  ])('refuses %j in the path', async (isbn) => {
    expect(await reasonOf(settings(), { isbn })).toMatch(/^isbn must not/)
    expect(service.requests).toEqual([])
  })
  test.each(['.', '%2e', '%2E', '..', '.%2e'])('refuses dots that join after %j', async (start) => {
    const url = `${service.url}/a/${start}{isbn}?l={lang}`
    for (const isbn of ['.', ''])
      expect(await reasonOf(settings({ url }), { isbn })).toMatch(/^isbn must not/)
    expect(service.requests).toEqual([])
  })
  test.each(['//evil.example', '@evil.example', ':80', '?x=1', '#x', ';x', '\ud800'])(
    'treats %j as plain text',
    async (isbn) => {
      expect(await call(settings(), { isbn })).toMatchObject({ ok: true })
      expect(service.requests[0]?.url).toMatch(/^\/books\/[^/?#@:]+$/)
    },
  )
  test('refuses a URL that becomes too long', async () => {
    expect(await reasonOf(settings(), { isbn: '%'.repeat(9000) })).toBe('the arguments make the URL too long')
  })
})

describe('bodies', () => {
  const post = (body_template: unknown, more: object = {}) =>
    settings({
      method: 'POST',
      url: `${service.url}/notes`,
      body_template,
      parameters: { properties: { title: text, year: { type: 'integer' }, tags: { type: 'array' } } },
      ...more,
    })
  const all = { title: '{title} {year} {tags}' }
  const sent = () => ({ body: service.requests[0]?.body, type: service.requests[0]?.headers['content-type'] })

  test.each([
    ['an object', { t: 'Note: {title}', y: '{year}', g: '{tags}', n: [1, null, '{title}'] }],
    ['text', '{"t": "Note: {title}", "y": "{year}", "g": "{tags}", "n": [1, null, "{title}"]}'],
  ])('JSON as %s keeps the types of values', async (_form, template) => {
    const title = '", "admin": true, "x": "{year}\n\\'
    expect(await call(post(template), { title, year: 7, tags: ['"]', 'b'] })).toMatchObject({ ok: true })
    expect(JSON.parse(sent().body ?? '')).toEqual({
      t: `Note: ${title}`,
      y: 7,
      g: ['"]', 'b'],
      n: [1, null, title],
    })
    expect(sent().type).toBe('application/json')
  })
  test('removes the field of an absent parameter', async () => {
    await call(post({ t: 'Note: {title}', y: '{year}', g: ['{tags}'] }), {})
    expect(JSON.parse(sent().body ?? '')).toEqual({ t: 'Note: ', g: [] })
  })
  test('encodes the values of a form', async () => {
    const headers = [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }]
    await call(post('t={title}&y={year}&g={tags}', { headers }), { title: 'a&admin=1', year: 7, tags: ['x'] })
    expect(sent()).toEqual({ body: 't=a%26admin%3D1&y=7&g=x', type: 'application/x-www-form-urlencoded' })
  })
  test('sends plain text', async () => {
    await call(post('{title} of {year}: {tags}'), { title: 'Sheep {year}', year: 7, tags: ['x', 'y'] })
    expect(sent()).toEqual({ body: 'Sheep {year} of 7: x,y', type: 'text/plain; charset=utf-8' })
  })
  test('refuses an invalid JSON template', () => {
    const faultOf = (template: unknown) =>
      makeTool().config.safeParse(post(template)).error?.issues[0]?.message
    expect(faultOf('{"y": {year}, "t": "{title}{tags}"}')).toContain('not valid JSON')
    expect(faultOf({ '{title}': '{year}{tags}' })).toContain('not in its names')
    expect(faultOf({ ...all, key: '{secret:LIBRARY_KEY}' })).toContain('Put them in a header')
    expect(faultOf(all)).toBeUndefined()
  })
})

describe('side effects', () => {
  const post = (more: object = {}) =>
    settings({ method: 'DELETE', url: `${service.url}/books/{isbn}`, parameters: isbnOnly, ...more })
  const isbnOnly = { properties: { isbn: text }, required: ['isbn'] }

  // tool-side-effects.test.ts covers who may cause changes.
  test('reading is not a side effect; the owner may allow others to make changes', () => {
    const tool = makeTool()
    const about = (given: object) => {
      const config = tool.config.parse(given)
      return [tool.hasSideEffects?.(config), tool.opensChanges?.(config)]
    }
    expect(about(settings())).toEqual([false, false])
    expect(about(post())).toEqual([true, false])
    expect(about(post({ allow_when_published: true }))).toEqual([true, true])
  })
})
