import { pino } from 'pino'
import { afterAll } from 'vitest'
import type { Caller } from '../caller.ts'
import { unauthenticated } from '../errors.ts'
import type { Endpoint } from './endpoint.ts'
import { createMetrics } from './metrics.ts'
import { createHttpServer } from './server.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
}

/** Serves some endpoints on a loopback port until the suite ends. A caller's name is their token. */
export async function serve(endpoints: readonly Endpoint[], callers: Readonly<Record<string, Caller>>) {
  const http = createHttpServer({
    endpoints,
    authenticate: async (exchange) => {
      const name = exchange.header('authorization')?.replace(/^Bearer /, '')
      if (name === undefined) return undefined
      const caller = callers[name]
      if (!caller) throw unauthenticated()
      return caller
    },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    maxBodyBytes: 1024 * 1024,
    maxConcurrentRequests: 100,
    isDatabaseOverloaded: () => false,
    trustProxy: false,
    corsOrigins: [],
  })
  const { port } = await http.listen(0, '127.0.0.1')
  afterAll(() => http.drain({ delayMs: 0, deadlineMs: 1000 }))
  const url = `http://127.0.0.1:${port}`

  const send = (token: string | undefined, method: string, path: string, body?: unknown, headers = {}) =>
    fetch(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })

  async function call(...request: Parameters<typeof send>): Promise<Answer> {
    const response = await send(...request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  return { url, port, send, call }
}
