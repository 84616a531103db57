import {
  actingInSchema,
  assistantMigrationSchema,
  forbiddenToolsSchema,
  traceDaysSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { OrganizationService } from '../../../modules/organizations/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn } from './org-admin-acting.ts'

const common = {
  tag: 'LAMB: organization admin',
  access: 'organization-admin',
  query: actingInSchema,
  path: '/creator/admin/org-admin/settings/assistants',
} as const
const settingsSchema = z.object({
  assistant_migration: assistantMigrationSchema,
  trace_days: traceDaysSchema,
  forbidden_tools: forbiddenToolsSchema,
  multi_tool_enabled: z.boolean().meta({
    description: 'Whether assistants may be made of several tools; classic assistants are not affected',
  }),
  model_fallback: z.boolean().meta({
    description:
      'Whether the organization’s default model answers where an assistant’s own model fails; never when the request itself is refused',
  }),
  require_tests: z.boolean().meta({
    description: 'Whether assistants can only be published while their tests pass',
  }),
})
const changeSchema = settingsSchema
  .partial()
  .refine(
    (change) => Object.keys(change).length > 0,
    'give assistant_migration, trace_days, forbidden_tools, multi_tool_enabled, model_fallback or require_tests',
  )

/** Settings for all of the organization's assistants. */
export const createOrgAdminAssistantRoutes = ({
  organizations,
  config: server,
}: {
  organizations: OrganizationService
  config: Pick<Config, 'TRACE_DAYS'>
}): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    summary: 'Get assistant settings',
    description:
      'When classic assistants are converted, how long traces are kept, which tools are disabled, whether multi-tool assistants are allowed, whether the default model answers when another one fails, and whether tests must pass before publishing.',
    answer: settingsSchema,
    handle: async ({ caller, query }) => {
      const { config } = await organizations.toSettings(await actingIn(organizations, caller, query))
      return {
        assistant_migration: config.assistant_migration ?? 'manual',
        trace_days: config.trace_days ?? server.TRACE_DAYS,
        forbidden_tools: config.forbidden_tools ?? [],
        multi_tool_enabled: config.features?.multi_tool_enabled !== false,
        model_fallback: config.model_fallback ?? false,
        require_tests: config.require_tests ?? false,
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    summary: 'Update assistant settings',
    description:
      'When classic assistants are converted (`manual` or `on_access`), how many days traces are kept (0 = not at all), which tools are disabled, whether multi-tool assistants are allowed, whether the default model answers when another one fails, and whether tests must pass before publishing.',
    body: changeSchema,
    answer: changeSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const { multi_tool_enabled, ...rest } = body
      const features = multi_tool_enabled === undefined ? {} : { multi_tool_enabled }
      await organizations.changeConfig(caller, row, (current) => ({
        ...current,
        ...rest,
        features: { ...current.features, ...features },
      }))
      return body
    },
  }),
]
