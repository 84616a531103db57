import { createAuditLog, createAuditRoutes } from '../../../modules/audit/index.ts'
import { createLti } from '../../../modules/lti/index.ts'
import {
  createMcpClient,
  createMcpServerRoutes,
  createMcpServerService,
} from '../../../modules/mcp-servers/index.ts'
import { createSettingsCampus } from '../../../modules/organizations/settings/settings.testing.ts'
import { type Campus, serve } from '../../../modules/users/testing.ts'
import type { Db } from '../../../platform/db/db.ts'
import { createTestOutbox } from '../../../platform/db/testing.ts'
import { createAdminOrganizationRoutes } from '../admin/admin-organizations.routes.ts'
import { createAdminUserRoutes } from '../admin/admin-users.routes.ts'
import { createProfileRoutes } from '../profile.routes.ts'
import { createRuntimeRoutes } from '../runtime.routes.ts'
import { createOrgAdminRoutes } from './org-admin.routes.ts'

/** Serves all admin endpoints, wired as in the app, on a real server. */
export async function createAdminDoor(db: Db, env: Record<string, string> = {}) {
  const campus = await createSettingsCampus(db, env)
  const { config, outbound } = campus
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
    settings: campus.settings,
    orgAdmin: createOrgAdminRoutes({
      ...campus,
      lti: createLti({
        ...campus,
        environment: { consumerKey: 'lamb', secret: undefined },
        assistantSecret: undefined,
      }),
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
