import {
  createChatSchema,
  idSchema,
  lambChatListQuerySchema,
  lambQuestionSchema,
  parseMetadata,
  say,
  updateLambChatSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { AnswerCompletion } from '../../completions/answer-completion.ts'
import type { AnswerInChat } from '../../completions/answer-in-chat.ts'
import { toModelId } from '../../completions/openai/assistant-ref.ts'
import type { UsableAssistant } from '../../modules/assistants/index.ts'
import type { ChatService } from '../../modules/chats/index.ts'
import { isGuest, type UserCaller } from '../../platform/caller.ts'
import { forbidden, isAppError } from '../../platform/errors.ts'
import { check } from '../../platform/http/body.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { lambGroup } from './lamb-endpoint.ts'

export interface LambChatDeps {
  chats: ChatService
  answerCompletion: AnswerCompletion
  answerInChat: AnswerInChat
  mayUseAssistant(caller: UserCaller, id: number): Promise<boolean>
  listUsable(caller: UserCaller): Promise<UsableAssistant[]>
  /** Throws too_many_requests: guests can't create any number of empty chats. */
  countGuestQuestion(exchange: Pick<Exchange, 'clientIp'>): Promise<void>
}

const group = { tag: 'chats', access: 'user', openToGuests: true } as const
const route = lambGroup({ ...group, base: '/creator' })
const ofChat = lambGroup({
  ...group,
  base: '/creator/chats/{id}',
  params: z.object({ id: z.string().max(100) }),
})
const ofAssistant = lambGroup({
  ...group,
  base: '/creator/assistant/{id}',
  params: z.object({ id: idSchema }),
})
const done = (message: string) => ({ success: true, message })

/** LAMB's contract §4. */
export const createLambChatRoutes = (deps: LambChatDeps): Endpoint[] => [
  completionRoute(deps),
  ...historyRoutes(deps),
  route('GET', '/models', 'List models', {
    description: 'The assistants you can use, as OpenAI models.',
    handle: async ({ caller }) => ({
      object: 'list',
      data: (await deps.listUsable(caller)).map(toModel),
    }),
  }),
]

/** The completion endpoint of LAMB's page and command line. */
const completionRoute = ({ answerCompletion, answerInChat, mayUseAssistant }: LambChatDeps): Endpoint =>
  ofAssistant('POST', '/chat/completions', 'Chat with an assistant', {
    description: 'Saved in your chats unless `persist_chat` is false. `chat_id` continues a chat.',
    // Checked in the handler, because LAMB's clients expect 400 instead of 422 for missing fields.
    body: z.unknown(),
    async handle({ params: { id }, body, caller, exchange }) {
      const question = check(lambQuestionSchema, body, 'body', 'openai')
      // The path names the assistant.
      const { chat_id, persist_chat, debug_bypass, model: _model, ...request } = question
      const debugBypass = debug_bypass === true
      try {
        return await (persist_chat === false
          ? answerCompletion(exchange, caller, { assistant: { id }, request, debugBypass })
          : answerInChat(exchange, caller, {
              assistantId: id,
              chatId: chat_id || undefined,
              request,
              debugBypass,
            }))
      } catch (error) {
        // LAMB returns 403 both for denied and for missing assistants, and its clients check for that.
        if (isAppError(error) && error.code === 'not_found' && !(await mayUseAssistant(caller, id)))
          throw forbidden(say('answers.access_denied'))
        throw error
      }
    },
  })

const historyRoutes = ({ chats, countGuestQuestion }: LambChatDeps): Endpoint[] => [
  route('GET', '/chats', 'List your chats', {
    description: 'Most recently used first.',
    query: lambChatListQuerySchema,
    handle: ({ query: { include_archived, ...query }, caller }) =>
      chats.list(caller, { ...query, shelf: include_archived ? 'all' : 'open' }, false),
  }),
  route('POST', '/chats', 'Create a chat', {
    description: 'Starts an empty chat with an assistant you can use.',
    body: createChatSchema,
    creates: true,
    async handle({ body, caller, exchange }) {
      if (isGuest(caller)) await countGuestQuestion(exchange)
      return chats.create(caller, body.assistant_id, body.title ?? undefined)
    },
  }),
  ofChat('GET', '', 'Get a chat', {
    handle: ({ params, caller }) => chats.get(caller, params.id),
  }),
  ofChat('PUT', '', 'Update a chat', {
    description: 'Renames, archives or unarchives it.',
    body: updateLambChatSchema,
    async handle({ params, body: { title, archived }, caller }) {
      await chats.update(caller, params.id, {
        title: title ?? undefined,
        archived: archived == null ? undefined : Boolean(archived),
      })
      return done('Chat updated successfully')
    },
  }),
  ofChat('DELETE', '', 'Delete a chat', {
    async handle({ params, caller }) {
      await chats.delete(caller, params.id)
      return done('Chat deleted successfully')
    },
  }),
]

function toModel({ id, name, description, metadata: json, ...assistant }: UsableAssistant) {
  const metadata = parseMetadata(json)
  return {
    id: toModelId(id),
    object: 'model',
    created: assistant.created_at,
    owned_by: assistant.organization_name,
    ...{ name, description },
    capabilities: metadata?.capabilities ?? { vision: false, image_generation: false },
    attachments: metadata?.chat_attachments ?? false,
    greeting: metadata?.greeting ?? '',
    suggested_questions: metadata?.suggested_questions ?? [],
  }
}
