import {
  feedbackChangeSchema,
  savedFeedbackSchema,
  visibilityChangeSchema,
  visibilitySchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ChatService } from '../chat.service.ts'

const tag = 'Chats'
const params = z.object({ id: z.string().max(100), message_id: z.string().max(100) })

export const createFeedbackRoutes = ({
  chats,
}: {
  chats: Pick<ChatService, 'setFeedback' | 'setHidden'>
}): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: '/chats/{id}/messages/{message_id}/feedback',
    tag,
    summary: 'Rate an answer',
    description:
      'Thumbs up or down for an answer in one of your chats, with an optional comment. `null` removes the rating. Educators see ratings in the activity of their assistant.',
    access: 'user',
    openToGuests: true,
    params,
    body: feedbackChangeSchema,
    answer: savedFeedbackSchema,
    handle: ({ params, body, caller }) => chats.setFeedback(caller, params.id, params.message_id, body),
  }),
  endpoint({
    method: 'PUT',
    path: '/chats/{id}/messages/{message_id}/visibility',
    tag,
    summary: 'Hide a question from educators',
    description:
      'Hides one of your questions, with all its versions and answers, from the activity of the assistant, or shows it again.',
    access: 'user',
    openToGuests: true,
    params,
    body: visibilityChangeSchema,
    answer: visibilitySchema,
    handle: ({ params, body, caller }) => chats.setHidden(caller, params.id, params.message_id, body.hidden),
  }),
]
