import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import { AppError } from '../errors.ts'
import { createOutbound, type OutboundOptions } from './create-outbound.ts'
import type { Outbound, OutboundRequest } from './outbound.ts'

/** Servers and clients that are closed after each test of the file. */
export function useOutbound() {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    const sockets = new Set<Socket>()
    const server: Server = createServer(answer)
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    return { port, url: `http://127.0.0.1:${port}`, sockets }
  }

  function outboundWith(options: Partial<OutboundOptions> = {}): Outbound {
    const outbound = createOutbound({
      allow: {},
      onRefused: () => undefined,
      firstByteMs: 5000,
      idleMs: 5000,
      ...options,
    })
    closers.unshift(() => outbound.close())
    return outbound
  }

  return { serve, outboundWith, closeAfterTest: (close: () => unknown) => void closers.push(close) }
}

export const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'GET',
  url,
  signal: new AbortController().signal,
  ...more,
})

export async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}
