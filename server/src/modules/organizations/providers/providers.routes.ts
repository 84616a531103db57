import {
  providerNameSchema,
  providersChangedSchema,
  providersChangeSchema,
  providersSchema,
  providerTestedSchema,
  say,
  toMessageBody,
} from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { OrganizationService } from '../organization.service.ts'
import { settingsEndpoint } from '../settings/settings.routes.ts'
import { toSlug } from '../slug.ts'
import type { ProviderService } from './providers.service.ts'

export interface ProviderRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  providers: ProviderService
}

const path = '/organizations/{slug}/providers'

export const createProviderSettingRoutes = ({ organizations, providers }: ProviderRouteDeps): Endpoint[] => [
  endpoint({
    ...settingsEndpoint,
    method: 'GET',
    path,
    summary: 'Get the model providers',
    description: 'The providers with their models, and whether they respond. Keys are not included.',
    answer: providersSchema,
    handle: async ({ caller, params }) =>
      providers.read(await organizations.getFor(caller, 'edit', toSlug(params.slug))),
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'PATCH',
    path,
    summary: 'Change the model providers',
    description:
      'Omitted fields keep their values. Changing an address removes its key unless you send the key again.',
    body: providersChangeSchema,
    bodyLimit: 256 * 1024,
    answer: providersChangedSchema,
    async handle({ caller, params, body }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      return { warnings: (await providers.change(caller, row, body)).map(toMessageBody) }
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'POST',
    path: `${path}/test`,
    summary: 'Test a model provider',
    description: 'Asks the provider for its models, with the stored settings.',
    body: providerNameSchema,
    answer: providerTestedSchema,
    async handle({ caller, params, body }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const status = await providers.test(row, body.provider)
      const success = status.status === 'working'
      if (status.error !== undefined) return { success, message: status.error, ...status }
      const message = success
        ? say('org_settings.models_found', { count: status.models.length })
        : say('org_settings.provider_not_set_up')
      return { success, ...toMessageBody(message), ...status }
    },
  }),
]
