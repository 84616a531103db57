import { modelListSchema, parseMetadata, say } from '@bellwether/wire'
import * as z from 'zod'
import type {
  AfterId,
  AssistantForCompletion,
  AssistantRef,
  UsableAssistant,
} from '../../modules/assistants/index.ts'
import type { Caller } from '../../platform/caller.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { toAssistantRef, toModelId } from './assistant-ref.ts'
import { openAiEndpoint } from './openai-endpoint.ts'

export interface ModelRouteDeps {
  listUsable(caller: Caller, page?: AfterId): Promise<UsableAssistant[]>
  findUsable(caller: Caller, ref: AssistantRef): Promise<AssistantForCompletion | undefined>
}

const MAX_LIMIT = 1000

const pageSchema = z.looseObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe('Models per page; omitted: all models')
    .meta({ example: 100 }),
  after: z
    .string()
    .optional()
    .describe('The `last_id` of the previous page.')
    .meta({ example: 'lamb_assistant.12' }),
})

/** Assistants as OpenAI models. */
export function createModelRoutes({ listUsable, findUsable }: ModelRouteDeps): Endpoint[] {
  return [
    openAiEndpoint({
      method: 'GET',
      path: ['/v1/models', '/models'],
      tag: 'Chat',
      summary: 'List models',
      description:
        'The assistants you can use, as OpenAI models. With `limit`, a page: `has_more` and `last_id` lead to the next one.',
      access: 'completion',
      openToGuests: true,
      errors: 'openai',
      query: pageSchema,
      answer: modelListSchema,
      async handle({ query, caller }) {
        const { limit } = query
        const after = query.after === undefined ? 0 : idAfter(query.after)
        if (limit === undefined && after === 0)
          return { object: 'list', data: (await listUsable(caller)).map(toModel) }
        const pageSize = limit ?? MAX_LIMIT
        const assistants = await listUsable(caller, { limit: pageSize + 1, after })
        const data = assistants.slice(0, pageSize).map(toModel)
        return {
          object: 'list',
          data,
          has_more: assistants.length > pageSize,
          first_id: data[0]?.id ?? null,
          last_id: data.at(-1)?.id ?? null,
        }
      },
    }),
    openAiEndpoint({
      method: 'GET',
      path: ['/v1/models/{model}', '/models/{model}'],
      tag: 'Chat',
      summary: 'Get a model',
      description: 'An assistant as an OpenAI model.',
      access: 'completion',
      openToGuests: true,
      errors: 'openai',
      params: z.object({ model: z.string() }),
      async handle({ params, caller }) {
        const assistant = await findUsable(caller, toAssistantRef(params.model))
        if (!assistant) throw modelNotFound(params.model)
        return toModel(assistant)
      },
    }),
  ]
}

export const modelNotFound = (model: string) =>
  new AppError('not_found', say('answers.model_not_found', { model: model.slice(0, 100) }))

function idAfter(model: string): number {
  const ref = toAssistantRef(model)
  if ('id' in ref) return ref.id
  throw badRequest(say('answers.after_not_a_model'))
}

const NO_CAPABILITIES = { vision: false, image_generation: false }

const toModel = (assistant: Omit<UsableAssistant, 'published'>) => ({
  id: toModelId(assistant.id),
  object: 'model' as const,
  created: assistant.created_at,
  owned_by: assistant.organization_name,
  parent: null,
  name: `LAMB:${assistant.name}`,
  description: assistant.description,
  capabilities: capabilitiesOf(assistant.metadata),
})

/** Most assistants have none, and parsing the settings of thousands takes most of the time of the list. */
function capabilitiesOf(metadata: string) {
  if (!metadata.includes('"capabilities"')) return NO_CAPABILITIES
  return parseMetadata(metadata)?.capabilities ?? NO_CAPABILITIES
}
