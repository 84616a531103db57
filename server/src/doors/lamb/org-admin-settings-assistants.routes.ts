import { actingInSchema, assistantMigrationSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { OrganizationService } from '../../modules/organizations/index.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { actingIn } from './org-admin-acting.ts'

const common = {
  tag: 'LAMB: organization admin',
  access: 'organization-admin',
  query: actingInSchema,
  path: '/creator/admin/org-admin/settings/assistants',
} as const
const settingsSchema = z.object({ assistant_migration: assistantMigrationSchema })

/** How the organization treats its assistants as a whole. */
export const createOrgAdminAssistantRoutes = ({
  organizations,
}: {
  organizations: OrganizationService
}): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    summary: 'When classic assistants become assistants of tools: manual, or on_access',
    answer: settingsSchema,
    handle: async ({ caller, query }) => {
      const { config } = organizations.toSettings(await actingIn(organizations, caller, query))
      return { assistant_migration: config.assistant_migration ?? 'manual' }
    },
  }),
  endpoint({
    ...common,
    method: 'PUT',
    summary: 'Choose when classic assistants become assistants of tools; their prompts stay the same',
    body: settingsSchema,
    answer: settingsSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      await organizations.changeConfig(caller, row, (shown) => ({ ...shown, ...body }))
      return body
    },
  }),
]
