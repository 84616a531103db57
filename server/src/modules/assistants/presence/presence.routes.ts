import { idSchema, presenceSchema, presentPeopleSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { PresenceService } from './presence.service.ts'

const tag = 'Assistants'
const PATH = '/assistants/{id}/presence'

export const createPresenceRoutes = ({ presence }: { presence: PresenceService }): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: PATH,
    tag,
    summary: 'Report an open assistant',
    description:
      'For editors: send this every few seconds while the assistant is open. Returns who else has it open, which version is saved and who saved it. For people who can see the assistant’s settings. An entry expires after 75 seconds.',
    access: 'author',
    params: z.object({ id: idSchema }),
    body: presenceSchema,
    answer: presentPeopleSchema,
    handle: ({ caller, params: { id }, body }) => presence.note(caller, id, body),
  }),
  endpoint({
    method: 'DELETE',
    path: `${PATH}/{window}`,
    tag,
    summary: 'Report a closed assistant',
    description: 'Removes the entry of this window immediately.',
    access: 'author',
    params: z.object({ id: idSchema, window: presenceSchema.shape.window }),
    answer: 'none',
    async handle({ caller, params: { id, window } }) {
      await presence.leave(caller, id, window)
    },
  }),
]
