import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { asFetch } from './as-fetch.ts'
import { createOutbound } from './create-outbound.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  maxBytes = 1_000_000,
) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const outbound = createOutbound({
    allow: { tools: [`127.0.0.1:${port}`] },
    onRefused: () => undefined,
    firstByteMs: 5000,
    idleMs: 5000,
  })
  closers.push(
    () => outbound.close(),
    () => server.closeAllConnections(),
    () => server.close(),
  )
  const onBroken = vi.fn()
  return {
    url: `http://127.0.0.1:${port}/`,
    call: asFetch(outbound.guarded.tools, { maxBytes, onBroken }),
    onBroken,
  }
}

it('sends and receives like fetch', async () => {
  const { url, call } = await start((request, response) => {
    response.writeHead(201, { 'x-method': request.method, 'set-cookie': ['a=1', 'b=2'] })
    request.pipe(response)
  })
  const answer = await call(url, { method: 'POST', headers: { 'x-one': '1' }, body: 'grüße' })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-method')).toBe('POST')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.text()).toBe('grüße')
})

it('returns every byte once', async () => {
  const pieces = Array.from({ length: 200 }, (_none, index) => String(index % 10).repeat(3000))
  const { url, call } = await start((_request, response) => {
    for (const piece of pieces) response.write(piece)
    response.end()
  })
  expect(await (await call(url)).text()).toBe(pieces.join(''))
})

it('returns every byte once to a slow reader', async () => {
  const pieces = Array.from({ length: 40 }, (_none, index) => String(index % 10).repeat(3000))
  const { url, call } = await start((_request, response) => {
    for (const piece of pieces) response.write(piece)
    response.end()
  })
  const reader = (await call(url)).body?.getReader()
  let text = ''
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 2))
    const part = await reader?.read()
    if (!part || part.done) break
    text += Buffer.from(part.value).toString()
  }
  expect(text).toBe(pieces.join(''))
})

it('stops at the limit, counted over all responses', async () => {
  const { url, call, onBroken } = await start((_request, response) => response.end('x'.repeat(600)), 1000)
  expect((await (await call(url)).text()).length).toBe(600)
  await expect(call(url).then((answer) => answer.text())).rejects.toThrow('too large (limit: 1000 bytes)')
  expect(onBroken).toHaveBeenCalledOnce()
})

it('returns redirects, and refuses compressed responses', async () => {
  const { url, call } = await start((request, response) => {
    if (request.url === '/zip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')
    else response.writeHead(302, { location: '/zip' }).end()
  })
  expect((await call(url)).status).toBe(302)
  await expect(call(`${url}zip`)).rejects.toThrow('compressed')
})

it('aborts with its signal, before and after the head', async () => {
  const { url, call } = await start((request, response) => {
    if (request.url === '/silent') return
    response.write('a')
  })
  const before = new AbortController()
  const waiting = call(`${url}silent`, { signal: before.signal })
  before.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  const after = new AbortController()
  const answer = await call(url, { signal: after.signal })
  const text = answer.text()
  after.abort(new Error('left too'))
  await expect(text).rejects.toThrow('left too')
})

it('has no body for statuses that allow none', async () => {
  const { url, call } = await start((_request, response) => response.writeHead(204).end())
  expect((await call(url)).body).toBeNull()
})
