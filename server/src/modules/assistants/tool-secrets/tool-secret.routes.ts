import {
  DONE,
  doneSchema,
  setToolSecretSchema,
  toolSecretListSchema,
  toolSecretNameSchema,
  toolSecretSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ToolSecretService } from './tool-secret.service.ts'

const byName = z.object({ name: toolSecretNameSchema })

/** Credentials for the caller's own HTTP tools. Write-only. */
export function createToolSecretRoutes({ toolSecrets }: { toolSecrets: ToolSecretService }): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/tool-secrets',
      tag: 'Tools',
      summary: 'List tool secrets',
      description: 'Names and hosts only; values are never returned.',
      access: 'user',
      answer: toolSecretListSchema,
      handle: async ({ caller }) => ({ secrets: await toolSecrets.list(caller) }),
    }),
    endpoint({
      method: 'PUT',
      path: '/tool-secrets/{name}',
      tag: 'Tools',
      summary: 'Set a tool secret',
      description: 'Creates or replaces it. It is only sent to its host.',
      access: 'author',
      params: byName,
      body: setToolSecretSchema,
      answer: toolSecretSchema,
      handle: ({ params, body, caller }) => toolSecrets.set(caller, params.name, body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/tool-secrets/{name}',
      tag: 'Tools',
      summary: 'Delete a tool secret',
      description: 'Tools that use it fail until it is set again.',
      access: 'user',
      params: byName,
      answer: doneSchema,
      async handle({ params, caller }) {
        await toolSecrets.delete(caller, params.name)
        return DONE
      },
    }),
  ]
}
