import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBypassConnector } from '../../../connectors/bypass/bypass.connector.ts'
import { createOpenAiConnector } from '../../../connectors/openai/openai.connector.ts'
import { createConnectorRegistry } from '../../../connectors/registry.ts'
import { hideAddress } from '../../../connectors/upstream/hide-address.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createLog } from '../../../platform/log.ts'
import { createOutbound } from '../../../platform/outbound/create-outbound.ts'
import { testMoodle } from '../../../tools/moodle/test-moodle.ts'
import { createBudgetService } from '../../budgets/index.ts'
import { createSearchModelRoutes } from '../../knowledge/index.ts'
import { createCampus, serve } from '../../users/testing.ts'
import { createMoodleRoutes } from '../moodle/moodle.routes.ts'
import { createProviderSettingRoutes } from '../providers/providers.routes.ts'
import { createProviderService } from '../providers/providers.service.ts'
import { createSettingsRoutes } from './settings.routes.ts'

/** Not a usable provider: the app tests cover real ones. */
const NO_SEARCH_MODELS = {
  providers: () => ({ embeddings: ['openai'], rerank: ['openai'] }),
  embed: async () => [new Float32Array(3)],
  score: async () => [1, 0],
}

/** Two organizations, and all endpoints for their settings, wired as in the app. */
export async function createSettingsCampus(db: Db, env: Record<string, string> = {}) {
  const campus = await createCampus(db, env)
  const outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 5000, idleMs: 5000 })
  const connectors = createConnectorRegistry([createOpenAiConnector({ outbound }), createBypassConnector()])
  const log = createLog('silent')
  const providers = createProviderService({ ...campus, connectors, hideAddress, log, limitMs: 400 })
  const budgets = createBudgetService({ ...campus, flushUsage: async () => undefined })
  const settings = [
    ...createSettingsRoutes({ ...campus, budgets }),
    ...createProviderSettingRoutes({ ...campus, providers }),
    ...createMoodleRoutes({ ...campus, testMoodle: (...test) => testMoodle(outbound, ...test) }),
    ...createSearchModelRoutes({
      ...campus,
      searchModels: NO_SEARCH_MODELS,
      transcriber: { providers: () => ['openai'], transcribe: async () => ({ text: '', segments: [] }) },
      knowledge: { embeddingsChanged: () => undefined },
    }),
  ]
  return { ...campus, outbound, providers, budgets, settings }
}

/** The same on a real server. Nora is an admin of the north; root may change every organization. */
export async function serveSettings(db: Db) {
  const campus = await createSettingsCampus(db)
  const server = await serve(campus, campus.settings)
  const at = (path: string) => `/organizations/north/${path}`
  return {
    ...campus,
    asNora: (method: string, path: string, body?: unknown) =>
      server.send(campus.nora, method, at(path), body),
    asRoot: (method: string, path: string, body?: unknown) =>
      server.send(campus.root, method, at(path), body),
    send: server.send,
    /** Before each test. */
    clear: () => campus.organizations.saveConfig(campus.root, { id: campus.north }, {}),
    async close() {
      await server.close()
      await campus.outbound.close()
    },
  }
}
export type SettingsServer = Awaited<ReturnType<typeof serveSettings>>

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
