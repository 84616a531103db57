import { idSchema, replaceSharesSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { SharingService } from '../../../modules/sharing/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { toLambRecord } from './assistant-records.ts'

const tag = 'LAMB: sharing'
const BASE = '/creator/lamb/assistant-sharing'
const params = z.object({ id: idSchema })

export const createLambSharingRoutes = ({ sharing }: { sharing: SharingService }): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/check-permission`,
    tag,
    summary: 'Check the sharing permission',
    description: 'Whether you may share assistants.',
    access: 'user',
    handle: ({ caller }) => sharing.permissionOf(caller),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/organization-users`,
    tag,
    summary: 'List colleagues',
    description: 'The users of your organization whom you can share with.',
    access: 'author',
    handle: ({ caller }) => sharing.listColleagues(caller),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/shares/{id}`,
    tag,
    summary: 'List the shares of an assistant',
    description: 'The people an assistant is shared with.',
    access: 'user',
    params,
    handle: ({ caller, params: { id } }) => sharing.listShares(caller, id),
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/shares/{id}`,
    tag,
    summary: 'Replace the shares of an assistant',
    description: 'Shares it with exactly these colleagues.',
    access: 'user',
    params,
    body: replaceSharesSchema,
    handle: ({ caller, params: { id }, body }) => sharing.replaceShares(caller, id, body.user_emails),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/shared-with-me`,
    tag,
    summary: 'List assistants shared with you',
    description: 'By colleagues.',
    access: 'user',
    handle: async ({ caller }) => ({
      assistants: (await sharing.listReceived(caller)).map(toLambRecord),
    }),
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/user-permission/{id}`,
    tag,
    summary: 'Set the sharing permission of a user',
    description: 'Allows or forbids sharing assistants.',
    access: 'system-admin',
    params,
    query: z.object({ can_share: z.stringbool() }),
    handle: async ({ params: { id }, query: { can_share } }) => {
      await sharing.setPermission(id, can_share)
      const message = can_share ? 'The user may share assistants' : 'The user may not share assistants'
      return { message, user_id: id, can_share }
    },
  }),
]
