import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drained } from './event-stream.ts'

const server = createServer()
let client: Socket
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** More than any system buffers for a client that does not read. */
const LARGE_BODY = Buffer.alloc(32 * 1024 * 1024)

async function fullAnswer(): Promise<ServerResponse> {
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.pause()
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [, outgoing] = (await once(server, 'request')) as [unknown, ServerResponse]
  expect(outgoing.write(LARGE_BODY)).toBe(false)
  return outgoing
}

it('waits for a slow client', async () => {
  const outgoing = await fullAnswer()
  setTimeout(() => client.resume(), 100)
  // As long as the test may take: on a busy machine, reading takes seconds.
  await drained(outgoing, 240_000)
  expect(outgoing.destroyed).toBe(false)
  outgoing.end()
})

it('disconnects a client that stops reading', async () => {
  const outgoing = await fullAnswer()
  await drained(outgoing, 100)
  expect(outgoing.destroyed).toBe(true)
})

it('does not wait for a client that has disconnected, before or meanwhile', async () => {
  const outgoing = await fullAnswer()
  setTimeout(() => client.destroy(), 20)
  await drained(outgoing)
  expect(outgoing.write('more')).toBe(false)
  await drained(outgoing)
})
