import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { notFound } from '../errors.ts'
import { endpoint, foreignEndpoint, Reply } from './endpoint.ts'
import { base, serve } from './server.testing.ts'

describe('input and output', () => {
  const echo = endpoint({
    answer: z.unknown(),
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
      endpoint({
        answer: z.unknown(),
        ...base,
        method: 'POST',
        path: '/things',
        body: z.unknown(),
        handle: () => ({}),
      }),
      foreignEndpoint('LAMB')({
        ...base,
        method: 'POST',
        path: '/creator/things',
        body: z.unknown(),
        handle: () => ({}),
      }),
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

  it('refuses compressed bodies by name instead of as invalid JSON', async () => {
    const { call } = await serve([echo])
    const send = (encoding: string) =>
      call('POST', '/echo', { body: '{"name":"Ada"}', headers: { 'content-encoding': encoding } })
    expect(await send('gzip')).toMatchObject({
      status: 415,
      body: { detail: expect.stringContaining('without Content-Encoding') },
    })
    expect((await send('identity')).status).toBe(200)
  })

  it('takes a query parameter named like a property of every object for a plain value', async () => {
    const search = endpoint({
      answer: z.unknown(),
      ...base,
      path: '/search',
      query: z.looseObject({}),
      handle: ({ query }) => ({ query }),
    })
    const { call } = await serve([search])
    const text = (await call('GET', '/search?constructor=a&__proto__=b&__proto__=c')).body
    expect(JSON.stringify(text)).toBe('{"query":{"constructor":"a"}}')
  })

  it('names an unknown field together with the one that is missing', async () => {
    const { call } = await serve([{ ...echo, lenient: false }])
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
      answer: z.unknown(),
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
    const { call } = await serve([endpoint({ answer: z.unknown(), ...base, path: '/a', handle: () => ({}) })])
    for (const path of ['/a', '/nowhere'])
      expect((await call('GET', path)).headers.get('connection')).toBe('keep-alive')
  })

  it('returns AppErrors in the endpoint’s format, and no details of other errors', async () => {
    const { call } = await serve([
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/lamb',
        handle: () => Promise.reject(notFound('Assistant')),
      }),
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/success',
        errors: 'lamb-success',
        handle: () => Promise.reject(notFound('User')),
      }),
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/openai',
        errors: 'openai',
        handle: () => Promise.reject(notFound('Model')),
      }),
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/bug',
        handle: () => Promise.reject(new Error('password=hunter2')),
      }),
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
    expect((await call('POST', '/v1/responses', {})).body.error).toMatchObject({
      type: 'not_found_error',
      code: 'unknown_url',
      message: expect.stringContaining('/v1/chat/completions'),
    })
    const bug = await call('GET', '/bug')
    expect(bug.status).toBe(500)
    expect(JSON.stringify(bug.body)).not.toContain('hunter2')
  })

  it('allows browsers on any page, without cookies, and exposes the headers they need', async () => {
    const { call } = await serve([
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/a',
        handle: () => new Reply('hi', { 'x-chat-id': '1' }),
      }),
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
