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
import { lambEndpoint } from '../lamb-endpoint.ts'

const tag = 'LAMB: organizations'
const BASE = '/creator/admin/organizations/{slug}'
const DEFAULTS = [
  `${BASE}/assistant-defaults`,
  '/creator/assistant/organizations/{slug}/assistant-defaults',
] as const

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
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/config`,
    tag,
    summary: 'Get the configuration of an organization',
    description: 'Without secrets.',
    access: 'system-admin',
    params: slugParamSchema,
    answer: organizationConfigSchema,
    handle: async ({ caller, params }) =>
      organizations.toRecord(await organizations.getFor(caller, 'see', params.slug)).config,
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/config`,
    tag,
    summary: 'Replace the configuration of an organization',
    description: 'Omitted secrets are kept as long as their address stays the same.',
    access: 'system-admin',
    params: slugParamSchema,
    body: givenConfigSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationConfigSchema,
    handle: async ({ caller, params, body }) => {
      const row = await organizations.getFor(caller, 'edit', params.slug)
      return organizations.toRecord(await organizations.saveConfig(caller, row, body)).config
    },
  }),
  lambEndpoint({
    method: 'GET',
    path: DEFAULTS,
    tag,
    summary: 'Get the assistant defaults',
    description: 'The initial values of a new assistant in this organization.',
    access: 'organization-admin',
    params: slugParamSchema,
    handle: async ({ caller, params }) =>
      toAssistantDefaults(
        organizations.toRecord(await organizations.getFor(caller, 'edit', params.slug)).config,
      ),
  }),
  lambEndpoint({
    method: 'PUT',
    path: DEFAULTS,
    tag,
    summary: 'Update the assistant defaults',
    description: 'The initial values of a new assistant in this organization.',
    access: 'organization-admin',
    params: slugParamSchema,
    body: assistantDefaultsSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    handle: async ({ caller, params, body }) => {
      const row = await organizations.getFor(caller, 'edit', params.slug)
      await organizations.changeConfig(caller, row, (current) => ({ ...current, assistant_defaults: body }))
      return { success: true, assistant_defaults: body }
    },
  }),
]

const overviewRoutes = ({ config, organizations, stats }: AdminOrganizationDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/usage`,
    tag,
    summary: 'Get the usage of an organization',
    description: 'Tokens, answers and cost of its assistants.',
    access: 'system-admin',
    params: slugParamSchema,
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
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/export`,
    tag,
    summary: 'Export an organization',
    description: 'Downloads the settings, without secrets.',
    access: 'system-admin',
    params: slugParamSchema,
    handle: async ({ caller, params }) =>
      stats.exportOf(organizations.toRecord(await organizations.getFor(caller, 'see', params.slug))),
  }),
  lambEndpoint({
    method: 'POST',
    path: '/creator/admin/organizations/system/sync',
    tag,
    summary: 'Synchronize the system organization',
    description: 'Returns what the environment provides. It always applies, so nothing is copied.',
    access: 'system-admin',
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
