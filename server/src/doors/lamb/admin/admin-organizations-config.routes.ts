import {
  ADMIN_LIMITS,
  assistantDefaultsSchema,
  organizationConfigSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import {
  ENVIRONMENT_PROVIDERS,
  fromEnvironment,
  type OrganizationService,
  type OrganizationStats,
  toAssistantDefaults,
} from '../../../modules/organizations/index.ts'
import type { MembershipService, UserAdminService } from '../../../modules/users/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'

export const organizationsGroup = {
  tag: 'organizations',
  access: 'system-admin',
  base: '/creator/admin/organizations',
} as const
const ofSlug = {
  ...organizationsGroup,
  base: `${organizationsGroup.base}/{slug}`,
  params: slugParamSchema,
} as const
export const ofOrganization = lambGroup(ofSlug)
const ofOwnOrganization = lambGroup({ ...ofSlug, access: 'organization-admin', base: '/creator' })
const DEFAULTS = [
  '/admin/organizations/{slug}/assistant-defaults',
  '/assistant/organizations/{slug}/assistant-defaults',
]

/**
 * Accepts the configuration as shown, or wrapped as some LAMB clients send it: storing `{"config": …}`
 * unchanged would empty the configuration.
 */
const givenConfigSchema = z.union([
  z.strictObject({ config: organizationConfigSchema }).transform(({ config }) => config),
  organizationConfigSchema,
])

export interface AdminOrganizationDeps {
  config: Config
  organizations: OrganizationService
  membership: MembershipService
  userAdmin: Pick<UserAdminService, 'list'>
  stats: OrganizationStats
}

/** Endpoints for the configuration, defaults, usage and export of an organization. */
export const createAdminOrganizationConfigRoutes = (deps: AdminOrganizationDeps): Endpoint[] => [
  ...configRoutes(deps),
  ...overviewRoutes(deps),
]

const configRoutes = ({ organizations }: AdminOrganizationDeps): Endpoint[] => [
  ofOrganization('GET', '/config', 'Get the configuration of an organization, without secrets', {
    answer: organizationConfigSchema,
    handle: async ({ caller, params: { slug } }) =>
      organizations.toRecord(await organizations.getFor(caller, 'see', slug)).config,
  }),
  ofOrganization('PUT', '/config', 'Replace the configuration of an organization', {
    description: 'Omitted secrets are kept as long as their address stays the same.',
    body: givenConfigSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationConfigSchema,
    handle: async ({ caller, params: { slug }, body }) => {
      const row = await organizations.getFor(caller, 'edit', slug)
      return organizations.toRecord(await organizations.saveConfig(caller, row, body)).config
    },
  }),
  ofOwnOrganization('GET', DEFAULTS, 'Get the initial values of a new assistant in an organization', {
    handle: async ({ caller, params: { slug } }) =>
      toAssistantDefaults(organizations.toRecord(await organizations.getFor(caller, 'edit', slug)).config),
  }),
  ofOwnOrganization('PUT', DEFAULTS, 'Update the initial values of a new assistant in an organization', {
    body: assistantDefaultsSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    handle: async ({ caller, params: { slug }, body }) => {
      const row = await organizations.getFor(caller, 'edit', slug)
      await organizations.changeConfig(caller, row, (current) => ({ ...current, assistant_defaults: body }))
      return { success: true, assistant_defaults: body }
    },
  }),
]

const overviewRoutes = ({ config, organizations, stats }: AdminOrganizationDeps): Endpoint[] => [
  ofOrganization('GET', '/usage', 'Get the usage of an organization', {
    description: 'Tokens, answers and cost of its assistants.',
    handle: async ({ caller, params }) => {
      const row = await organizations.getFor(caller, 'see', params.slug)
      const { id, slug, name } = row
      const { limits } = organizations.toRecord(row).config
      const usage = await stats.usage(id)
      return {
        organization: { id, slug, name },
        limits: limits?.usage ?? {},
        current: { total_tokens: usage.total_tokens, answers: usage.answers },
        usage,
      }
    },
  }),
  ofOrganization('GET', '/export', 'Download the settings of an organization, without secrets', {
    handle: async ({ caller, params: { slug } }) =>
      stats.exportOf(organizations.toRecord(await organizations.getFor(caller, 'see', slug))),
  }),
  lambGroup(organizationsGroup)('POST', '/system/sync', 'Synchronize the system organization', {
    description: 'Returns what the environment provides. It always applies, so nothing is copied.',
    handle: async ({ caller }) => ({
      success: true,
      message: 'The system organization always uses the environment where it has no settings of its own',
      organization: organizations.toRecord(await organizations.getFor(caller, 'see')),
      providers: ENVIRONMENT_PROVIDERS.filter(
        (name) => Object.keys(fromEnvironment(name, config)).length > 0,
      ),
      knowledge_base: config.LAMB_KB_SERVER !== undefined,
    }),
  }),
]
