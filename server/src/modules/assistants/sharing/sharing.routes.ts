import { colleagueListSchema, idSchema, replaceSharesSchema, shareSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { SharingService } from './sharing.service.ts'

const params = z.object({ id: idSchema })

export const createSharingRoutes = ({ sharing }: { sharing: SharingService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/account/colleagues',
    tag: 'Account',
    summary: 'List your colleagues',
    description: 'The people of your organization whom you can share with. 403 if you may not share.',
    access: 'author',
    answer: colleagueListSchema,
    handle: async ({ caller }) => ({ colleagues: await sharing.listColleagues(caller) }),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/shares',
    tag: 'Assistants',
    summary: 'List the shares of an assistant',
    description: 'The people an assistant is shared with.',
    access: 'user',
    params,
    answer: z.array(shareSchema),
    handle: ({ caller, params: { id } }) => sharing.listShares(caller, id),
  }),
  endpoint({
    method: 'PUT',
    audited: true,
    path: '/assistants/{id}/shares',
    tag: 'Assistants',
    summary: 'Replace the shares of an assistant',
    description: 'Shares it with exactly these colleagues. Unknown e-mail addresses are ignored.',
    access: 'user',
    params,
    body: replaceSharesSchema,
    answer: z.array(shareSchema),
    handle: ({ caller, params: { id }, body }) => sharing.replaceShares(caller, id, body.user_emails),
  }),
]
