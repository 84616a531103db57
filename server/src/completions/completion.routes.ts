import { completionAnswerSchema, lambRequestSchema, openAiRequestSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import type { AssistantRef } from '../modules/assistants/index.ts'
import { forwardedUser } from '../platform/asking-person.ts'
import type { Caller } from '../platform/caller.ts'
import { badRequest, isAppError } from '../platform/errors.ts'
import { type Endpoint, Reply } from '../platform/http/endpoint.ts'
import { isObject } from '../platform/is-object.ts'
import type { AnswerCompletion } from './answer-completion.ts'
import { toAssistantRef } from './openai/assistant-ref.ts'
import { withPictures, withPromptAsMessages } from './openai/lenient-request.ts'
import { modelNotFound } from './openai/model.routes.ts'
import { openAiEndpoint } from './openai/openai-endpoint.ts'

export interface CompletionRouteDeps {
  answerCompletion: AnswerCompletion
  /** LAMB's own quota. Like LAMB, only its direct completion endpoint enforces it; budgets apply everywhere. */
  isOverQuota(caller: Caller, ref: AssistantRef): Promise<boolean>
}

const OVER_QUOTA = {
  detail: {
    error: {
      message: 'This assistant has used up its quota. Its editors can raise it.',
      type: 'quota_exceeded',
      code: 'assistant_quota_exceeded',
    },
  },
}

/** The OpenAI-compatible endpoints and LAMB's direct completion endpoint. */
export function createCompletionRoutes(deps: CompletionRouteDeps): Endpoint[] {
  const { answerCompletion, isOverQuota } = deps
  return [
    openAiEndpoint({
      method: 'POST',
      path: ['/v1/chat/completions', '/chat/completions'],
      tag: 'Chat',
      summary: 'Create a chat completion',
      description: 'OpenAI’s chat completions. The model is `lamb_assistant.{id}` or `LAMB:{name}`.',
      access: 'completion',
      openToGuests: true,
      errors: 'openai',
      bodyKind: 'json-or-form',
      body: z.preprocess((body) => withPromptAsMessages(body), openAiRequestSchema),
      isOrdinary: isOrdinaryRequest,
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
    openAiEndpoint({
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
        const assistant = query.assistant ?? query.assistant_id ?? textField(body['assistant_id'])
        if (!assistant) throw badRequest(say('answers.assistant_required'))
        const order = {
          assistant: toAssistantRef(assistant),
          request: body,
          endUser: forwardedUser(exchange, caller, body),
        }
        if (await isOverQuota(caller, order.assistant)) return new Reply(OVER_QUOTA, {}, 429)
        return answerCompletion(exchange, caller, order)
      },
    }),
  ]
}

const textField = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const MAX_MESSAGES = 10_000

/**
 * Whether a parsed body is a request as most clients send it: a model and messages of plain text. The schema accepts
 * these as they are, but takes more time than all other checks of a request together. Anything else, right or wrong,
 * is for the schema. Pure.
 */
export function isOrdinaryRequest(body: unknown): boolean {
  if (!isObject(body)) return false
  const { model, messages, stream, prompt, stream_options: options, metadata } = body
  return (
    typeof model === 'string' &&
    model !== '' &&
    (stream === undefined || typeof stream === 'boolean') &&
    prompt === undefined &&
    options === undefined &&
    metadata === undefined &&
    isPlainObject(body) &&
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.length <= MAX_MESSAGES &&
    messages.every(isOrdinaryMessage)
  )
}

const isOrdinaryMessage = (message: unknown): boolean =>
  isObject(message) &&
  typeof message['role'] === 'string' &&
  message['role'] !== '' &&
  typeof message['content'] === 'string' &&
  isPlainObject(message)

/** JSON may have a field `__proto__`, which the schema leaves out. */
const isPlainObject = (value: object): boolean =>
  !Array.isArray(value) &&
  !Object.hasOwn(value, '__proto__') &&
  Object.getPrototypeOf(value) === Object.prototype
