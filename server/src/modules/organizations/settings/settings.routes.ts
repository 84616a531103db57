import {
  ADMIN_LIMITS,
  organizationOverviewSchema,
  organizationSettingsChangeSchema,
  organizationSettingsFormSchema,
  organizationSettingsSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { OrganizationService } from '../organization.service.ts'
import { toSlug } from '../slug.ts'
import { settingsIn, withSettings } from './setting-values.ts'

export interface SettingsRouteDeps {
  config: Pick<Config, 'TRACE_DAYS'>
  organizations: OrganizationService
  budgets: { countUsedUp(organizationId: number): Promise<number> }
}

/** What all endpoints for an organization's settings have in common. */
export const settingsEndpoint = {
  tag: 'Organization settings',
  access: 'organization-admin',
  params: slugParamSchema,
} as const

const { $schema: _dialect, ...JSON_SCHEMA } = z.toJSONSchema(organizationSettingsSchema)

/** Settings that are a single value. */
export const createSettingsRoutes = ({ config, organizations, budgets }: SettingsRouteDeps): Endpoint[] => [
  endpoint({
    ...settingsEndpoint,
    method: 'GET',
    path: '/organizations/{slug}/overview',
    summary: 'Get the overview of an organization',
    description: 'Its name, and how many of its budgets are used up.',
    answer: organizationOverviewSchema,
    async handle({ caller, params }) {
      const { id, name } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      return { name, budgets_used_up: await budgets.countUsedUp(id) }
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'GET',
    path: '/organizations/{slug}/settings',
    summary: 'Get the settings of an organization',
    description:
      'What applies to its assistants and people, with the sign-up key, and the JSON Schema for a form.',
    answer: organizationSettingsFormSchema,
    async handle({ caller, params }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const settings = await organizations.toSettings(row)
      return { values: settingsIn(settings.config, { trace_days: config.TRACE_DAYS }), schema: JSON_SCHEMA }
    },
  }),
  endpoint({
    ...settingsEndpoint,
    method: 'PATCH',
    path: '/organizations/{slug}/settings',
    summary: 'Change settings of an organization',
    description: 'Omitted settings keep their values. Returns what was changed.',
    body: organizationSettingsChangeSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationSettingsChangeSchema,
    async handle({ caller, params, body }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      await organizations.changeConfig(caller, row, (current) => withSettings(current, body))
      return body
    },
  }),
]
