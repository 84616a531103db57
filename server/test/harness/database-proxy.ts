import { connect, createServer, type Socket } from 'node:net'

/** Between the server and its database, so that the way can be cut. */
export async function startDatabaseProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    if (isFrozen) return void sockets.add(client.on('error', () => undefined).pause())
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    /** Nothing passes any more, and neither side is told. */
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      isCut = false
      isFrozen = false
    },
    close: () => server.close(),
  }
}
