import { idSchema, replaceSharesSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { SharingService } from '../../../modules/assistants/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'
import { toLambRecord } from './assistant-records.ts'

const group = { tag: 'sharing', access: 'user', base: '/creator/lamb/assistant-sharing' } as const
const params = z.object({ id: idSchema })
const signedIn = lambGroup(group)
const author = lambGroup({ ...group, access: 'author' })
const ofAssistant = lambGroup({ ...group, base: `${group.base}/shares/{id}`, params })
const ofUser = lambGroup({
  ...group,
  access: 'system-admin',
  base: `${group.base}/user-permission/{id}`,
  params,
})

export const createLambSharingRoutes = ({ sharing }: { sharing: SharingService }): Endpoint[] => [
  signedIn('GET', '/check-permission', 'Check the sharing permission', {
    handle: ({ caller }) => sharing.permissionOf(caller),
  }),
  author('GET', '/organization-users', 'List colleagues', {
    description: 'The users of your organization whom you can share with.',
    handle: ({ caller }) => sharing.listColleagues(caller),
  }),
  ofAssistant('GET', '', 'List the shares of an assistant', {
    handle: ({ caller, params: { id } }) => sharing.listShares(caller, id),
  }),
  ofAssistant('PUT', '', 'Replace the shares of an assistant', {
    description: 'Shares it with exactly these colleagues.',
    body: replaceSharesSchema,
    handle: ({ caller, params: { id }, body }) => sharing.replaceShares(caller, id, body.user_emails),
  }),
  signedIn('GET', '/shared-with-me', 'List assistants shared with you', {
    handle: async ({ caller }) => ({
      assistants: (await sharing.listReceived(caller)).map(toLambRecord),
    }),
  }),
  ofUser('PUT', '', 'Set the sharing permission of a user', {
    description: 'Allows or forbids sharing assistants.',
    query: z.object({ can_share: z.stringbool() }),
    handle: async ({ params: { id }, query: { can_share } }) => {
      await sharing.setPermission(id, can_share)
      const message = can_share ? 'The user may share assistants' : 'The user may not share assistants'
      return { message, user_id: id, can_share }
    },
  }),
]
