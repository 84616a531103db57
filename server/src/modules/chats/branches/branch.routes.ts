import { chatWithMessagesSchema, shownVersionSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ChatService } from '../chat.service.ts'

export const createBranchRoutes = ({
  chats,
}: {
  chats: Pick<ChatService, 'showVersion' | 'get' | 'allVersions'>
}): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/chats/{id}/versions',
    tag: 'Chats',
    summary: 'Get a chat with all versions',
    description:
      'All messages, including edited questions and repeated answers that are not shown. `parentId` is the previous message: messages with the same parent are versions of each other.',
    access: 'user',
    openToGuests: true,
    params: z.object({ id: z.string().max(100) }),
    answer: chatWithMessagesSchema,
    handle: ({ params, caller }) => chats.allVersions(caller, params.id),
  }),
  endpoint({
    method: 'PUT',
    path: '/chats/{id}/version',
    tag: 'Chats',
    summary: 'Show another version of a message',
    description:
      'Edited questions and repeated answers have versions (`versions` of a message). Returns the chat with the messages that follow the chosen version.',
    access: 'user',
    openToGuests: true,
    params: z.object({ id: z.string().max(100) }),
    body: shownVersionSchema,
    answer: chatWithMessagesSchema,
    async handle({ params, body, caller }) {
      await chats.showVersion(caller, params.id, body.message_id)
      return chats.get(caller, params.id)
    },
  }),
]
