import {
  type ApiSettingsChange,
  actingInSchema,
  apiSettingsChangeSchema,
  type ProviderChange,
  type ProvidersChange,
} from '@bellwether/wire'
import { findProvider, ownProvider } from '../../../modules/organizations/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'config' | 'organizations' | 'providers'>

const common = {
  tag: 'LAMB: organization admin',
  access: 'organization-admin',
  query: actingInSchema,
  path: '/creator/admin/org-admin/settings/api',
} as const

export const createOrgAdminApiRoutes = ({ config, organizations, providers }: Deps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    summary: 'Get provider settings',
    description: 'The providers with their models, and whether they respond. Keys are not included.',
    async handle({ caller, query }) {
      const row = await actingIn(organizations, caller, query)
      const settings = await organizations.toSettings(row)
      const found = providers.names().flatMap((name) => {
        const provider = findProvider(settings, name, config)
        return provider ? [{ name, provider }] : []
      })
      const own = (name: string) => ownProvider(found.find((one) => one.name === name)?.provider)
      return {
        openai_api_key_set: Boolean(own('openai')?.api_key),
        openai_base_url: own('openai')?.base_url ?? '',
        ollama_base_url: own('ollama')?.base_url ?? '',
        selected_models: Object.fromEntries(found.map(({ name, provider }) => [name, provider.models])),
        default_models: Object.fromEntries(
          found.map(({ name, provider }) => [name, provider.default_model ?? '']),
        ),
        ...(await providers.read(row)),
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    summary: 'Update provider settings',
    description:
      'Omitted fields keep their values. Changing an address removes its key unless you send the key again.',
    body: apiSettingsChangeSchema,
    bodyLimit: 256 * 1024,
    async handle({ caller, query, body }) {
      const row = await actingIn(organizations, caller, query)
      const warnings = await providers.change(caller, row, toChange(body, providers.names()))
      return {
        message: 'API settings updated successfully',
        warnings: warnings.map(({ text }) => text),
      }
    },
  }),
]

/** Unknown providers are left out. Where both forms name the same setting, ours counts. */
function toChange(body: ApiSettingsChange, names: readonly string[]): ProvidersChange {
  const flat: Record<string, ProviderChange> = {
    openai: { api_key: body.openai_api_key, base_url: body.openai_base_url },
    ollama: { base_url: body.ollama_base_url },
  }
  const toProvider = (name: string) => ({
    ...flat[name],
    models: body.selected_models?.[name],
    default_model: body.default_models?.[name],
    ...defined(body.providers?.[name] ?? {}),
  })
  return { ...body, providers: Object.fromEntries(names.map((name) => [name, toProvider(name)])) }
}

const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Partial<T>
