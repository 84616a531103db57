import { idSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { UserService } from '../../modules/users/index.ts'
import { type ProfileDeps, toProfile, type UserAdminService } from '../../modules/users/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { lambGroup } from './lamb-endpoint.ts'

export interface ProfileRouteDeps extends ProfileDeps {
  users: Pick<UserService, 'findById'>
  userAdmin: Pick<UserAdminService, 'get'>
}

const own = lambGroup({ tag: 'users', access: 'user', base: '/creator/user' })
const ofUser = lambGroup({
  tag: 'users',
  access: 'system-admin',
  base: '/creator/admin/users/{id}',
  params: z.object({ id: idSchema }),
})

/** Everything that a user owns and everything shared with them, for the user and for system admins. */
export const createProfileRoutes = ({ users, userAdmin, ...deps }: ProfileRouteDeps): Endpoint[] => [
  own('GET', '/profile', 'Get your profile', {
    handle: async ({ caller }) => {
      const user = await users.findById(caller.userId)
      if (!user) throw notFound('User')
      return toProfile(deps, user)
    },
  }),
  ofUser('GET', '/profile', 'Get the profile of a user', {
    handle: async ({ caller, params: { id } }) => toProfile(deps, await userAdmin.get(caller, undefined, id)),
  }),
]
