import {
  DONE,
  forgetQuerySchema,
  forgottenSchema,
  idSchema,
  memoryListQuerySchema,
  memoryListSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { forwardedUser } from '../../platform/asking-person.ts'
import type { Caller } from '../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { MemoryService } from './memory.service.ts'

export interface MemoryRouteDeps {
  memories: MemoryService
}

const tag = 'Memory'

/** The memories that assistants have of the caller, or of the person whom a forwarding client names. */
export function createMemoryRoutes({ memories }: MemoryRouteDeps): Endpoint[] {
  const askingOf = (caller: Caller, exchange: Exchange) => ({
    caller,
    endUser: forwardedUser(exchange, caller),
  })
  return [
    endpoint({
      method: 'GET',
      path: '/memories',
      tag,
      summary: 'List memories',
      description: 'What assistants remember about you, newest first. Filter with `assistant_id`.',
      access: 'completion',
      query: memoryListQuerySchema,
      answer: memoryListSchema,
      handle: ({ query, caller, exchange }) => memories.list(askingOf(caller, exchange), query.assistant_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/memories/{id}',
      tag,
      summary: 'Delete a memory',
      description: 'Deletes one thing that an assistant remembers about you.',
      access: 'completion',
      params: z.object({ id: idSchema }),
      answer: forgottenSchema,
      async handle({ params, caller, exchange }) {
        await memories.delete(askingOf(caller, exchange), params.id)
        return { ...DONE, deleted: 1 }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/memories',
      tag,
      summary: 'Delete memories',
      description: 'Of one assistant, or of all with `all=true`.',
      access: 'completion',
      query: forgetQuerySchema,
      answer: forgottenSchema,
      async handle({ query, caller, exchange }) {
        const deleted = await memories.deleteAll(askingOf(caller, exchange), query.assistant_id)
        return { ...DONE, deleted }
      },
    }),
  ]
}
