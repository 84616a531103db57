import { connect, createServer, type Socket } from 'node:net'

/** A proxy between the server and its database, so that the connection can be cut. */
export async function startDatabaseProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isCut = false
  let isFrozen = false
  /** What continues after a pause. */
  let stalled: (() => void)[] = []
  let cutsCommit: 'before' | 'after' | undefined
  /** Runs before the bytes are passed on, so that a commit can be kept from the database. */
  const watchCommits = (client: Socket, upstream: Socket) =>
    client.on('data', (bytes) => {
      if (!cutsCommit || !/commit\0/i.test(bytes.toString('latin1'))) return
      if (cutsCommit === 'before') upstream.destroy()
      else
        upstream
          .unpipe(client)
          .resume()
          .once('data', () => client.destroy())
      cutsCommit = undefined
    })
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    if (isFrozen) return void sockets.add(client.on('error', () => undefined).pause())
    const upstream = connect(Number(target.port), target.hostname)
    watchCommits(client, upstream)
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
    /** Nothing passes any more, and neither side is notified. */
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Like a paused machine: nothing passes until `mend`, and then all of it. */
    stall() {
      for (const socket of sockets) socket.pause()
      stalled = [...sockets].map((socket) => () => socket.resume())
    },
    /** The next commit doesn't reach the database. */
    cutBeforeCommit() {
      cutsCommit = 'before'
    },
    /** The next commit succeeds, but its answer is lost. */
    cutAfterCommit() {
      cutsCommit = 'after'
    },
    mend() {
      isCut = false
      isFrozen = false
      for (const go of stalled.splice(0)) go()
    },
    close: () => server.close(),
  }
}
