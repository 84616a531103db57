import { type CompletionRequest, idSchema, questionSchema } from '@bellwether/wire'
import * as z from 'zod'
import {
  type AttachedText,
  type AttachmentService,
  type ChatService,
  picturesOf,
  type Turn,
} from '../modules/chats/index.ts'
import type { UserCaller } from '../platform/caller.ts'
import { type ANSWERED, type Endpoint, endpoint, Reply } from '../platform/http/endpoint.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import type { AnswerCompletion, AnswerExtras } from './answer-completion.ts'
import { answerDetached, relayAnswer } from './answer-detached.ts'
import { fence } from './context/fence.ts'
import { textOf } from './prompt-processors/message-text.ts'

export interface AnswerInChatDeps {
  chats: Pick<ChatService, 'beginTurn' | 'beginRunning'>
  answerCompletion: AnswerCompletion
  attachments: Pick<AttachmentService, 'textsFor' | 'countImages'>
}

export interface ChatQuestion {
  assistantId: number
  /** Undefined: in a new chat. */
  chatId: string | undefined
  request: CompletionRequest
  /** Repeats the last question. */
  isRetry?: boolean
  /** The id of the question that this one is a new version of. */
  replaces?: string | undefined
  /** The answer goes on for a while if its reader leaves. */
  outlivesReader?: boolean
  debugBypass?: boolean
}

/** Saves a question, answers it and saves the answer. */
export const createAnswerInChat = ({ chats, answerCompletion, attachments }: AnswerInChatDeps) =>
  async function answerInChat(
    exchange: Exchange,
    caller: UserCaller,
    question: ChatQuestion,
  ): Promise<typeof ANSWERED | Reply> {
    const { assistantId, chatId, request, outlivesReader = false } = question
    const attached = chatId ? await attachments.textsFor(caller, assistantId, chatId) : []
    const order = {
      assistant: { id: assistantId },
      request: withAttachments(request, attached),
      debugBypass: question.debugBypass ?? false,
    }
    let turn: Turn | undefined
    const beforeRun = async (): Promise<AnswerExtras> => {
      const asked = request.messages.findLast((message) => message.role === 'user')?.content
      const pictures = picturesOf(asked)
      await attachments.countImages(caller, pictures)
      const { isRetry = false, replaces } = question
      turn = await chats.beginTurn(caller, {
        assistantId,
        chatId,
        userText: textOf(asked),
        pictures,
        isRetry,
        replaces,
      })
      const { questionId, answerId } = turn
      return {
        headers: { 'x-chat-id': turn.chatId, 'x-question-id': questionId, 'x-message-id': answerId },
        fields: { chat_id: turn.chatId, message_id: answerId },
        // The client may disconnect and reconnect, so the answer must have begun by then.
        sendHeadAtOnce: outlivesReader,
        onEnd: turn.answer,
      }
    }
    if (!outlivesReader || request.stream !== true)
      return answerCompletion(exchange, caller, order, beforeRun)
    const answer = (detached: Exchange) => answerCompletion(detached, caller, order, beforeRun)
    return answerDetached(exchange, answer, (headers, cancel) => {
      if (!turn) throw new Error('Answer started before its question was saved')
      const running = chats.beginRunning(caller, turn.chatId, headers, cancel)
      return { ...running, saidSoFar: turn.saidSoFar }
    })
  }

export type AnswerInChat = ReturnType<typeof createAnswerInChat>

const tag = 'Chats'

export const createChatAnswerRoutes = ({
  chats,
  answerInChat,
}: {
  chats: Pick<ChatService, 'running'>
  answerInChat: AnswerInChat
}): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/answers',
    tag,
    summary: 'Chat with an assistant',
    description:
      'Answers in OpenAI’s format, as a stream unless `stream` is false, and saves question and answer in your chats; the headers `X-Chat-Id`, `X-Question-Id` and `X-Message-Id` are their ids. A streamed answer continues for a minute after the client disconnects; see `GET /chats/{id}/stream`. Earlier versions of what is repeated or edited stay (`PUT /chats/{id}/version`).',
    access: 'user',
    openToGuests: true,
    creates: false,
    params: z.object({ id: idSchema }),
    body: questionSchema,
    answer: 'events',
    handle: ({ params, body: { chat_id, retry, edit, ...request }, caller, exchange }) =>
      answerInChat(exchange, caller, {
        assistantId: params.id,
        chatId: chat_id,
        request,
        isRetry: retry ?? false,
        replaces: edit,
        outlivesReader: true,
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/chats/{id}/stream',
    tag,
    summary: 'Resume a streamed answer',
    description:
      'The answer being written, from its start or after a number of events. 204 if there is none.',
    access: 'user',
    openToGuests: true,
    params: z.object({ id: z.string().max(100) }),
    query: z.object({ after: z.coerce.number().int().min(0).max(10_000_000).default(0) }),
    answer: 'events',
    async handle({ params, query, caller, exchange }) {
      const answer = await chats.running(caller, params.id)
      return answer ? relayAnswer(exchange, answer, query.after) : new Reply(null, {}, 204)
    },
  }),
]

/**
 * Adds the documents of a chat before the last question, each as marked data. The name is part of the data, because the
 * person chose it.
 */
export function withAttachments(
  request: CompletionRequest,
  attachments: readonly AttachedText[],
): CompletionRequest {
  if (attachments.length === 0) return request
  const { messages } = request
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const added = attachments.map((attachment) => ({ role: 'user' as const, content: toContent(attachment) }))
  return { ...request, messages: [...messages.slice(0, at), ...added, ...messages.slice(at)] }
}

const toContent = ({ name, text, isCut }: AttachedText): string =>
  `A document is attached to this chat${isCut ? ' (only its beginning is shown)' : ''}:\n${fence(
    'attachment',
    `File: ${name}\n\n${text}`,
  )}`
