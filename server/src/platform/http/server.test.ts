import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { Caller, UserCaller } from '../caller.ts'
import { AppError, notFound } from '../errors.ts'
import { type Endpoint, endpoint, Reply } from './endpoint.ts'
import { createMetrics } from './metrics.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const user = (given: Partial<UserCaller> = {}): UserCaller => ({
  kind: 'user',
  userId: 1,
  email: 'a@example.edu',
  name: 'A',
  userType: 'creator',
  systemAdmin: false,
  organizationId: 1,
  organizationRole: 'member',
  credential: 'session',
  onlyAssistants: null,
  trustedForwarder: false,
  ...given,
})

const CALLERS: Record<string, Caller> = {
  member: user(),
  key: user({ credential: 'api_key' }),
  'limited-key': user({ credential: 'api_key', onlyAssistants: [1] }),
  'organization-admin': user({ organizationRole: 'admin' }),
  'system-admin': user({ systemAdmin: true }),
  system: { kind: 'system', trustedForwarder: true },
}

let open: HttpServer[] = []
afterEach(async () => {
  await Promise.all(open.map((server) => server.drain({ delayMs: 0, deadlineMs: 100 })))
  open = []
})

async function serve(
  endpoints: Endpoint[],
  options: {
    maxBodyBytes?: number
    maxConcurrentRequests?: number
    isDatabaseOverloaded?: () => boolean
    noteAdminChange?: () => Promise<void>
  } = {},
) {
  const server = createHttpServer({
    endpoints,
    authenticate: async (exchange) => CALLERS[exchange.header('authorization')?.slice(7) ?? ''],
    maxBodyBytes: 1000,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    maxConcurrentRequests: 100,
    isDatabaseOverloaded: () => false,
    trustProxy: false,
    corsOrigins: [],
    ...options,
  })
  open.push(server)
  const { port } = await server.listen(0, '127.0.0.1')
  const call = async (
    method: string,
    path: string,
    { as, body, headers }: { as?: string; body?: string; headers?: object } = {},
  ) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
  return { server, port, call }
}

const base = { method: 'GET', tag: 't', summary: 's', description: 'd', access: 'public' } as const

it('a change by an admin is answered once it is in the audit log', async () => {
  let isNoted = false
  const change = endpoint({
    method: 'POST',
    path: '/change',
    tag: 't',
    summary: 's',
    description: 'd',
    access: 'user',
    audited: true,
    handle: () => ({}),
  })
  const { call } = await serve([change], {
    async noteAdminChange() {
      for (let at = 0; at < 100; at++) await turn()
      isNoted = true
    },
  })
  expect([(await call('POST', '/change', { as: 'member' })).status, isNoted]).toEqual([200, true])
})

describe('routing', () => {
  it('prefers a literal segment to a parameter, ignores a trailing slash, decodes parameters', async () => {
    const { call } = await serve([
      endpoint({
        ...base,
        path: '/things/{id}',
        params: z.object({ id: z.string() }),
        handle: ({ params }) => params,
      }),
      endpoint({ ...base, path: '/things/special', handle: () => ({ special: true }) }),
      endpoint({
        ...base,
        path: '/files/{path+}',
        params: z.object({ path: z.string() }),
        handle: ({ params }) => params,
      }),
    ])
    expect((await call('GET', '/things/special/')).body).toEqual({ special: true })
    expect((await call('GET', '/things/a%20b')).body).toEqual({ id: 'a b' })
    expect((await call('GET', '/files/1/img/x.png?sig=1')).body).toEqual({ path: '1/img/x.png' })
  })

  it('answers 404 for an unknown path, 405 with the allowed methods, and HEAD like GET', async () => {
    const { call } = await serve([endpoint({ ...base, path: '/a', handle: () => ({ a: 1 }) })])
    expect((await call('GET', '/b')).status).toBe(404)
    const refused = await call('POST', '/a')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await call('HEAD', '/a')).status).toBe(200)
  })

  it('refuses to start with two endpoints at one path', async () => {
    const twice = [1, 2].map(() => endpoint({ ...base, path: '/a/{id}', handle: () => null }))
    await expect(serve(twice)).rejects.toThrow('duplicate endpoint')
  })
})

describe('access', () => {
  const accesses = [
    'public',
    'optional',
    'user',
    'session',
    'organization-admin',
    'system-admin',
    'completion',
  ] as const
  const ADMITTED: Record<(typeof accesses)[number], string[]> = {
    public: ['nobody', ...Object.keys(CALLERS)],
    optional: ['nobody', ...Object.keys(CALLERS)],
    user: ['member', 'key', 'organization-admin', 'system-admin'],
    session: ['member', 'organization-admin', 'system-admin'],
    'organization-admin': ['organization-admin', 'system-admin'],
    'system-admin': ['system-admin'],
    completion: Object.keys(CALLERS),
  }

  it.each(accesses)('%s', async (access) => {
    const { call } = await serve([endpoint({ ...base, path: '/door', access, handle: () => ({}) })])
    const admitted: string[] = []
    for (const as of ['nobody', ...Object.keys(CALLERS)]) {
      const { status } = await call('GET', '/door', { as })
      if (status === 200) admitted.push(as)
      else expect(status).toBe(as === 'nobody' ? 401 : 403)
    }
    expect(admitted).toEqual(ADMITTED[access])
  })
})

