import type { UserCaller } from '../../platform/caller.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
  body: any
}

/** A real server for tests that takes the caller by name; authentication is tested elsewhere. */
export async function serve(endpoints: Endpoint[], callers: readonly UserCaller[]) {
  const http = createHttpServer({
    endpoints,
    authenticate: async (exchange) => callers.find((caller) => caller.name === exchange.header('x-caller')),
    maxBodyBytes: 64 * 1024,
    log: createLog('silent'),
    metrics: createMetrics(),
    maxConcurrentRequests: 100,
    isDatabaseOverloaded: () => false,
    trustProxy: false,
    corsOrigins: [],
  })
  const { port } = await http.listen(0, '127.0.0.1')

  async function send(
    caller: UserCaller | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(caller ? { 'x-caller': caller.name } : {}) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }

  /** The response as it is, for content other than JSON. */
  const raw = (caller: UserCaller, path: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-caller': caller.name } })

  return { send, raw, close: () => http.drain({ delayMs: 0, deadlineMs: 0 }) }
}
