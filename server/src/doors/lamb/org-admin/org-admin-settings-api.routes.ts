import { actingInSchema, apiSettingsChangeSchema, providerNameSchema } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { actingIn, versioned } from './org-admin-acting.ts'
import { applyApiSettings, lostKeys, toApiSettings, unlistedModels } from './org-admin-api-settings.ts'
import type { OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'config' | 'organizations' | 'apiStatus'>

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/settings/api'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const

/** The organization's model providers. Keys go in and never come out. */
export const createOrgAdminApiRoutes = ({ config, organizations, apiStatus }: Deps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'Get provider settings',
    description: 'The providers with their models, and whether they respond. Keys are not included.',
    handle: async ({ caller, query }) => {
      const settings = await versioned(organizations, await actingIn(organizations, caller, query))
      const status = await apiStatus.statusOf(settings)
      return toApiSettings(settings, config, apiStatus.providerNames(), status)
    },
  }),
  endpoint({
    ...common,
    method: 'PUT',
    path: BASE,
    summary: 'Update provider settings',
    description:
      'Omitted fields keep their values. Changing an address removes its key unless you send the key again.',
    body: apiSettingsChangeSchema,
    bodyLimit: 256 * 1024,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const before = organizations.toRecord(row).config
      const settings = await organizations.toSettings(row)
      const saved = await organizations.changeConfig(caller, row, (shown) =>
        applyApiSettings(shown, body, {
          names: apiStatus.providerNames(),
          settings,
          env: config,
          ownAddressOf: apiStatus.ownAddressOf,
        }),
      )
      const warnings = lostKeys(before, organizations.toRecord(saved).config, body).map(
        (name) => `The key of ${name} was removed because its address changed; enter it again`,
      )
      const unlisted = unlistedModels(await organizations.toSettings(saved), config)
      return { message: 'API settings updated successfully', warnings: [...warnings, ...unlisted] }
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/test`,
    summary: 'Test a provider',
    description: 'Asks the provider for its models.',
    body: providerNameSchema,
    handle: async ({ caller, query, body: { provider } }) => {
      const settings = await versioned(organizations, await actingIn(organizations, caller, query))
      if (!apiStatus.providerNames().includes(provider))
        throw badRequest(`There is no provider "${provider}"`)
      const status = await apiStatus.test(settings, provider)
      const success = status.status === 'working'
      const words = success
        ? `${status.models.length} models`
        : (status.error ?? 'This provider is not set up')
      return { success, message: words, ...status }
    },
  }),
]
