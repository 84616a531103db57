import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { UserCaller } from '../../platform/caller.ts'
import { readConfig } from '../../platform/config.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLocalNotifications } from '../../platform/instances/coordination.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { createConformanceOffer } from './conformance-offer.testing.ts'
import { createMcpRoutes } from './mcp.routes.ts'
import type { McpOffer } from './offer/mcp-offer.ts'
import type { ListeningTimes } from './protocol/listening.ts'
import { createNotesInMemory } from './session-notes.testing.ts'

const ANYBODY: UserCaller = {
  kind: 'user',
  userId: 1,
  email: 'anybody@example.edu',
  name: 'Anybody',
  userType: 'creator',
  systemAdmin: false,
  organizationId: 1,
  organizationRole: 'member',
  credential: 'api_key',
  onlyAssistants: null,
  trustedForwarder: false,
}

/**
 * Our door with the suite's fixtures behind it, and everybody let in: the suite sends no credential. By hand:
 * `node --import tsx server/src/doors/mcp/conformance.testing.ts 9780`, then the suite as docs/reference/mcp.md says.
 */
export async function startConformanceServer({
  port = 0,
  offer = createConformanceOffer(),
  listeningTimes,
  isOpen = () => true,
}: {
  port?: number
  offer?: McpOffer
  listeningTimes?: ListeningTimes
  /** Whether anybody is let in. */
  isOpen?: () => boolean
} = {}) {
  const authenticate = async () => (isOpen() ? ANYBODY : undefined)
  const log = pino({ level: 'silent' })
  const endpoints = createMcpRoutes({
    offer,
    version: '1',
    config: readConfig({}),
    box: createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
    notifications: createLocalNotifications(log),
    notes: createNotesInMemory(),
    authenticate,
    oauth: undefined,
    log,
    ...(listeningTimes ? { listeningTimes } : {}),
  })
  const http = createHttpServer({
    endpoints,
    authenticate,
    maxBodyBytes: 1_000_000,
    log,
    metrics: createMetrics(),
    maxConcurrentRequests: 1000,
    isDatabaseOverloaded: () => false,
    trustProxy: false,
    corsOrigins: [],
  })
  const { port: taken } = await http.listen(port, '127.0.0.1')
  return { url: `http://localhost:${taken}`, stop: () => http.drain({ delayMs: 0, deadlineMs: 100 }) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startConformanceServer({ port: Number(process.argv[2] ?? 9780) })
  process.stdout.write(`${url}/mcp\n`)
}
