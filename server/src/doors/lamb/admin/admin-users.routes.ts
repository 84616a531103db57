import {
  deleteUserQuerySchema,
  idSchema,
  newAdminUserSchema,
  passwordByEmailSchema,
  systemRoleByEmailSchema,
  systemRoleSchema,
  userIdsSchema,
  userStatusSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { OrganizationStats } from '../../../modules/organizations/index.ts'
import { toUserRecord, type UserAdminService } from '../../../modules/users/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'

export interface AdminUserDeps {
  userAdmin: UserAdminService
  stats: Pick<OrganizationStats, 'ofInstallation'>
}

const group = {
  tag: 'users',
  access: 'system-admin',
  errors: 'lamb-success',
  base: '/creator/admin/users',
} as const
const anywhere = lambGroup({ ...group, base: '/creator' })
const route = lambGroup(group)
const ofUser = lambGroup({ ...group, base: `${group.base}/{id}`, params: z.object({ id: idSchema }) })
const JSON_OR_FORM = { bodyKind: 'json-or-form', bodyLimit: 64 * 1024 } as const

/** All users of the server, for system admins: LAMB's contract §12. */
export const createAdminUserRoutes = (deps: AdminUserDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...accountRoutes(deps),
  ...switchRoutes(deps),
  ...roleRoutes(deps),
]

const listRoutes = ({ userAdmin, stats }: AdminUserDeps): Endpoint[] => [
  anywhere('GET', '/users', 'List the users of all organizations', {
    handle: async () => ({ success: true, data: (await userAdmin.list()).map(toUserRecord) }),
  }),
  anywhere('GET', '/admin/system-stats', 'Get system statistics', {
    description: 'The number of users, organizations, assistants, knowledge bases, rubrics and templates.',
    handle: () => stats.ofInstallation(),
  }),
  ofUser('GET', '/dependencies', 'List what a user would have to hand over before a deletion', {
    handle: async ({ caller, params: { id } }) => {
      await userAdmin.get(caller, undefined, id)
      return userAdmin.dependenciesOf(id)
    },
  }),
]

const accountRoutes = ({ userAdmin }: AdminUserDeps): Endpoint[] => [
  route('POST', '/create', 'Create a user', {
    description: 'In any organization; by default in the system organization.',
    ...JSON_OR_FORM,
    body: newAdminUserSchema,
    handle: async ({ caller, body: { organization_id: organizationId, user_type: userType, ...draft } }) => {
      const user = await userAdmin.create(caller, { ...draft, userType, organizationId })
      return { success: true, message: `User ${user.email} created successfully`, user_id: user.id }
    },
  }),
  route('POST', '/update-password', 'Set a user’s password', {
    description: 'Ends all sessions of the user.',
    ...JSON_OR_FORM,
    body: passwordByEmailSchema,
    handle: async ({ caller, body: { new_password, revoke_api_keys: revokeApiKeys, ...body } }) => {
      const { id, email } = await userAdmin.getByEmail(body.email)
      await userAdmin.setPassword(caller, undefined, id, new_password, { revokeApiKeys })
      return { success: true, message: `Password of ${email} updated successfully` }
    },
  }),
  ofUser('DELETE', '', 'Delete a user', {
    description:
      '409 while the user owns anything, unless `hand_over_to` names a colleague who takes it over.',
    query: deleteUserQuerySchema,
    handle: async ({ caller, params: { id }, query }) => {
      const { email } = await userAdmin.remove(caller, undefined, id, query.hand_over_to)
      return { success: true, message: `User ${email} deleted successfully` }
    },
  }),
]

const switchRoutes = ({ userAdmin }: AdminUserDeps): Endpoint[] => {
  async function setEnabled(caller: UserCaller, id: number, enabled: boolean) {
    await userAdmin.setEnabled(caller, undefined, id, enabled)
    const message = `User ${enabled ? 'enabled' : 'disabled'} successfully`
    return { success: true, message, user_id: id, enabled }
  }
  return [
    ...[true, false].flatMap((enabled) => {
      const verb = enabled ? 'enable' : 'disable'
      const summary = enabled ? 'Enable' : 'Disable and sign out'
      return [
        ofUser('PUT', `/${verb}`, `${summary} a user`, {
          handle: ({ caller, params: { id } }) => setEnabled(caller, id, enabled),
        }),
        route('POST', `/${verb}-bulk`, `${summary} users`, {
          body: userIdsSchema,
          handle: async ({ caller, body: { user_ids } }) =>
            toBulkAnswer(await userAdmin.setEnabledForMany(caller, undefined, user_ids, enabled), enabled),
        }),
      ]
    }),
    ofUser('PUT', '/status', 'Enable or disable a user (legacy)', {
      description: 'The form that LAMB’s older pages use.',
      body: userStatusSchema,
      handle: ({ caller, params: { id }, body }) => setEnabled(caller, id, body.enabled),
    }),
  ]
}

const roleRoutes = ({ userAdmin }: AdminUserDeps): Endpoint[] => {
  async function setRole(caller: UserCaller, id: number, role: 'admin' | 'user') {
    await userAdmin.setSystemRole(caller, id, role)
    return { success: true, message: `User role updated to '${role}' successfully`, user_id: id, role }
  }
  return [
    ofUser('PUT', '/update-role', 'Make a user a system admin, or a regular user again', {
      body: systemRoleSchema,
      handle: ({ caller, params: { id }, body: { role } }) => setRole(caller, id, role),
    }),
    route('PUT', '/update-role-by-email', 'Make a user a system admin by e-mail, or a regular user again', {
      body: systemRoleByEmailSchema,
      handle: async ({ caller, body: { email, role } }) =>
        setRole(caller, (await userAdmin.getByEmail(email)).id, role),
    }),
  ]
}

export function toBulkAnswer(
  { changed, failed }: Awaited<ReturnType<UserAdminService['setEnabledForMany']>>,
  enabled: boolean,
) {
  const action = enabled ? 'enabled' : 'disabled'
  return {
    success: failed.length === 0,
    message: `${changed.length} user${changed.length === 1 ? '' : 's'} ${action}`,
    [action]: changed.length,
    changed,
    failed,
  }
}