describe('input and output', () => {
  const echo = endpoint({
    ...base,
    method: 'POST',
    path: '/echo',
    body: z.object({ name: z.string().min(2, 'at least two letters') }),
    bodyKind: 'json-or-form',
    handle: ({ body }) => body,
  })

  it('accepts JSON and forms', async () => {
    const { call } = await serve([echo])
    expect((await call('POST', '/echo', { body: '{"name":"Ada"}' })).body).toEqual({ name: 'Ada' })
    const form = { body: 'name=Ada', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await call('POST', '/echo', form)).body).toEqual({ name: 'Ada' })
  })

  it('requires a JSON content type, except at paths of other products’ APIs', async () => {
    const { call } = await serve([
      endpoint({ ...base, method: 'POST', path: '/things', body: z.unknown(), handle: () => ({}) }),
      endpoint({ ...base, method: 'POST', path: '/creator/things', body: z.unknown(), handle: () => ({}) }),
    ])
    const statusOf = async (path: string, type: string) =>
      (await call('POST', path, { body: '{}', headers: { 'content-type': type } })).status
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/merge-patch+json',
    ])
      expect(await statusOf('/things', type), type).toBe(200)
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'text/json', 'application/jsonp', 'x'])
      expect(await statusOf('/things', type), type).toBe(415)
    expect(await statusOf('/creator/things', 'text/plain')).toBe(200)
  })

  it('names an unknown field together with the one that is missing', async () => {
    const { call } = await serve([{ ...echo, strictBody: true }])
    expect(await call('POST', '/echo', { body: '{"nam":"Ada"}' })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'nam'], msg: 'Unknown field', message_code: 'requests.unknown_field' },
          { loc: ['body', 'name'], msg: 'This field is required', message_code: 'fields.required' },
        ],
      },
    })
  })

  it('refuses invalid input with a message: 400 not JSON, 422 with the field, 413 too large', async () => {
    const { call } = await serve([echo])
    expect(await call('POST', '/echo', { body: '{"name"' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('JSON') },
    })
    expect(await call('POST', '/echo', { body: '{"name":"A"}' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'name'], msg: 'at least two letters' }] },
    })
    expect((await call('POST', '/echo', { body: `{"name":"${'x'.repeat(2000)}"}` })).status).toBe(413)
  })

  it('limits a body without a content length', async () => {
    const { port } = await serve([echo])
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (part) => {
        text += part
        socket.destroy()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', () => resolve(text))
      socket.write('POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
      for (let at = 0; at < 20; at++) socket.write(`64\r\n${'x'.repeat(100)}\r\n`)
    })
    expect(answer).toContain('413')
  })

  it('answers an upload that it refuses before closing the connection, however much is still coming', async () => {
    const refusing = endpoint({
      ...base,
      method: 'POST',
      path: '/upload',
      form: z.looseObject({ file: z.file() }),
      handle: () => Promise.reject(notFound('Library')),
    })
    const { port } = await serve([refusing, echo])
    const size = 20 * 1024 * 1024
    const send = (path: string, head: string, frame: (part: Buffer) => (Buffer | string)[]) =>
      new Promise<{ text: string; fault?: Error }>((resolve) => {
        const socket = connect(port, '127.0.0.1')
        let text = ''
        let fault: Error | undefined
        socket.on('error', (error) => {
          fault = error
        })
        socket.on('data', (part) => {
          text += part
        })
        socket.on('close', () => resolve({ text, ...(fault ? { fault } : {}) }))
        socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
        // Sends on after the response has arrived, as clients do that read only when they have sent everything.
        socket.once('data', () => {
          for (let sent = 0; sent < size; sent += 1024 * 1024)
            for (const piece of frame(Buffer.alloc(1024 * 1024, 'x'))) socket.write(piece)
          socket.end(head.includes('chunked') ? '0\r\n\r\n' : '')
        })
      })
    const form = `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${size}`
    const uploaded = await send('/upload', form, (part) => [part])
    expect(uploaded.fault).toBeUndefined()
    expect(uploaded.text).toContain('Library not found')
    const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked'
    const stranger = await send('/nowhere', chunked, (part) => [
      `${part.length.toString(16)}\r\n`,
      part,
      '\r\n',
    ])
    expect(stranger.fault).toBeUndefined()
    expect(stranger.text).toContain('404 Not Found')
  })

  it('keeps the connection of a request without a body', async () => {
    const { call } = await serve([endpoint({ ...base, path: '/a', handle: () => ({}) })])
    for (const path of ['/a', '/nowhere'])
      expect((await call('GET', path)).headers.get('connection')).toBe('keep-alive')
  })

  it('returns AppErrors in the endpoint’s format, and no details of other errors', async () => {
    const { call } = await serve([
      endpoint({ ...base, path: '/lamb', handle: () => Promise.reject(notFound('Assistant')) }),
      endpoint({
        ...base,
        path: '/success',
        errors: 'lamb-success',
        handle: () => Promise.reject(notFound('User')),
      }),
      endpoint({
        ...base,
        path: '/openai',
        errors: 'openai',
        handle: () => Promise.reject(notFound('Model')),
      }),
      endpoint({ ...base, path: '/bug', handle: () => Promise.reject(new Error('password=hunter2')) }),
    ])
    const lamb = await call('GET', '/lamb')
    expect(lamb.body).toEqual({ detail: 'Assistant not found' })
    expect(lamb.headers.get('x-message-code')).toBe('not_found.assistant')
    expect(lamb.headers.get('x-message-params')).toBe('%7B%7D')
    expect((await call('GET', '/success')).body).toMatchObject({ success: false, error: 'User not found' })
    expect((await call('GET', '/openai')).body.error).toMatchObject({
      type: 'not_found_error',
      code: 'model_not_found',
    })
    expect((await call('GET', '/v1/nothing-here')).body.error).toMatchObject({
      type: 'not_found_error',
      code: 'unknown_url',
    })
    const bug = await call('GET', '/bug')
    expect(bug.status).toBe(500)
    expect(JSON.stringify(bug.body)).not.toContain('hunter2')
  })

  it('allows browsers on any page, without cookies, and exposes the headers they need', async () => {
    const { call } = await serve([
      endpoint({ ...base, path: '/a', handle: () => new Reply('hi', { 'x-chat-id': '1' }) }),
    ])
    const answer = await call('GET', '/a', { headers: { origin: 'https://elsewhere.example' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Chat-Id')
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect((await call('OPTIONS', '/a', { headers: { origin: 'https://elsewhere.example' } })).status).toBe(
      204,
    )
  })
})

describe('limits', () => {
  it('refuses with 503 beyond the limit of open requests, but still answers /health', async () => {
    let release = () => undefined as unknown
    const held = new Promise((resolve) => {
      release = () => resolve({})
    })
    const { call } = await serve(
      [
        endpoint({ ...base, path: '/slow', handle: () => held }),
        endpoint({ ...base, path: '/health', handle: () => ({}) }),
      ],
      { maxConcurrentRequests: 2 },
    )
    const first = [call('GET', '/slow'), call('GET', '/slow')]
    await new Promise((resolve) => setTimeout(resolve, 50))
    const refused = await call('GET', '/slow')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await call('GET', '/health')).status).toBe(200)
    release()
    expect((await Promise.all(first)).map((answer) => answer.status)).toEqual([200, 200])
  })

  it('refuses with 503 and Retry-After while too many requests wait for the database', async () => {
    let isOverloaded = true
    const { call } = await serve(
      [
        endpoint({ ...base, path: '/work', handle: () => ({ done: true }) }),
        endpoint({ ...base, path: '/health', handle: () => ({ status: 'ok' }) }),
      ],
      { isDatabaseOverloaded: () => isOverloaded },
    )
    const refused = await call('GET', '/work')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await call('GET', '/health')).status).toBe(200)
    isOverloaded = false
    expect((await call('GET', '/work')).status).toBe(200)
  })

  it('shutting down: immediately not ready, serves during the drain delay, then refuses', async () => {
    const { server, call } = await serve([
      endpoint({ ...base, path: '/work', handle: () => ({ done: true }) }),
      endpoint({
        ...base,
        path: '/ready',
        handle: () => {
          if (server.isDraining()) throw new AppError('unavailable', 'not ready')
          return {}
        },
      }),
    ])
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    try {
      const drained = server.drain({ delayMs: 5000, deadlineMs: 1000 })
      expect((await call('GET', '/ready')).status).toBe(503)
      const served = await call('GET', '/work')
      expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
      await vi.advanceTimersByTimeAsync(5000)
      expect((await call('GET', '/work')).status).toBe(503)
      // Not all timers: those of other servers in this process start again and again.
      await vi.advanceTimersByTimeAsync(5000)
      await drained
    } finally {
      vi.useRealTimers()
    }
  })

  it('survives many malformed requests', async () => {
    const { port, call } = await serve([endpoint({ ...base, path: '/a', handle: () => ({}) })])
    await Promise.all(
      Array.from({ length: 300 }, (_, at) => {
        const requests = [
          '\0\x01\x02',
          'GET / HTTP/9.9\r\n\r\n',
          'POST /a HTTP/1.1\r\ncontent-length: x\r\n\r\n',
          `GET /${'%'.repeat(at)} HTTP/1.1\r\nhost: x\r\n\r\n`,
        ]
        return new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(requests[at % 4] ?? ''))
          setTimeout(() => socket.destroy(), 100)
          socket.on('error', () => undefined)
          socket.on('close', () => resolve())
        })
      }),
    )
    expect((await call('GET', '/a')).status).toBe(200)
  })
})
