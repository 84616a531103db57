import {
  allowsAttachments,
  type CompletionRequest,
  createChatSchema,
  idSchema,
  lambChatListQuerySchema,
  lambQuestionSchema,
  parseMetadata,
  say,
  toGreeting,
  toSuggestedQuestions,
  updateLambChatSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { AnswerCompletion } from '../../completions/answer-completion.ts'
import type { AnswerInChat } from '../../completions/answer-in-chat.ts'
import { toModelId } from '../../completions/openai/assistant-ref.ts'
import type { UsableAssistant } from '../../modules/assistants/index.ts'
import type { ChatService } from '../../modules/chats/index.ts'
import { isGuest, type UserCaller } from '../../platform/caller.ts'
import { AppError, badRequest, forbidden, isAppError } from '../../platform/errors.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { lambEndpoint } from './lamb-endpoint.ts'

export interface LambChatDeps {
  chats: ChatService
  answerCompletion: AnswerCompletion
  answerInChat: AnswerInChat
  mayUseAssistant(caller: UserCaller, id: number): Promise<boolean>
  listUsable(caller: UserCaller): Promise<UsableAssistant[]>
  /** Throws too_many_requests: guests can't create any number of empty chats. */
  countGuestQuestion(exchange: Pick<Exchange, 'clientIp'>): Promise<void>
}

const tag = 'LAMB: chats'
const params = z.object({ id: z.string().max(100) })
const done = (message: string) => ({ success: true, message })

/** LAMB's contract §4. */
export const createLambChatRoutes = (deps: LambChatDeps): Endpoint[] => [
  completionRoute(deps),
  ...historyRoutes(deps),
  lambEndpoint({
    method: 'GET',
    path: '/creator/models',
    tag,
    summary: 'List models',
    description: 'The assistants you can use, as OpenAI models.',
    access: 'user',
    openToGuests: true,
    handle: async ({ caller }) => ({
      object: 'list',
      data: (await deps.listUsable(caller)).map(toModel),
    }),
  }),
]

/** The completion endpoint of LAMB's page and command line. */
const completionRoute = ({ answerCompletion, answerInChat, mayUseAssistant }: LambChatDeps): Endpoint =>
  lambEndpoint({
    method: 'POST',
    path: '/creator/assistant/{id}/chat/completions',
    tag,
    summary: 'Chat with an assistant',
    description: 'Saved in your chats unless `persist_chat` is false. `chat_id` continues a chat.',
    access: 'user',
    openToGuests: true,
    params: z.object({ id: idSchema }),
    // Checked below, because LAMB's clients expect 400 instead of 422 for missing fields.
    body: z.unknown(),
    async handle({ params: { id }, body, caller, exchange }) {
      // The path names the assistant.
      const { chat_id, persist_chat, debug_bypass, model: _model, ...request } = parseQuestion(body)
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

function parseQuestion(body: unknown): z.output<typeof lambQuestionSchema> & CompletionRequest {
  const parsed = lambQuestionSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const fault = parsed.error.issues[0]
  const field = fault?.path.map(String).join('.')
  if (!fault) throw badRequest(say('answers.invalid'))
  const problem = issueMessage(fault)
  throw new AppError('bad_request', field ? say('answers.field_invalid', { path: field, problem }) : problem)
}

const historyRoutes = ({ chats, countGuestQuestion }: LambChatDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: '/creator/chats',
    tag,
    summary: 'List your chats',
    description: 'Most recently used first.',
    access: 'user',
    openToGuests: true,
    query: lambChatListQuerySchema,
    handle: ({ query: { include_archived, ...query }, caller }) =>
      chats.list(caller, { ...query, shelf: include_archived ? 'all' : 'open' }, false),
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
    creates: true,
    async handle({ body, caller, exchange }) {
      if (isGuest(caller)) await countGuestQuestion(exchange)
      return chats.create(caller, body.assistant_id, body.title ?? undefined)
    },
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/chats/{id}',
    tag,
    summary: 'Get a chat',
    description: 'With all its messages.',
    access: 'user',
    openToGuests: true,
    params,
    handle: ({ params, caller }) => chats.get(caller, params.id),
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
    body: updateLambChatSchema,
    async handle({ params, body: { title, archived }, caller }) {
      await chats.update(caller, params.id, {
        title: title ?? undefined,
        archived: archived == null ? undefined : Boolean(archived),
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

function toModel({ id, name, description, metadata: json, ...assistant }: UsableAssistant) {
  const metadata = parseMetadata(json)
  return {
    id: toModelId(id),
    object: 'model',
    created: assistant.created_at,
    owned_by: assistant.organization_name,
    ...{ name, description },
    capabilities: metadata?.capabilities ?? { vision: false, image_generation: false },
    attachments: allowsAttachments(metadata),
    greeting: toGreeting(metadata?.['greeting']),
    suggested_questions: toSuggestedQuestions(metadata?.['suggested_questions']),
  }
}
