import {
  actingInSchema,
  apiSettingsChangeSchema,
  providerNameSchema,
  say,
  toMessageBody,
} from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, versioned } from './org-admin-acting.ts'
import { applyApiSettings, lostKeys, toApiSettings, unlistedModels } from './org-admin-api-settings.ts'
import type { OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'config' | 'organizations' | 'apiStatus'>

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/settings/api'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const

/** The organization's model providers. Keys can be set but never read. */
export const createOrgAdminApiRoutes = ({ config, organizations, apiStatus }: Deps): Endpoint[] => [
  lambEndpoint({
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
  lambEndpoint({
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
      const saved = await organizations.changeConfig(caller, row, (current) =>
        applyApiSettings(current, body, {
          names: apiStatus.providerNames(),
          settings,
          env: config,
          ownAddressOf: apiStatus.ownAddressOf,
        }),
      )
      const lost = lostKeys(before, organizations.toRecord(saved).config, body)
      const warnings = [
        ...lost.map((provider) => say('org_settings.key_removed', { provider })),
        ...unlistedModels(await organizations.toSettings(saved), config),
      ]
      return {
        message: 'API settings updated successfully',
        warnings: warnings.map(({ text }) => text),
        warning_messages: warnings.map(toMessageBody),
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/test`,
    summary: 'Test a provider',
    description: 'Asks the provider for its models.',
    body: providerNameSchema,
    handle: async ({ caller, query, body: { provider } }) => {
      const settings = await versioned(organizations, await actingIn(organizations, caller, query))
      if (!apiStatus.providerNames().includes(provider))
        throw badRequest(say('models.no_provider', { name: provider }))
      const status = await apiStatus.test(settings, provider)
      const success = status.status === 'working'
      if (status.error !== undefined) return { success, message: status.error, ...status }
      const message = success
        ? say('org_settings.models_found', { count: status.models.length })
        : say('org_settings.provider_not_set_up')
      return { success, ...toMessageBody(message), ...status }
    },
  }),
]
