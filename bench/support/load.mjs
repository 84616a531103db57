// Load over bare sockets: the client must not cost more than the server that it measures.
import { connect } from 'node:net'

export const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]

class Connection {
  constructor({ host, port }) {
    this.socket = connect({ host, port, noDelay: true })
    this.socket.on('error', (error) => this.fail?.(error))
    this.socket.on('close', () => this.fail?.(new Error('closed')))
    this.socket.on('data', (bytes) => this.take?.(bytes))
  }

  /** One streamed completion. Returns the milliseconds to the first token. */
  ask(head, body) {
    return new Promise((resolve, reject) => {
      const start = performance.now()
      let first
      let status
      let tail = ''
      this.fail = reject
      this.take = (bytes) => {
        const text = tail + bytes.toString('latin1')
        status ??= Number(text.slice(9, 12))
        if (first === undefined && /"content":"[^"]/.test(text)) first = performance.now() - start
        tail = text.slice(-40)
        const isChunkedEnd = tail.endsWith('\r\n0\r\n\r\n')
        if (!isChunkedEnd && status === 200) return
        this.take = undefined
        this.fail = undefined
        if (status !== 200 || !text.includes('[DONE]'))
          reject(new Error(`status ${status}: ${text.slice(-300)}`))
        else resolve({ first: first ?? performance.now() - start, total: performance.now() - start })
      }
      this.socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  close() {
    this.fail = undefined
    this.socket.destroy()
  }
}

const headOf = ({ host, port, key }) =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\nauthorization: Bearer ${key}\r\n`
/** `earlier`: messages before the question. */
const bodiesOf = ({ model, questions = ['Which page does this rest on?'], earlier = [] }) =>
  questions.map((content) =>
    JSON.stringify({ model, stream: true, messages: [...earlier, { role: 'user', content }] }),
  )

/** `count` requests, `concurrency` at a time. */
export async function load(target, { concurrency, count }) {
  const head = headOf(target)
  const bodies = bodiesOf(target)
  const firsts = []
  let errors = 0
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      let connection = new Connection(target)
      while (next++ < count) {
        const body = bodies[next % bodies.length]
        try {
          firsts.push((await connection.ask(head, body)).first)
        } catch (error) {
          errors++
          if (errors < 4) console.error(String(error).slice(0, 300))
          connection.close()
          connection = new Connection(target)
        }
      }
      connection.close()
    }),
  )
  firsts.sort((a, b) => a - b)
  return {
    errors,
    perSecond: Math.round((firsts.length / (performance.now() - start)) * 1000),
    firstP10: percentile(firsts, 0.1),
    firstP50: percentile(firsts, 0.5),
    firstP99: percentile(firsts, 0.99),
  }
}

/** Opens `count` streams and keeps them open; `leave` closes all of them at once. */
export async function holdOpen(target, count) {
  const head = headOf(target)
  const [body] = bodiesOf(target)
  const connections = []
  let broken = 0
  for (let at = 0; at < count; at += 50) {
    for (let opened = 0; opened < Math.min(50, count - at); opened++) {
      const connection = new Connection(target)
      connections.push(connection)
      connection.ask(head, body).catch(() => broken++)
    }
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  return {
    broken: () => broken,
    leave() {
      for (const connection of connections) connection.close()
    },
  }
}
