import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBypassConnector } from '../../../connectors/bypass/bypass.connector.ts'
import { createOpenAiConnector } from '../../../connectors/openai/openai.connector.ts'
import { createConnectorRegistry } from '../../../connectors/registry.ts'
import { createAuditLog, createAuditRoutes } from '../../../modules/audit/index.ts'
import { createBudgetService } from '../../../modules/budgets/index.ts'
import { createLti } from '../../../modules/lti/index.ts'
import {
  createMcpClient,
  createMcpServerRoutes,
  createMcpServerService,
} from '../../../modules/mcp-servers/index.ts'
import { type Campus, createCampus, serve } from '../../../modules/users/testing.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createTestOutbox } from '../../../platform/db/testing.ts'
import { createLog } from '../../../platform/log.ts'
import { createOutbound } from '../../../platform/outbound/create-outbound.ts'
import { createAdminOrganizationRoutes } from '../admin/admin-organizations.routes.ts'
import { createAdminUserRoutes } from '../admin/admin-users.routes.ts'
import { createProfileRoutes } from '../profile.routes.ts'
import { createRuntimeRoutes } from '../runtime.routes.ts'
import { createOrgAdminRoutes } from './org-admin.routes.ts'
import { createApiStatus } from './org-admin-api-status.ts'

/** Not a usable provider: the app tests cover real ones. */
const NO_SEARCH_MODELS = {
  providers: () => ({ embeddings: ['openai'], rerank: ['openai'] }),
  embed: async () => [new Float32Array(3)],
  score: async () => [1, 0],
}

/** Serves all admin endpoints, wired as in the app, on a real server. */
export async function createAdminDoor(db: Db, env: Record<string, string> = {}) {
  const campus = await createCampus(db, env)
  const outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 5000, idleMs: 5000 })
  const connectors = createConnectorRegistry([createOpenAiConnector({ outbound }), createBypassConnector()])
  const { config } = campus
  const apiStatus = createApiStatus({ config, connectors, log: createLog('silent'), limitMs: 400 })
  const client = createMcpClient({ outbound, version: 'test' })
  const fail = (error: unknown): never => {
    throw error
  }
  const audit = createAuditLog({ ...campus, outbox: createTestOutbox(db), onError: fail })
  const endpoints = {
    oversight: [
      ...createMcpServerRoutes({ mcpServers: createMcpServerService({ ...campus, client }) }),
      ...createAuditRoutes({ audit }),
    ],
    organizations: createAdminOrganizationRoutes(campus),
    users: createAdminUserRoutes(campus),
    orgAdmin: createOrgAdminRoutes({
      ...campus,
      apiStatus,
      budgets: createBudgetService(campus),
      outbound,
      lti: createLti({
        ...campus,
        environment: { consumerKey: 'lamb', secret: undefined },
        assistantSecret: undefined,
      }),
      searchModels: NO_SEARCH_MODELS,
      transcriber: { providers: () => ['openai'], transcribe: async () => ({ text: '', segments: [] }) },
      knowledge: { embeddingsChanged: () => undefined },
    }),
    profile: createProfileRoutes(campus),
    runtime: createRuntimeRoutes({ publicUrl: config.publicUrl, openWebUiUrl: undefined }),
  }
  const server = await serve(campus, Object.values(endpoints).flat())
  return {
    ...campus,
    ...server,
    endpoints,
    audit,
    async close() {
      await server.close()
      await audit.close()
      await outbound.close()
    },
  }
}
export type AdminDoor = Awaited<ReturnType<typeof createAdminDoor>>
export type { Campus }

/** A fake provider or other server that records its requests. */
export async function createUpstream(
  answer: (path: string, key: string | undefined) => { status: number; body: object },
) {
  const requests: { path: string; authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    const { authorization } = request.headers
    const path = request.url ?? ''
    requests.push({ path, authorization })
    if (path.endsWith('/silent/models')) return
    const { status, body } = answer(path, authorization?.replace('Bearer ', ''))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
