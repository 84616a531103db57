import {
  completionAnswerSchema,
  lambRequestSchema,
  modelListSchema,
  openAiRequestSchema,
  parseMetadata,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import type { AssistantRef, UsableAssistant } from '../modules/assistants/index.ts'
import { forwardedUser } from '../platform/asking-person.ts'
import type { Caller } from '../platform/caller.ts'
import { AppError, badRequest, isAppError } from '../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../platform/http/endpoint.ts'
import type { AnswerCompletion } from './answer-completion.ts'
import { toAssistantRef, toModelId } from './openai/assistant-ref.ts'
import { withPictures, withPromptAsMessages } from './openai/lenient-request.ts'

export interface CompletionRouteDeps {
  answerCompletion: AnswerCompletion
  listUsable(caller: Caller): Promise<UsableAssistant[]>
  /** LAMB's own quota. Like LAMB, only its direct completion endpoint enforces it; budgets apply everywhere. */
  isOverQuota(caller: Caller, ref: AssistantRef): Promise<boolean>
}

const OVER_QUOTA = {
  detail: {
    error: {
      message: 'This assistant has used up its quota; its editors can raise it',
      type: 'quota_exceeded',
      code: 'assistant_quota_exceeded',
    },
  },
}

/** The OpenAI-compatible endpoints and LAMB's direct completion endpoint. */
export function createCompletionRoutes(deps: CompletionRouteDeps): Endpoint[] {
  const { answerCompletion, listUsable, isOverQuota } = deps
  return [
    endpoint({
      method: 'POST',
      path: ['/v1/chat/completions', '/chat/completions'],
      tag: 'Chat',
      summary: 'Create a chat completion',
      description: 'OpenAI’s chat completions. The model is `lamb_assistant.{id}` or `LAMB:{name}`.',
      access: 'completion',
      openToGuests: true,
      errors: 'openai',
      bodyKind: 'json-or-form',
      body: z.preprocess((given) => withPromptAsMessages(given), openAiRequestSchema),
      answer: completionAnswerSchema,
      async handle({ body, caller, exchange }) {
        const order = {
          assistant: toAssistantRef(body.model),
          request: body['pictures'] === undefined ? body : await withPictures(body),
          endUser: forwardedUser(exchange, caller, body),
        }
        return answerCompletion(exchange, caller, order).catch((error: unknown) => {
          if (isAppError(error) && error.code === 'not_found') throw modelNotFound(body.model)
          throw error
        })
      },
    }),
    endpoint({
      method: 'GET',
      path: ['/v1/models', '/models'],
      tag: 'Chat',
      summary: 'List models',
      description: 'The assistants you can use, as OpenAI models.',
      access: 'completion',
      openToGuests: true,
      errors: 'openai',
      answer: modelListSchema,
      async handle({ caller }) {
        const assistants = await listUsable(caller)
        return { object: 'list', data: assistants.map(toModel) }
      },
    }),
    endpoint({
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
        const ref = toAssistantRef(params.model)
        const found = (await listUsable(caller)).find((one) =>
          'id' in ref ? one.id === ref.id : one.name === ref.name,
        )
        if (!found) throw modelNotFound(params.model)
        return toModel(found)
      },
    }),
    endpoint({
      method: 'POST',
      path: ['/lamb/v1/completions', '/completions'],
      tag: 'Chat',
      summary: 'Create a completion by assistant id',
      description: 'The assistant is named in the query (`assistant` or `assistant_id`).',
      access: 'completion',
      openToGuests: true,
      query: z.looseObject({ assistant: z.string().optional(), assistant_id: z.string().optional() }),
      body: lambRequestSchema,
      answer: completionAnswerSchema,
      async handle({ query, body, caller, exchange }) {
        const given = query.assistant ?? query.assistant_id ?? textField(body['assistant_id'])
        if (!given) throw badRequest(say('answers.assistant_required'))
        const order = {
          assistant: toAssistantRef(given),
          request: body,
          endUser: forwardedUser(exchange, caller, body),
        }
        if (await isOverQuota(caller, order.assistant)) return new Reply(OVER_QUOTA, {}, 429)
        return answerCompletion(exchange, caller, order)
      },
    }),
  ]
}

const modelNotFound = (model: string) =>
  new AppError('not_found', say('answers.model_not_found', { model: model.slice(0, 100) }))

const textField = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const toModel = (assistant: UsableAssistant) => ({
  id: toModelId(assistant.id),
  object: 'model' as const,
  created: assistant.created_at,
  owned_by: assistant.organization_name,
  parent: null,
  name: `LAMB:${assistant.name}`,
  description: assistant.description,
  capabilities: parseMetadata(assistant.metadata)?.capabilities ?? { vision: false, image_generation: false },
})
