import { actingInSchema } from '@bellwether/wire'
import { globalDefaultModel, smallFastModel } from '../../../modules/organizations/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { createBulkImportRoutes } from '../admin/bulk-import.routes.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from './org-admin-deps.ts'
import { createOrgAdminSettingsRoutes } from './org-admin-settings.routes.ts'
import { createOrgAdminUserRoutes } from './org-admin-users.routes.ts'

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const

/** All endpoints for organization admins: LAMB's contract §12. */
export const createOrgAdminRoutes = (deps: OrgAdminDeps): Endpoint[] => [
  ...overviewRoutes(deps),
  ...createOrgAdminUserRoutes(deps),
  ...createBulkImportRoutes(deps),
  ...createOrgAdminSettingsRoutes(deps),
]

const overviewRoutes = (deps: OrgAdminDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/dashboard`,
    summary: 'Get the organization dashboard',
    description: 'Counts, and whether the providers respond.',
    handle: async ({ caller, query }) => {
      const { config, organizations, stats, budgets, providers, lti } = deps
      const row = await actingIn(organizations, caller, query)
      const settings = await organizations.toSettings(row)
      const [numbers, api_status, activities, creatorKey, budgets_used_up] = await Promise.all([
        stats.ofOrganization(row.id),
        providers.statusOf(row),
        lti.activities.count(row.id),
        lti.keys.describeCreatorKey(row.id),
        budgets.countUsedUp(row.id),
      ])
      const { features } = settings.config
      const noModel = { provider: '', model: '' }
      return {
        organization: { id: row.id, name: row.name, slug: row.slug, status: row.status },
        stats: {
          total_users: numbers.users.total,
          active_users: numbers.users.enabled,
          disabled_users: numbers.users.disabled,
          total_assistants: numbers.assistants.total,
          published_assistants: numbers.assistants.published,
          assistants_with_tools: numbers.assistants.with_tools,
          total_lti_activities: activities,
          total_knowledge_bases: numbers.knowledgeBases.total,
        },
        settings: {
          signup_enabled: features?.signup_enabled === true,
          api_configured: api_status.summary.configured_count > 0,
          signup_key_set: Boolean(features?.signup_key),
          lti_creator_enabled: creatorKey.enabled,
        },
        default_models: {
          global_default: globalDefaultModel(settings, config) ?? noModel,
          small_fast: smallFastModel(settings, config) ?? noModel,
        },
        api_status,
        // Not of LAMB: the budgets for all people together.
        budgets_used_up,
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/assistants`,
    summary: 'List all assistants of the organization',
    description: 'Including unpublished ones.',
    handle: async ({ caller, query }) => {
      const row = await actingIn(deps.organizations, caller, query)
      return { assistants: await deps.stats.listAssistants(row.id) }
    },
  }),
]
