import { chatWithMessagesSchema, shownVersionSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ChatService } from '../chat.service.ts'

export const createBranchRoutes = ({
  chats,
}: {
  chats: Pick<ChatService, 'showVersion' | 'get'>
}): Endpoint[] => [
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
