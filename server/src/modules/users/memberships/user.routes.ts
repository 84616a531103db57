import {
  accountChangeSchema,
  idSchema,
  newAdminUserSchema,
  peopleQuerySchema,
  userPageSchema,
  userRecordSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { UserAdminService } from '../user-admin.service.ts'
import { toUserRecord } from '../user-records.ts'
import type { MembershipService } from './membership.service.ts'

export interface UserRouteDeps {
  userAdmin: Pick<UserAdminService, 'page' | 'create' | 'get' | 'setSystemRole'>
  membership: Pick<MembershipService, 'moveUser'>
}

const common = { tag: 'System', access: 'system-admin' } as const

/** The people of all organizations. Their accounts are changed as members of their organization. */
export const createUserRoutes = ({ userAdmin, membership }: UserRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    path: '/system/users',
    summary: 'List users',
    description:
      'One page of the people of all organizations, by name. The search includes the organization.',
    query: peopleQuerySchema,
    answer: userPageSchema,
    async handle({ query }) {
      const { rows, total } = await userAdmin.page(query)
      return { users: rows.map(toUserRecord), total }
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/system/users',
    summary: 'Create a user',
    description: 'In any organization; by default in the system organization.',
    body: newAdminUserSchema,
    bodyLimit: 64 * 1024,
    answer: userRecordSchema,
    status: 201,
    handle: async ({ caller, body: { organization_id: organizationId, user_type: userType, ...draft } }) =>
      toUserRecord(await userAdmin.create(caller, { ...draft, userType, organizationId })),
  }),
  endpoint({
    ...common,
    method: 'PATCH',
    path: '/system/users/{id}',
    summary: 'Update a user',
    description: 'Changes the system role, or moves the user to another organization.',
    params: z.object({ id: idSchema }),
    body: accountChangeSchema,
    answer: userRecordSchema,
    async handle({ caller, params: { id }, body: { role, organization_id } }) {
      if (organization_id !== undefined) await membership.moveUser(id, organization_id)
      if (role !== undefined) await userAdmin.setSystemRole(caller, id, role)
      return toUserRecord(await userAdmin.get(caller, undefined, id))
    },
  }),
]
