import {
  classLinkChangeSchema,
  classLinkListSchema,
  classLinkSchema,
  DONE,
  doneSchema,
  enterClassLinkSchema,
  enteredClassLinkSchema,
  idSchema,
  keepChatsSchema,
  keptChatsSchema,
  newClassLinkSchema,
  openedClassLinkSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { ClassLinkService } from './class-link.service.ts'
import type { EnterLink } from './enter-link.ts'

export interface ClassLinkRouteDeps {
  classLinks: ClassLinkService
  enterLink: EnterLink
}

const tag = 'Class links'
const byId = z.object({ id: idSchema })
const byCode = z.object({ code: z.string().max(100) })

export const createClassLinkRoutes = (deps: ClassLinkRouteDeps): Endpoint[] => [
  ...manageRoutes(deps),
  ...visitorRoutes(deps),
]

const manageRoutes = ({ classLinks }: ClassLinkRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/links',
    tag,
    summary: 'List the class links of an assistant',
    description: 'Newest first, with the number of guests and their questions today.',
    access: 'author',
    params: byId,
    answer: classLinkListSchema,
    handle: async ({ params, caller }) => ({ links: await classLinks.list(caller, params.id) }),
  }),
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/links',
    tag,
    summary: 'Create a class link',
    description:
      'Lets students chat with a published assistant without an account. Share the `url`, or show it as a QR code. Without `daily_questions`, a guest may ask 100 questions per day.',
    access: 'author',
    params: byId,
    body: newClassLinkSchema,
    answer: classLinkSchema,
    status: 201,
    handle: ({ params, body, caller }) => classLinks.create(caller, params.id, body),
  }),
  endpoint({
    method: 'PATCH',
    path: '/links/{id}',
    tag,
    summary: 'Change a class link',
    description:
      'Omitted fields stay the same; null removes a date or limit. Takes effect immediately, also for guests who are already chatting. Guests who have already joined don’t need a new passphrase.',
    access: 'author',
    params: byId,
    body: classLinkChangeSchema,
    answer: classLinkSchema,
    handle: ({ params, body, caller }) => classLinks.change(caller, params.id, body),
  }),
  endpoint({
    method: 'DELETE',
    path: '/links/{id}',
    tag,
    summary: 'Delete a class link',
    description:
      'The link stops working immediately. It can be restored for 24 hours; after that, its guests and their chats are deleted.',
    access: 'author',
    params: byId,
    answer: doneSchema,
    async handle({ params, caller }) {
      await classLinks.delete(caller, params.id)
      return DONE
    },
  }),
  endpoint({
    method: 'POST',
    path: '/links/{id}/restore',
    tag,
    summary: 'Restore a class link',
    description: 'Within 24 hours after it was deleted. The guests can chat again.',
    access: 'author',
    params: byId,
    bodyOptional: true,
    answer: classLinkSchema,
    handle: ({ params, caller }) => classLinks.restore(caller, params.id),
  }),
]

const visitorRoutes = ({ enterLink }: ClassLinkRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/links/{code}',
    tag,
    summary: 'Look up a class link',
    description: 'Whether it is open, and what is needed to join.',
    access: 'optional',
    openToGuests: true,
    params: byCode,
    answer: openedClassLinkSchema,
    handle: ({ params, caller, exchange: { clientIp } }) => enterLink.open(params.code, { caller, clientIp }),
  }),
  endpoint({
    method: 'POST',
    path: '/links/{code}/enter',
    tag,
    summary: 'Enter through a class link',
    description:
      'Returns a bearer token that can only chat with the assistant of the link. Send the token with the next visit to continue as the same guest. A link of the type `organization` needs a signed-in member and returns no token.',
    access: 'optional',
    openToGuests: true,
    params: byCode,
    body: enterClassLinkSchema,
    bodyOptional: true,
    answer: enteredClassLinkSchema,
    handle: ({ params, body, caller, exchange: { clientIp } }) =>
      enterLink.enter(params.code, body, { caller, clientIp }),
  }),
  endpoint({
    method: 'POST',
    path: '/links/{code}/keep',
    tag,
    summary: 'Keep the chats of a guest',
    description:
      'Moves the chats of a guest to your account. `token` is the guest’s token; it stops working. The account must be in the organization of the assistant.',
    access: 'user',
    params: byCode,
    body: keepChatsSchema,
    answer: keptChatsSchema,
    handle: ({ params, body, caller, exchange: { clientIp } }) =>
      enterLink.keep(caller, params.code, body.token, clientIp),
  }),
  endpoint({
    method: 'DELETE',
    path: '/links/guest',
    tag,
    summary: 'Leave as a guest',
    description: 'Deletes the guest whose token is sent, with all chats. Accounts are not affected.',
    access: 'user',
    openToGuests: true,
    answer: doneSchema,
    async handle({ caller }) {
      await enterLink.leave(caller)
      return DONE
    },
  }),
]
