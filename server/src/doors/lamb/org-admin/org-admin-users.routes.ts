import {
  actingInSchema,
  deleteUserQuerySchema,
  idSchema,
  memberChangeSchema,
  memberPageSchema,
  memberRecordSchema,
  newMemberSchema,
  newPasswordSchema,
  say,
  userIdsSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { toMemberRecord } from '../../../modules/users/index.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { toBulkAnswer } from '../admin/admin-users.routes.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'organizations' | 'userAdmin' | 'bulkImport'>

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/users'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const
const params = z.object({ id: idSchema })
const deleteQuery = actingInSchema.extend(deleteUserQuerySchema.shape)

export const createOrgAdminUserRoutes = (deps: Deps): Endpoint[] => [
  ...memberRoutes(deps),
  ...accessRoutes(deps),
]

const memberRoutes = ({ organizations, userAdmin }: Deps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'List the users of the organization',
    description: 'All of them.',
    answer: memberPageSchema.shape.members,
    handle: async ({ caller, query }) => {
      const { id: organizationId } = await actingIn(organizations, caller, query)
      return (await userAdmin.list({ organizationId })).map(toMemberRecord)
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: BASE,
    summary: 'Create a user',
    description: 'In the organization of the admin.',
    body: newMemberSchema,
    bodyLimit: 64 * 1024,
    answer: memberRecordSchema,
    handle: async ({ caller, query, body: { user_type: userType, ...draft } }) => {
      const { id: organizationId } = await actingIn(organizations, caller, query)
      return toMemberRecord(await userAdmin.create(caller, { ...draft, userType, organizationId }))
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/{id}`,
    summary: 'Update a user',
    description: 'Renames, enables or disables a user.',
    params,
    body: memberChangeSchema,
    handle: async ({ caller, query, params: { id }, body }) => {
      const row = await actingIn(organizations, caller, query)
      const user = await userAdmin.get(caller, row, id)
      if (body.user_type !== undefined && body.user_type !== user.user_type)
        throw badRequest(say('users.type_unchangeable'))
      if (body.name !== undefined) await userAdmin.rename(caller, row, id, body.name)
      if (body.enabled !== undefined) await userAdmin.setEnabled(caller, row, id, body.enabled)
      return { message: 'User updated successfully' }
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
    query: deleteQuery,
    handle: async ({ caller, query, params: { id } }) => {
      const { email } = await userAdmin.remove(
        caller,
        await actingIn(organizations, caller, query),
        id,
        query.hand_over_to,
      )
      return { message: `User ${email} deleted successfully` }
    },
  }),
]

function accessRoutes({ organizations, userAdmin, bulkImport }: Deps): Endpoint[] {
  const bulk = (enabled: boolean) =>
    lambEndpoint({
      ...common,
      method: 'POST',
      path: `${BASE}/${enabled ? 'enable' : 'disable'}-bulk`,
      summary: enabled ? 'Enable users' : 'Disable users',
      description: enabled ? 'They can sign in again.' : 'They are signed out immediately.',
      body: userIdsSchema,
      handle: async ({ caller, query, body }) => {
        const row = await actingIn(organizations, caller, query)
        const outcome = await userAdmin.setEnabledForMany(caller, row, body.user_ids, enabled)
        await bulkImport.logActivation(caller, row.id, enabled, outcome)
        return toBulkAnswer(outcome, enabled)
      },
    })

  return [
    lambEndpoint({
      ...common,
      method: 'POST',
      path: `${BASE}/{id}/password`,
      summary: 'Set a user’s password',
      description: 'Ends all sessions of the user.',
      params,
      body: newPasswordSchema,
      handle: async ({ caller, query, params: { id }, body }) => {
        await userAdmin.setPassword(
          caller,
          await actingIn(organizations, caller, query),
          id,
          body.new_password,
          {
            revokeApiKeys: body.revoke_api_keys,
          },
        )
        return { message: 'Password changed successfully' }
      },
    }),
    bulk(true),
    bulk(false),
  ]
}
