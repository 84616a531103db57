import { apiKeySchema, DONE, doneSchema, newApiKeySchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ApiKeyService } from './api-key.service.ts'

/** Personal API keys. Only a session can create or revoke them, so that a key can't create other keys. */
export function createApiKeyRoutes(keys: ApiKeyService): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/api-keys',
      tag: 'Account',
      summary: 'List API keys',
      description: 'Your API keys, without the secrets.',
      access: 'user',
      answer: z.object({ keys: z.array(apiKeySchema) }),
      handle: async ({ caller }) => ({ keys: await keys.list(caller) }),
    }),
    endpoint({
      method: 'POST',
      path: '/api-keys',
      tag: 'Account',
      summary: 'Create an API key',
      description: 'The response is the only place where the key is shown.',
      access: 'session',
      status: 201,
      body: newApiKeySchema,
      answer: apiKeySchema.extend({ key: z.string() }),
      handle: ({ body, caller }) => keys.create(caller, body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/api-keys/{id}',
      tag: 'Account',
      summary: 'Revoke an API key',
      description: 'The key stops working immediately.',
      access: 'user',
      params: z.object({ id: z.coerce.number().int().positive() }),
      answer: doneSchema,
      async handle({ params, caller }) {
        await keys.revoke(caller, params.id)
        return DONE
      },
    }),
  ]
}
