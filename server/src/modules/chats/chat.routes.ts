import {
  chatChangeSchema,
  chatHeadSchema,
  chatListQuerySchema,
  chatListSchema,
  chatWithMessagesSchema,
  createChatSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { isGuest } from '../../platform/caller.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { ChatService } from './chat.service.ts'
import type { ChatFolderService } from './folders/folder.service.ts'

export interface ChatRouteDeps {
  chats: ChatService
  chatFolders: Pick<ChatFolderService, 'place'>
  /** Throws too_many_requests: guests can't create any number of empty chats. */
  countGuestQuestion(exchange: Pick<Exchange, 'clientIp'>): Promise<void>
}

const tag = 'Chats'
const params = z.object({ id: z.string().max(100) })

/** The chats of the person who is signed in. */
export const createChatRoutes = (deps: ChatRouteDeps): Endpoint[] => [
  ...readingRoutes(deps),
  ...changingRoutes(deps),
]

const readingRoutes = ({ chats }: ChatRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/chats',
    tag,
    summary: 'List your chats',
    description: 'Pinned ones first, then the most recently used. By default without archived chats.',
    access: 'user',
    openToGuests: true,
    query: chatListQuerySchema,
    answer: chatListSchema,
    handle: ({ query, caller }) => chats.list(caller, query),
  }),
  endpoint({
    method: 'GET',
    path: '/chats/{id}',
    tag,
    summary: 'Get a chat',
    description: 'With its messages. Of messages with versions, only those that are shown.',
    access: 'user',
    openToGuests: true,
    params,
    answer: chatWithMessagesSchema,
    handle: ({ params, caller }) => chats.get(caller, params.id),
  }),
  endpoint({
    method: 'GET',
    path: '/chats/{id}/pictures/{picture}',
    tag,
    summary: 'Get an image of a chat',
    description: 'An image you attached to a question.',
    access: 'user',
    openToGuests: true,
    params: params.extend({ picture: z.string().max(100) }),
    answer: 'file',
    async handle({ params, caller }) {
      const { bytes, contentType } = await chats.picture(caller, params.id, params.picture)
      return new Reply(bytes, {
        'content-type': contentType,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400, immutable',
      })
    },
  }),
]

const changingRoutes = ({ chats, chatFolders, countGuestQuestion }: ChatRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/chats',
    tag,
    summary: 'Create a chat',
    description: 'Starts an empty chat with an assistant you can use.',
    access: 'user',
    openToGuests: true,
    body: createChatSchema,
    status: 201,
    answer: chatHeadSchema,
    async handle({ body, caller, exchange }) {
      if (isGuest(caller)) await countGuestQuestion(exchange)
      return chats.create(caller, body.assistant_id, body.title ?? undefined, body.draft)
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/chats/{id}',
    tag,
    summary: 'Change a chat',
    description:
      'Renames, archives or pins one of your chats, or moves it to a folder. Omitted fields keep their values.',
    access: 'user',
    openToGuests: true,
    params,
    body: chatChangeSchema,
    answer: chatHeadSchema,
    async handle({ params, body: { title, archived, ...place }, caller }) {
      await chatFolders.place(caller, params.id, place)
      return chats.update(caller, params.id, { title, archived })
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/chats/{id}',
    tag,
    summary: 'Delete a chat',
    description: 'Deletes its messages as well.',
    access: 'user',
    openToGuests: true,
    params,
    answer: 'none',
    handle: ({ params, caller }) => chats.delete(caller, params.id),
  }),
  endpoint({
    method: 'POST',
    path: '/chats/{id}/stop',
    tag,
    summary: 'Stop the answer in a chat',
    description: 'Text that was already written is kept.',
    access: 'user',
    openToGuests: true,
    params,
    bodyOptional: true,
    answer: z.object({ stopped: z.boolean() }),
    handle: async ({ params, caller }) => ({ stopped: await chats.stop(caller, params.id) }),
  }),
]
