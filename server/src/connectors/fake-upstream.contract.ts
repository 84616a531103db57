import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchWhole, mapPurposes } from '../platform/outbound/create-outbound.ts'
import type { Outbound, OutboundClient } from '../platform/outbound/outbound.ts'

/** A fake provider for tests of connectors. */
export interface FakeUpstream {
  url: string
  /** Set by each test. Called after the request's body was read. */
  answer: (response: ServerResponse, body: string, request: IncomingMessage) => void
  requests: { url: string; headers: IncomingMessage['headers']; body: string }[]
  /** The number of open responses, each of which holds a socket. */
  openAnswers(): number
  close(): Promise<void>
}

export async function startFakeUpstream(): Promise<FakeUpstream> {
  let open = 0
  const upstream: FakeUpstream = {
    url: '',
    answer: (response) => response.writeHead(500).end('no answer was set'),
    requests: [],
    openAnswers: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    open++
    response.on('close', () => open--)
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      upstream.requests.push({ url: request.url ?? '', headers: request.headers, body })
      upstream.answer(response, body, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return upstream
}

/** An upstream without sockets that delivers exactly these chunks, each in its own turn of the event loop. */
export function outboundOf(contentType: string, pieces: readonly Buffer[]): Outbound {
  const client: OutboundClient = {
    start(_request, handler) {
      let over = false
      const deliver = async () => {
        handler.onHead({ status: 200, headers: { 'content-type': contentType } })
        for (const piece of pieces) {
          if (over) return
          handler.onData(piece)
          await new Promise(setImmediate)
        }
        if (!over) handler.onEnd()
      }
      setImmediate(() => void deliver())
      return {
        resume: () => undefined,
        abort: (reason) => {
          if (over) return
          over = true
          handler.onError(reason)
        },
      }
    },
    fetchWhole: (request, maxBytes) => fetchWhole(client, request, maxBytes),
  }
  return { trusted: client, guarded: mapPurposes(() => client), close: async () => undefined }
}
