import { pino } from 'pino'
import { afterEach } from 'vitest'
import type { Caller, UserCaller } from '../caller.ts'
import type { Log } from '../log.ts'
import type { DispatchOptions } from './dispatch.ts'
import type { Endpoint } from './endpoint.ts'
import { createMetrics } from './metrics.ts'
import { createHttpServer, type HttpServer } from './server.ts'

const user = (fields: Partial<UserCaller> = {}): UserCaller => ({
  kind: 'user',
  userId: 1,
  email: 'a@example.edu',
  name: 'A',
  userType: 'creator',
  systemAdmin: false,
  organizationId: 1,
  organizationRole: 'member',
  credential: 'session',
  onlyAssistants: null,
  trustedForwarder: false,
  ...fields,
})

export const CALLERS: Record<string, Caller> = {
  member: user(),
  key: user({ credential: 'api_key' }),
  'limited-key': user({ credential: 'api_key', onlyAssistants: [1] }),
  'organization-admin': user({ organizationRole: 'admin' }),
  'system-admin': user({ systemAdmin: true }),
  system: { kind: 'system', trustedForwarder: true },
}

let open: HttpServer[] = []
afterEach(async () => {
  await Promise.all(open.map((server) => server.drain({ delayMs: 0, deadlineMs: 100 })))
  open = []
})

export async function serve(
  endpoints: Endpoint[],
  options: {
    maxBodyBytes?: number
    maxConcurrentRequests?: number
    trustProxy?: boolean
    isDatabaseOverloaded?: () => boolean
    log?: Log
    noteAdminChange?: NonNullable<DispatchOptions['noteAdminChange']>
  } = {},
) {
  const server = createHttpServer({
    endpoints,
    authenticate: async (exchange) => CALLERS[exchange.header('authorization')?.slice(7) ?? ''],
    maxBodyBytes: 1000,
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    maxConcurrentRequests: 100,
    isDatabaseOverloaded: () => false,
    trustProxy: false,
    corsOrigins: [],
    ...options,
  })
  open.push(server)
  const { port } = await server.listen(0, '127.0.0.1')
  const call = async (
    method: string,
    path: string,
    { as, body, headers }: { as?: string; body?: string; headers?: object } = {},
  ) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }
  return { server, port, call }
}

export const base = { method: 'GET', tag: 't', summary: 's', description: 'd', access: 'public' } as const
