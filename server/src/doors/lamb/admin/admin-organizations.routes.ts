import {
  ADMIN_LIMITS,
  idSchema,
  memberRoleSchema,
  newOrganizationSchema,
  organizationChangeSchema,
  organizationListQuerySchema,
  organizationListSchema,
  organizationRecordSchema,
  slugParamSchema,
} from '@bellwether/wire'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import {
  type AdminOrganizationDeps,
  createAdminOrganizationConfigRoutes,
} from './admin-organizations-config.routes.ts'

const tag = 'LAMB: organizations'
const BASE = '/creator/admin/organizations'

/** Organizations, for system admins: LAMB's contract §12. */
export const createAdminOrganizationRoutes = (deps: AdminOrganizationDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...changeRoutes(deps),
  ...createAdminOrganizationConfigRoutes(deps),
]

const listRoutes = ({ organizations, userAdmin }: AdminOrganizationDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: BASE,
    tag,
    summary: 'List organizations',
    description: 'All organizations of the installation.',
    access: 'system-admin',
    query: organizationListQuerySchema,
    answer: organizationListSchema.shape.organizations,
    handle: async ({ query }) => (await organizations.list(query.status)).map(organizations.toRecord),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/list`,
    tag,
    summary: 'List organization names',
    description: 'Names and slugs of all organizations.',
    access: 'system-admin',
    errors: 'lamb-success',
    handle: async () => ({
      success: true,
      data: (await organizations.list()).map(({ id, name, slug, is_system }) => ({
        id,
        name,
        slug,
        is_system: is_system === 1,
      })),
    }),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/system/users`,
    tag,
    summary: 'List users of the system organization',
    description: 'Candidates for the admin of a new organization.',
    access: 'system-admin',
    handle: async ({ caller }) => {
      const system = await organizations.getFor(caller, 'see')
      const users = await userAdmin.list({ organizationId: system.id })
      return users.map((user) => ({
        id: user.id,
        email: user.email,
        name: user.name,
        role: user.role === 'admin' ? 'admin' : (user.organization_role ?? 'member'),
        joined_at: user.created_at,
      }))
    },
  }),
]

const changeRoutes = ({ organizations, membership }: AdminOrganizationDeps): Endpoint[] => [
  lambEndpoint({
    method: 'POST',
    path: [BASE, `${BASE}/enhanced`],
    tag,
    summary: 'Create an organization',
    description:
      'A user of the system organization becomes its admin. It starts with the settings of the system organization, without its keys.',
    access: 'system-admin',
    body: newOrganizationSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationRecordSchema,
    handle: async ({ body }) => organizations.toRecord(await membership.createOrganization(body)),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/{slug}`,
    tag,
    summary: 'Get an organization',
    description: 'Its name, status and settings.',
    access: 'system-admin',
    params: slugParamSchema,
    answer: organizationRecordSchema,
    handle: async ({ caller, params }) =>
      organizations.toRecord(await organizations.getFor(caller, 'see', params.slug)),
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{slug}`,
    tag,
    summary: 'Update an organization',
    description: 'Renames, suspends or reconfigures it.',
    access: 'system-admin',
    params: slugParamSchema,
    body: organizationChangeSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationRecordSchema,
    handle: async ({ caller, params, body }) => {
      const row = await organizations.getFor(caller, 'edit', params.slug)
      return organizations.toRecord(await organizations.update(caller, row, body))
    },
  }),
  lambEndpoint({
    method: 'DELETE',
    path: `${BASE}/{slug}`,
    tag,
    summary: 'Close an organization',
    description: 'Its users move back to the system organization with everything they own.',
    access: 'system-admin',
    params: slugParamSchema,
    handle: async ({ params }) => {
      const { row, movedUsers } = await membership.deleteOrganization(params.slug, { moveUsers: true })
      return { message: `Organization ${row.name} deleted successfully`, moved_users: movedUsers }
    },
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{slug}/members/{userId}/role`,
    tag,
    summary: 'Set the role of a member',
    description: 'Makes a member an organization admin, or a member again.',
    access: 'system-admin',
    errors: 'lamb-success',
    params: slugParamSchema.extend({ userId: idSchema }),
    body: memberRoleSchema,
    handle: async ({ params: { slug, userId }, body: { role } }) => {
      await membership.setRole(slug, userId, role)
      const message = `User role updated to '${role}' successfully`
      return { success: true, user_id: userId, organization_slug: slug, new_role: role, message }
    },
  }),
]
