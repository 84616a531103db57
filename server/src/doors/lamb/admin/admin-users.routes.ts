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
import { lambEndpoint } from '../lamb-endpoint.ts'

export interface AdminUserDeps {
  userAdmin: UserAdminService
  stats: Pick<OrganizationStats, 'ofInstallation'>
}

const tag = 'LAMB: users'
const BASE = '/creator/admin/users'
const params = z.object({ id: idSchema })
/** Shared by all of these endpoints. */
const common = { tag, access: 'system-admin', errors: 'lamb-success' } as const

/** All users of the server, for system admins: LAMB's contract §12. */
export const createAdminUserRoutes = (deps: AdminUserDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...accountRoutes(deps),
  ...switchRoutes(deps),
  ...roleRoutes(deps),
]

const listRoutes = ({ userAdmin, stats }: AdminUserDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: '/creator/users',
    summary: 'List all users',
    description: 'Of all organizations.',
    handle: async () => ({ success: true, data: (await userAdmin.list()).map(toUserRecord) }),
  }),
  lambEndpoint({
    ...common,
    method: 'GET',
    path: '/creator/admin/system-stats',
    summary: 'Get system statistics',
    description: 'The number of users, organizations, assistants, knowledge bases, rubrics and templates.',
    handle: () => stats.ofInstallation(),
  }),
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/{id}/dependencies`,
    summary: 'List what blocks a deletion',
    description: 'What a user owns and would have to hand over first.',
    params,
    handle: async ({ caller, params: { id } }) => {
      await userAdmin.get(caller, undefined, id)
      return userAdmin.dependenciesOf(id)
    },
  }),
]

const accountRoutes = ({ userAdmin }: AdminUserDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/create`,
    summary: 'Create a user',
    description: 'In any organization; by default in the system organization.',
    bodyKind: 'json-or-form',
    bodyLimit: 64 * 1024,
    body: newAdminUserSchema,
    handle: async ({ caller, body: { organization_id: organizationId, user_type: userType, ...draft } }) => {
      const user = await userAdmin.create(caller, { ...draft, userType, organizationId })
      return { success: true, message: `User ${user.email} created successfully`, user_id: user.id }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/update-password`,
    summary: 'Set a user’s password',
    description: 'Ends all sessions of the user.',
    bodyKind: 'json-or-form',
    bodyLimit: 64 * 1024,
    body: passwordByEmailSchema,
    handle: async ({ caller, body }) => {
      const { id, email } = await userAdmin.getByEmail(body.email)
      await userAdmin.setPassword(caller, undefined, id, body.new_password, {
        revokeApiKeys: body.revoke_api_keys,
      })
      return { success: true, message: `Password of ${email} updated successfully` }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'DELETE',
    path: `${BASE}/{id}`,
    summary: 'Delete a user',
    description:
      '409 while the user owns anything, unless `hand_over_to` names a colleague who takes it over.',
    params,
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
    return {
      success: true,
      message: `User ${enabled ? 'enabled' : 'disabled'} successfully`,
      user_id: id,
      enabled,
    }
  }
  const switchRoute = (enabled: boolean) =>
    lambEndpoint({
      ...common,
      method: 'PUT',
      path: `${BASE}/{id}/${enabled ? 'enable' : 'disable'}`,
      summary: enabled ? 'Enable a user' : 'Disable a user',
      description: enabled ? 'The user can sign in again.' : 'The user is signed out immediately.',
      params,
      handle: ({ caller, params: { id } }) => setEnabled(caller, id, enabled),
    })
  const bulkSwitchRoute = (enabled: boolean) =>
    lambEndpoint({
      ...common,
      method: 'POST',
      path: `${BASE}/${enabled ? 'enable' : 'disable'}-bulk`,
      summary: enabled ? 'Enable users' : 'Disable users',
      description: enabled ? 'They can sign in again.' : 'They are signed out immediately.',
      body: userIdsSchema,
      handle: async ({ caller, body }) =>
        toBulkAnswer(await userAdmin.setEnabledForMany(caller, undefined, body.user_ids, enabled), enabled),
    })
  return [
    switchRoute(true),
    switchRoute(false),
    bulkSwitchRoute(true),
    bulkSwitchRoute(false),
    lambEndpoint({
      ...common,
      method: 'PUT',
      path: `${BASE}/{id}/status`,
      summary: 'Enable or disable a user (legacy)',
      description: 'The form that LAMB’s older pages use.',
      params,
      body: userStatusSchema,
      handle: ({ caller, params: { id }, body }) => setEnabled(caller, id, body.enabled),
    }),
  ]
}

const roleRoutes = ({ userAdmin }: AdminUserDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/{id}/update-role`,
    summary: 'Set the system role of a user',
    description: 'Makes a user a system admin, or a regular user again.',
    params,
    body: systemRoleSchema,
    handle: async ({ caller, params: { id }, body: { role } }) => {
      await userAdmin.setSystemRole(caller, id, role)
      return { success: true, message: `User role updated to '${role}' successfully`, user_id: id, role }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/update-role-by-email`,
    summary: 'Set the system role of a user by e-mail',
    description: 'Makes a user a system admin, or a regular user again.',
    body: systemRoleByEmailSchema,
    handle: async ({ caller, body: { email, role } }) => {
      const { id } = await userAdmin.getByEmail(email)
      await userAdmin.setSystemRole(caller, id, role)
      return { success: true, message: `User role updated to '${role}' successfully`, user_id: id, role }
    },
  }),
]

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
