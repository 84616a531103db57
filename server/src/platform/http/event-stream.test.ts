import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openEventStream } from './event-stream.ts'

/** Both ends of a request that waits for its response. */
async function connect() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>
  const request = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  const [, outgoing] = await asked
  return { request, outgoing }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

it('sends its head once, then the events in order', async () => {
  const { request, outgoing } = await connect()
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  const stream = openEventStream(outgoing, 60_000)
  expect(stream.hasBegun).toBe(false)
  stream.begin({ 'x-chat-id': '1' })
  stream.begin({ 'x-chat-id': '2' })
  expect(stream.hasBegun).toBe(true)
  await stream.write('data: a\n\n')
  await stream.write(Buffer.from('data: b\n\n'))
  stream.end('data: c\n\n')
  stream.end('data: d\n\n')
  const [response] = await answered
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-chat-id': '1',
  })
  expect(await textOf(response)).toBe('data: a\n\ndata: b\n\ndata: c\n\n')
  expect(stream.isOpen).toBe(false)
})

it('drops writes after the client has disconnected', async () => {
  const { request, outgoing } = await connect()
  request.on('error', () => undefined)
  const stream = openEventStream(outgoing, 60_000)
  stream.begin()
  stream.flush()
  await once(request, 'response')
  request.destroy()
  await once(outgoing, 'close')
  expect(stream.isOpen).toBe(false)
  expect(stream.write('data: a\n\n')).toBeUndefined()
  stream.end()
})

it('sends a heartbeat while nothing else is written', async () => {
  const { request, outgoing } = await connect()
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  const stream = openEventStream(outgoing, 1)
  stream.begin()
  stream.flush()
  const [response] = await answered
  const [first] = (await once(response, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/^: still here\n\n/)
  stream.end()
})
