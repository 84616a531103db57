import { idSchema, replaceSharesSchema, shareSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { SharingService } from './sharing.service.ts'

const params = z.object({ id: idSchema })

export const createSharingRoutes = ({ sharing }: { sharing: SharingService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/shares',
    tag: 'Assistants',
    summary: 'With whom an assistant is shared',
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
    summary: 'Share an assistant with exactly these colleagues; unknown e-mails are passed over',
    access: 'user',
    params,
    body: replaceSharesSchema,
    answer: z.array(shareSchema),
    handle: ({ caller, params: { id }, body }) => sharing.replaceShares(caller, id, body.user_emails),
  }),
]
