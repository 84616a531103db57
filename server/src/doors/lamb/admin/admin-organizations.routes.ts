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
import { lambGroup } from '../lamb-endpoint.ts'
import {
  type AdminOrganizationDeps,
  createAdminOrganizationConfigRoutes,
  ofOrganization,
  organizationsGroup,
} from './admin-organizations-config.routes.ts'

const route = lambGroup(organizationsGroup)
const ofMember = lambGroup({
  ...organizationsGroup,
  base: `${organizationsGroup.base}/{slug}/members/{userId}`,
  params: slugParamSchema.extend({ userId: idSchema }),
})

/** Organizations, for system admins: LAMB's contract §12. */
export const createAdminOrganizationRoutes = (deps: AdminOrganizationDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...changeRoutes(deps),
  ...createAdminOrganizationConfigRoutes(deps),
]

const listRoutes = ({ organizations, userAdmin }: AdminOrganizationDeps): Endpoint[] => [
  route('GET', '', 'List organizations', {
    query: organizationListQuerySchema,
    answer: organizationListSchema.shape.organizations,
    handle: async ({ query }) => (await organizations.list(query.status)).map(organizations.toRecord),
  }),
  route('GET', '/list', 'List names of organizations', {
    errors: 'lamb-success',
    handle: async () => {
      const rows = await organizations.list()
      const data = rows.map(({ id, name, slug, is_system }) => ({
        id,
        name,
        slug,
        is_system: is_system === 1,
      }))
      return { success: true, data }
    },
  }),
  route('GET', '/system/users', 'List users of the system organization', {
    description: 'Candidates for the admin of a new organization.',
    handle: async ({ caller }) => {
      const { id } = await organizations.getFor(caller, 'see')
      return (await userAdmin.list({ organizationId: id })).map((user) => ({
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
  route('POST', ['', '/enhanced'], 'Create an organization', {
    description:
      'A user of the system organization becomes its admin. It starts with the settings of the system organization, without its keys.',
    body: newOrganizationSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationRecordSchema,
    handle: async ({ body }) => organizations.toRecord(await membership.createOrganization(body)),
  }),
  ofOrganization('GET', '', 'Get an organization', {
    answer: organizationRecordSchema,
    handle: async ({ caller, params: { slug } }) =>
      organizations.toRecord(await organizations.getFor(caller, 'see', slug)),
  }),
  ofOrganization('PUT', '', 'Update an organization', {
    description: 'Renames, suspends or reconfigures it.',
    body: organizationChangeSchema,
    bodyLimit: ADMIN_LIMITS.configBytes,
    answer: organizationRecordSchema,
    handle: async ({ caller, params: { slug }, body }) => {
      const row = await organizations.getFor(caller, 'edit', slug)
      return organizations.toRecord(await organizations.update(caller, row, body))
    },
  }),
  ofOrganization('DELETE', '', 'Close an organization', {
    description: 'Its users move back to the system organization with everything they own.',
    handle: async ({ params: { slug } }) => {
      const { row, movedUsers } = await membership.deleteOrganization(slug, { moveUsers: true })
      return { message: `Organization ${row.name} deleted successfully`, moved_users: movedUsers }
    },
  }),
  ofMember('PUT', '/role', 'Make a member an organization admin, or a member again', {
    errors: 'lamb-success',
    body: memberRoleSchema,
    handle: async ({ params: { slug, userId }, body: { role } }) => {
      await membership.setRole(slug, userId, role)
      const message = `User role updated to '${role}' successfully`
      return { success: true, user_id: userId, organization_slug: slug, new_role: role, message }
    },
  }),
]
