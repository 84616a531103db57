import {
  actingInSchema,
  canShareSchema,
  deleteUserQuerySchema,
  idSchema,
  memberChangeSchema,
  memberPageSchema,
  memberRecordSchema,
  newMemberSchema,
  newPasswordSchema,
  peopleQuerySchema,
  say,
  userIdsSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { toMemberRecord } from '../../../modules/users/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isPaged, toBulkAnswer } from '../admin/admin-users.routes.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn } from './org-admin-acting.ts'
import type { OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'organizations' | 'userAdmin' | 'bulkImport'>

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/users'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const
const params = z.object({ id: idSchema })
const listQuery = actingInSchema.extend(peopleQuerySchema.shape)
const deleteQuery = actingInSchema.extend(deleteUserQuerySchema.shape)

export function createOrgAdminUserRoutes(deps: Deps): Endpoint[] {
  const place = createPlace(deps)

  return [...memberRoutes(deps, place), ...accessRoutes(deps, place)]
}

function createPlace({ organizations }: Deps) {
  const getOrganization = (caller: UserCaller, query: { org: string | undefined }) =>
    actingIn(organizations, caller, query)

  return { getOrganization }
}

type Place = ReturnType<typeof createPlace>

const memberRoutes = ({ userAdmin }: Deps, { getOrganization }: Place): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'List the users of the organization',
    description: 'All of them, or one page of a search.',
    query: listQuery,
    answer: z.union([z.array(memberRecordSchema), memberPageSchema]),
    handle: async ({ caller, query }) => {
      const within = { organizationId: (await getOrganization(caller, query)).id }
      if (!isPaged(query)) return (await userAdmin.list(within)).map(toMemberRecord)
      const { rows, total } = await userAdmin.page(query, within)
      return { users: rows.map(toMemberRecord), total }
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
    handle: async ({ caller, query, body }) => {
      const { id: organizationId } = await getOrganization(caller, query)
      const { email, name, password, enabled, user_type: userType } = body
      return toMemberRecord(
        await userAdmin.create(caller, { email, name, password, enabled, userType, organizationId }),
      )
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
      const row = await getOrganization(caller, query)
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
        await getOrganization(caller, query),
        id,
        query.hand_over_to,
      )
      return { message: `User ${email} deleted successfully` }
    },
  }),
]

function accessRoutes({ userAdmin, bulkImport }: Deps, { getOrganization }: Place): Endpoint[] {
  const bulk = (enabled: boolean) =>
    lambEndpoint({
      ...common,
      method: 'POST',
      path: `${BASE}/${enabled ? 'enable' : 'disable'}-bulk`,
      summary: enabled ? 'Enable users' : 'Disable users',
      description: enabled ? 'They can sign in again.' : 'They are signed out immediately.',
      body: userIdsSchema,
      handle: async ({ caller, query, body }) => {
        const row = await getOrganization(caller, query)
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
        await userAdmin.setPassword(caller, await getOrganization(caller, query), id, body.new_password, {
          revokeApiKeys: body.revoke_api_keys,
        })
        return { message: 'Password changed successfully' }
      },
    }),
    lambEndpoint({
      ...common,
      method: 'PUT',
      path: `${BASE}/{id}/can-share`,
      summary: 'Set the sharing permission of a user',
      description: 'Allows or forbids sharing assistants.',
      params,
      body: canShareSchema,
      handle: async ({ caller, query, params: { id }, body: { can_share } }) => {
        await userAdmin.setCanShare(caller, await getOrganization(caller, query), id, can_share)
        const message = can_share ? 'The user may share assistants' : 'The user may not share assistants'
        return { message, user_id: id, can_share }
      },
    }),
    bulk(true),
    bulk(false),
  ]
}
