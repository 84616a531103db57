import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sends each request to the next instance and knows nothing about sessions, chats or dialogs. */
export async function startRoundRobin(urls: readonly string[]) {
  let turn = 0
  // Longer than the instances tell their clients to keep a connection, which is passed on: a shorter time would end
  // connections that a client is about to use.
  const server = createServer({ keepAliveTimeout: 120_000 }, (incoming, outgoing) => {
    const target = new URL(incoming.url ?? '/', urls[turn++ % urls.length])
    const { method, headers } = incoming
    const passed = request(target, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
