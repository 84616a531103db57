import {
  type AssistantMetadata,
  allowsAttachments,
  chatHeadSchema,
  chatListQuerySchema,
  chatListSchema,
  chatWithMessagesSchema,
  createChatSchema,
  modelListSchema,
  parseMetadata,
  toGreeting,
  toSuggestedQuestions,
  updateChatSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { AnswerCompletion } from '../../../completions/answer-completion.ts'
import { toModelId } from '../../../completions/openai/assistant-ref.ts'
import type { UsableAssistant } from '../../../modules/assistants/index.ts'
import type { AttachmentService, ChatService } from '../../../modules/chats/index.ts'
import { isGuest, type UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { relayAnswer } from './answer-relay.ts'
import { createCreatorCompletion } from './creator-completion.ts'

export interface ChatRouteDeps {
  chats: ChatService
  answerCompletion: AnswerCompletion
  attachments: Pick<AttachmentService, 'textsFor' | 'countImages'>
  listUsable(caller: UserCaller): Promise<UsableAssistant[]>
  /** Throws too_many_requests: guests can't create any number of empty chats. */
  countGuestQuestion(exchange: Pick<Exchange, 'clientIp'>): Promise<void>
}

const tag = 'Chats'
const params = z.object({ id: z.string().max(100) })
const done = (message: string) => ({ success: true, message })

/** Chats and their messages: LAMB's contract §4. */
export function createChatRoutes(deps: ChatRouteDeps): Endpoint[] {
  const { chats, answerCompletion, attachments } = deps

  return [
    createCreatorCompletion({ chats, answerCompletion, attachments }),
    ...listRoutes(deps),
    ...readRoutes(deps),
    ...changeRoutes(deps),
  ]
}

const listRoutes = ({ chats, listUsable, countGuestQuestion }: ChatRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: '/creator/models',
    tag,
    summary: 'List models',
    description:
      'The assistants you can use, as OpenAI models. `greeting` and `suggested_questions` are shown in a new chat; `attachments` tells whether you can attach documents.',
    access: 'user',
    openToGuests: true,
    answer: modelListSchema,
    handle: async ({ caller }) => ({
      object: 'list',
      data: (await listUsable(caller)).map(toModel),
    }),
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/chats',
    tag,
    summary: 'List your chats',
    description: 'Most recently used first.',
    access: 'user',
    openToGuests: true,
    query: chatListQuerySchema,
    answer: chatListSchema,
    handle: ({ query, caller }) => chats.list(caller, query),
  }),
  lambEndpoint({
    method: 'POST',
    path: '/creator/chats',
    tag,
    summary: 'Create a chat',
    description: 'Starts an empty chat with an assistant you can use.',
    access: 'user',
    openToGuests: true,
    body: createChatSchema,
    answer: chatHeadSchema,
    creates: true,
    async handle({ body, caller, exchange }) {
      if (isGuest(caller)) await countGuestQuestion(exchange)
      return chats.create(caller, body.assistant_id, body.title ?? undefined, body.draft)
    },
  }),
]

const readRoutes = ({ chats }: ChatRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: '/creator/chats/{id}',
    tag,
    summary: 'Get a chat',
    description: 'With all its messages.',
    access: 'user',
    openToGuests: true,
    params,
    answer: chatWithMessagesSchema,
    handle: ({ params, caller }) => chats.get(caller, params.id),
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/chats/{id}/pictures/{picture}',
    tag,
    summary: 'Get an image of a chat',
    description: 'An image you attached to a question.',
    access: 'user',
    openToGuests: true,
    params: params.extend({ picture: z.string().max(100) }),
    async handle({ params, caller }) {
      const { bytes, contentType } = await chats.picture(caller, params.id, params.picture)
      return new Reply(bytes, {
        'content-type': contentType,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=86400, immutable',
      })
    },
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/chats/{id}/stream',
    tag,
    summary: 'Resume a streamed answer',
    description:
      'The answer being written, from its start or after a number of events. 204 if there is none.',
    access: 'user',
    openToGuests: true,
    params,
    query: z.object({ after: z.coerce.number().int().min(0).max(10_000_000).default(0) }),
    async handle({ params, query, caller, exchange }) {
      const answer = await chats.running(caller, params.id)
      return answer ? relayAnswer(exchange, answer, query.after) : new Reply(null, {}, 204)
    },
  }),
]

const changeRoutes = ({ chats }: ChatRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'POST',
    path: '/creator/chats/{id}/stop',
    tag,
    summary: 'Stop the answer in a chat',
    description: 'Text that was already written is kept.',
    access: 'user',
    openToGuests: true,
    params,
    bodyOptional: true,
    handle: async ({ params, caller }) => ({ stopped: await chats.stop(caller, params.id) }),
  }),
  lambEndpoint({
    method: 'PUT',
    path: '/creator/chats/{id}',
    tag,
    summary: 'Update a chat',
    description: 'Renames, archives or unarchives it.',
    access: 'user',
    openToGuests: true,
    params,
    body: updateChatSchema,
    async handle({ params, body, caller }) {
      await chats.update(caller, params.id, {
        title: body.title ?? undefined,
        archived: body.archived ?? undefined,
      })
      return done('Chat updated successfully')
    },
  }),
  lambEndpoint({
    method: 'DELETE',
    path: '/creator/chats/{id}',
    tag,
    summary: 'Delete a chat',
    description: 'Deletes its messages as well.',
    access: 'user',
    openToGuests: true,
    params,
    async handle({ params, caller }) {
      await chats.delete(caller, params.id)
      return done('Chat deleted successfully')
    },
  }),
]

const NO_CAPABILITIES = { vision: false, image_generation: false }

const toModel = (assistant: UsableAssistant) => ({
  id: toModelId(assistant.id),
  object: 'model' as const,
  created: assistant.created_at,
  owned_by: assistant.organization_name,
  name: assistant.name,
  description: assistant.description,
  ...shownSettings(parseMetadata(assistant.metadata)),
})

/** The settings that the page of a chat needs. */
const shownSettings = (metadata: AssistantMetadata | undefined) => ({
  capabilities: metadata?.capabilities ?? NO_CAPABILITIES,
  attachments: allowsAttachments(metadata),
  greeting: toGreeting(metadata?.['greeting']),
  suggested_questions: toSuggestedQuestions(metadata?.['suggested_questions']),
})
