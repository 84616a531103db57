// Baseline: the fastest relay in Node that we know. undici's dispatch, and one write per read of the provider's socket.
// No key, no assistant, no usage, no cancelling.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'

// The version that the server uses.
const { Pool } = createRequire(new URL('../../../server/package.json', import.meta.url))('undici')
const pool = new Pool(process.env.UPSTREAM, { connections: 500, pipelining: 1 })

const server = createServer((incoming, outgoing) => {
  const parts = []
  incoming.on('data', (part) => parts.push(part))
  incoming.on('end', () => {
    pool.dispatch(
      {
        path: '/v1/chat/completions',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: Buffer.concat(parts),
      },
      toHandler(outgoing),
    )
  })
})

function toHandler(outgoing) {
  return {
    onRequestStart: () => undefined,
    onResponseStart() {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    },
    onResponseData(_controller, bytes) {
      if (outgoing.writableCorked === 0) {
        outgoing.cork()
        setImmediate(() => outgoing.uncork())
      }
      outgoing.write(bytes)
    },
    onResponseEnd() {
      outgoing.end()
    },
    onResponseError() {
      outgoing.destroy()
    },
  }
}
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1', 4096, () => console.log('ready'))
