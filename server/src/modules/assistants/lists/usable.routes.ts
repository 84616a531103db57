import {
  idSchema,
  parseJsonObject,
  type UsableAssistant as UsableRecord,
  usableAssistantSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { AssistantService } from '../assistant.service.ts'
import type { UsableAssistant } from './usable-assistants.ts'

const tag = 'Assistants'

/** The assistants that a person may chat with, and what a chat page shows of them. */
export const createUsableRoutes = ({
  assistants,
  listUsable,
}: {
  assistants: Pick<AssistantService, 'getRow'>
  listUsable(caller: UserCaller): Promise<UsableAssistant[]>
}): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/usable',
    tag,
    summary: 'List the assistants you can use',
    description: 'Your own, those shared with you and those published in your organization.',
    access: 'user',
    openToGuests: true,
    answer: z.object({ assistants: z.array(usableAssistantSchema) }),
    handle: async ({ caller }) => ({ assistants: (await listUsable(caller)).map(toUsableRecord) }),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/usable/{id}',
    tag,
    summary: 'Get an assistant you can use',
    description: 'What everyone who can chat with it may know.',
    access: 'user',
    params: z.object({ id: idSchema }),
    answer: usableAssistantSchema,
    handle: async ({ caller, params }) => toUsableRecord(await assistants.getRow(caller, 'use', params.id)),
  }),
]

const toUsableRecord = ({
  metadata,
  ...assistant
}: Pick<UsableAssistant, 'id' | 'name' | 'description' | 'metadata'>): UsableRecord =>
  usableAssistantSchema.parse({ ...parseJsonObject(metadata), ...assistant })
