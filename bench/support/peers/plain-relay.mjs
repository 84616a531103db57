// Baseline: the minimal relay of a stream with plain node:http. No key, no assistant, no usage, no cancelling.
import { Agent, createServer, request } from 'node:http'

const upstream = new URL(process.env.UPSTREAM)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, noDelay: true })
const server = createServer((incoming, outgoing) => {
  const parts = []
  incoming.on('data', (part) => parts.push(part))
  incoming.on('end', () => {
    const body = Buffer.concat(parts)
    const call = request(
      {
        agent,
        host: upstream.hostname,
        port: upstream.port,
        path: '/v1/chat/completions',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': body.length },
      },
      (answer) => {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        answer.on('data', (part) => outgoing.write(part))
        answer.on('end', () => outgoing.end())
      },
    )
    call.end(body)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1', 4096, () => console.log('ready'))
