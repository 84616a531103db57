import {
  ADMIN_LIMITS,
  type NewOrganization,
  newOrganizationSchema,
  organizationAssistantsSchema,
  organizationListSchema,
  organizationPatchSchema,
  organizationRecordSchema,
  organizationStatusSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { OrganizationRow } from './organization.repository.ts'
import type { OrganizationService } from './organization.service.ts'
import type { OrganizationStats } from './organization-stats.ts'
import { toSlug } from './slug.ts'

export interface OrganizationRouteDeps {
  organizations: OrganizationService
  stats: Pick<OrganizationStats, 'listAssistants' | 'exportOf'>
  /** Creating or deleting an organization can move users. */
  membership: {
    createOrganization(draft: NewOrganization): Promise<OrganizationRow>
    deleteOrganization(
      slug: string,
      options: { moveUsers: boolean },
    ): Promise<{ row: OrganizationRow; movedUsers: number }>
  }
}

const common = { tag: 'Organizations', access: 'system-admin' } as const
const ofOne = { ...common, path: '/organizations/{slug}', params: slugParamSchema } as const
const bodyLimit = ADMIN_LIMITS.configBytes

export const createOrganizationRoutes = (deps: OrganizationRouteDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...readRoutes(deps),
  ...changeRoutes(deps),
]

const listRoutes = ({ organizations, membership }: OrganizationRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: '/organizations',
    summary: 'List organizations',
    description: 'All organizations of the installation.',
    query: z.object({ status: organizationStatusSchema.optional() }),
    answer: organizationListSchema,
    handle: async ({ query }) => ({
      organizations: (await organizations.list(query.status)).map(organizations.toRecord),
    }),
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/organizations',
    summary: 'Create an organization',
    description:
      'You can name a user of the system organization as its admin. The new organization starts with the settings of the system organization, without its keys.',
    body: newOrganizationSchema,
    bodyLimit,
    answer: organizationRecordSchema,
    status: 201,
    handle: async ({ body }) => organizations.toRecord(await membership.createOrganization(body)),
  }),
]

const readRoutes = ({ organizations, stats }: OrganizationRouteDeps): Endpoint[] => [
  endpoint({
    ...ofOne,
    method: 'GET',
    summary: 'Get an organization',
    description: 'Its name, status and settings, without secrets.',
    answer: organizationRecordSchema,
    handle: async ({ caller, params: { slug } }) =>
      organizations.toRecord(await organizations.getFor(caller, 'see', toSlug(slug))),
  }),
  endpoint({
    ...ofOne,
    method: 'GET',
    path: '/organizations/{slug}/export',
    summary: 'Export an organization',
    description: 'Downloads its settings, without secrets.',
    answer: 'file',
    async handle({ caller, params: { slug } }) {
      const record = organizations.toRecord(await organizations.getFor(caller, 'see', toSlug(slug)))
      const headers = { 'content-disposition': `attachment; filename="${record.slug}.json"` }
      return new Reply(await stats.exportOf(record), headers)
    },
  }),
  endpoint({
    ...ofOne,
    method: 'GET',
    path: '/organizations/{slug}/assistants',
    access: 'organization-admin',
    summary: 'List the assistants of an organization',
    description: 'Also those that are not published, without their settings.',
    answer: organizationAssistantsSchema,
    async handle({ caller, params: { slug } }) {
      const { id } = await organizations.getFor(caller, 'edit', toSlug(slug))
      return { assistants: await stats.listAssistants(id) }
    },
  }),
]

const changeRoutes = ({ organizations, membership }: OrganizationRouteDeps): Endpoint[] => [
  endpoint({
    ...ofOne,
    method: 'PATCH',
    summary: 'Update an organization',
    description:
      'Renames, suspends or reconfigures it. A configuration replaces the whole old one, except for secrets that it leaves out.',
    body: organizationPatchSchema,
    bodyLimit,
    answer: organizationRecordSchema,
    async handle({ caller, params: { slug }, body }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(slug))
      return organizations.toRecord(await organizations.update(caller, row, body))
    },
  }),
  endpoint({
    ...ofOne,
    method: 'DELETE',
    summary: 'Delete an organization',
    description:
      'If it has users, `users=move` moves them to the system organization with everything they own.',
    query: z.object({ users: z.enum(['move']).optional() }),
    answer: z.object({ slug: z.string(), moved_users: z.int() }),
    async handle({ params: { slug }, query: { users } }) {
      const moveUsers = users === 'move'
      const { row, movedUsers } = await membership.deleteOrganization(slug, { moveUsers })
      return { slug: row.slug, moved_users: movedUsers }
    },
  }),
]
