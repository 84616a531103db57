// The same work in plain node:http: three tools, template, stream, usage.
import { Agent, createServer, request } from 'node:http'
import { handle, record } from './work.mjs'

const upstream = new URL(process.env.UPSTREAM)
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, noDelay: true })

const server = createServer(
  handle((messages, outgoing) => {
    const body = JSON.stringify({ model: process.env.MODEL, stream: true, messages })
    const call = request(
      {
        agent,
        host: upstream.hostname,
        port: upstream.port,
        path: '/v1/chat/completions',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (answer) => relay(answer, outgoing),
    )
    call.end(body)
  }),
)

/** Passes on each event, and reads the usage from the last ones. */
function relay(answer, outgoing) {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
  answer.setEncoding('utf8')
  let rest = ''
  answer.on('data', (part) => {
    const events = (rest + part).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      if (event !== 'data: [DONE]') {
        const { usage } = JSON.parse(event.slice('data: '.length))
        if (usage) record(usage.prompt_tokens, usage.completion_tokens)
      }
      outgoing.write(`${event}\n\n`)
    }
  })
  answer.on('end', () => outgoing.end())
}
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1', 4096)
