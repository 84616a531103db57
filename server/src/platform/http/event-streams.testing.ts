// A program of its own, so that tests can run it with every supported version of Node: sends streams of many sizes and
// speeds over real sockets, and prints which of them did not arrive complete.
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EventStream, openEventStream } from './event-stream.ts'

interface Case {
  frames: readonly (string | Buffer)[]
  /** Between frames: nothing, a microtask, or a turn of the event loop. */
  pace: 'at once' | 'microtask' | 'turn'
  /** Whether the last frame is passed to `end`, as at the end of an answer, or written before. */
  lastWith: 'end' | 'write'
  client: 'kept connection' | 'closed connection' | 'slow reader'
}

const SIZES = [1, 90, 1_000, 16_384, 70_000, 400_000]
const COUNTS = [1, 2, 19, 130]
const MAX_BYTES = 8_000_000

function* cases(): Generator<Case> {
  for (const size of SIZES)
    for (const count of COUNTS) {
      if (size * count > MAX_BYTES) continue
      const frames = Array.from({ length: count }, (_, index) => toFrame(index, size))
      for (const pace of ['at once', 'microtask', 'turn'] as const)
        for (const lastWith of ['end', 'write'] as const)
          for (const client of ['kept connection', 'closed connection', 'slow reader'] as const)
            yield { frames, pace, lastWith, client }
    }
}

/** Relayed frames are bytes, written ones are strings. */
function toFrame(index: number, size: number): string | Buffer {
  const frame = `data: ${index} ${'ü'.repeat(size / 2)}\n\n`
  return index % 3 === 1 ? Buffer.from(frame) : frame
}

async function send(stream: EventStream, { frames, pace, lastWith }: Case): Promise<void> {
  stream.begin()
  const [last = ''] = frames.slice(-1)
  for (const frame of frames.slice(0, -1)) {
    await stream.write(frame)
    if (pace === 'microtask') await undefined
    if (pace === 'turn') await nextTurn()
  }
  if (lastWith === 'write') void stream.write(last)
  stream.end(lastWith === 'end' ? String(last) : undefined)
}

const agent = new Agent({ keepAlive: true })

async function bodyOf(client: Case['client'], port: number): Promise<string> {
  if (client === 'slow reader') return readSlowly(port)
  const asked = request({
    host: '127.0.0.1',
    port,
    ...(client === 'kept connection' ? { agent } : { agent: false }),
  })
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  if (!response.complete) throw new Error('the response is incomplete')
  return Buffer.concat(pieces).toString()
}

/** Leaves what arrives in the socket until much is waiting on the other side. */
async function readSlowly(port: number): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('latin1')
  return Buffer.from(withoutChunks(text.slice(text.indexOf('\r\n\r\n') + 4)), 'latin1').toString()
}

function withoutChunks(body: string): string {
  let text = ''
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.slice(at, lineEnd), 16)
    if (lineEnd === -1 || Number.isNaN(size)) throw new Error('the response is incomplete')
    at = lineEnd + 2
    if (size === 0) {
      if (body.length !== at + 2) throw new Error(`${body.length - at - 2} bytes after the end`)
      return text
    }
    text += body.slice(at, at + size)
    at += size + 2
  }
}

async function main(): Promise<void> {
  let current: Case | undefined
  const server = createServer((_incoming, outgoing) => {
    if (current) void send(openEventStream(outgoing, 60_000), current)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const faults: string[] = []
  let count = 0
  for (current of cases()) {
    count++
    const name = `${current.frames.length} × ${current.frames[0]?.length}, ${current.pace}, last with ${current.lastWith}, ${current.client}`
    const limit = AbortSignal.timeout(20_000)
    const body = await Promise.race([
      bodyOf(current.client, port).catch((error: Error) => error),
      once(limit, 'abort').then(() => new Error('it never ended')),
    ])
    if (body instanceof Error) faults.push(`${name}: ${body.message}`)
    else if (body !== current.frames.map(String).join(''))
      faults.push(`${name}: ${body.length} characters arrived`)
    if (faults.length > 20) break
  }
  process.stdout.write(JSON.stringify({ node: process.versions.node, cases: count, faults }))
  agent.destroy()
  server.closeAllConnections()
  server.close()
}

await main()
