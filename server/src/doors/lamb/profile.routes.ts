import { idSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { UserService } from '../../modules/users/index.ts'
import { type ProfileDeps, toProfile, type UserAdminService } from '../../modules/users/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { lambEndpoint } from './lamb-endpoint.ts'

export interface ProfileRouteDeps extends ProfileDeps {
  users: Pick<UserService, 'findById'>
  userAdmin: Pick<UserAdminService, 'get'>
}

const tag = 'LAMB: users'

/** The profile of a user, for the user and for system admins. */
export const createProfileRoutes = ({ users, userAdmin, ...deps }: ProfileRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: '/creator/user/profile',
    tag,
    summary: 'Get your profile',
    description: 'Everything you own and everything shared with you.',
    access: 'user',
    handle: async ({ caller }) => {
      const user = await users.findById(caller.userId)
      if (!user) throw notFound('User')
      return toProfile(deps, user)
    },
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/admin/users/{id}/profile',
    tag,
    summary: 'Get the profile of a user',
    description: 'Everything the user owns.',
    access: 'system-admin',
    params: z.object({ id: idSchema }),
    handle: async ({ caller, params: { id } }) => toProfile(deps, await userAdmin.get(caller, undefined, id)),
  }),
]
