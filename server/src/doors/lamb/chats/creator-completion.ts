import {
  type CompletionRequest,
  type CreatorCompletion,
  completionAnswerSchema,
  creatorCompletionSchema,
  idSchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import type { AnswerCompletion, AnswerExtras } from '../../../completions/answer-completion.ts'
import { withAttachments } from '../../../completions/context/attachments.ts'
import { textOf } from '../../../completions/prompt-processors/message-text.ts'
import {
  type AttachmentService,
  type ChatService,
  picturesOf,
  type Turn,
} from '../../../modules/chats/index.ts'
import { AppError, badRequest, forbidden, isAppError } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { answerDetached } from './answer-detached.ts'

export interface CreatorCompletionDeps {
  chats: Pick<ChatService, 'beginTurn' | 'beginRunning'>
  answerCompletion: AnswerCompletion
  attachments: Pick<AttachmentService, 'textsFor' | 'countImages'>
}

/** The completion endpoint of LAMB's page and command line: saves question and answer. */
export const createCreatorCompletion = ({
  chats,
  answerCompletion,
  attachments,
}: CreatorCompletionDeps): Endpoint =>
  lambEndpoint({
    method: 'POST',
    path: '/creator/assistant/{id}/chat/completions',
    tag: 'Chats',
    summary: 'Chat with an assistant',
    description:
      'Saved in your chats unless `persist_chat` is false. `chat_id` continues a chat, `retry` repeats its last question, `edit` replaces an earlier one; earlier versions stay (`PUT /chats/{id}/version`). With `outlive_reader`, a streamed answer continues for a minute after the client disconnects; see `/creator/chats/{id}/stream`.',
    access: 'user',
    openToGuests: true,
    params: z.object({ id: idSchema }),
    // Checked below, because LAMB's clients expect 400 instead of 422 for missing fields.
    body: z.unknown(),
    answer: completionAnswerSchema,
    async handle({ params, body, caller, exchange }) {
      const request = parse(body)
      const attached = request.chat_id ? await attachments.textsFor(caller, params.id, request.chat_id) : []
      const order = {
        assistant: { id: params.id },
        request: withAttachments(toRequest(request), attached),
        debugBypass: request.debug_bypass === true,
      }
      const isKept = request.persist_chat !== false
      let turn: Turn | undefined
      let isAllowed = false
      const beforeRun = async (): Promise<AnswerExtras> => {
        isAllowed = true
        if (!isKept) return {}
        const question = lastQuestion(request)
        const pictures = picturesOf(question)
        await attachments.countImages(caller, pictures)
        turn = await chats.beginTurn(caller, {
          assistantId: params.id,
          chatId: request.chat_id || undefined,
          userText: textOf(question),
          pictures,
          isRetry: request.retry === true,
          replaces: request.edit ?? undefined,
        })
        return {
          headers: {
            'x-chat-id': turn.chatId,
            'x-question-id': turn.questionId,
            'x-message-id': turn.answerId,
          },
          fields: { chat_id: turn.chatId, message_id: turn.answerId },
          // The client may disconnect and reconnect, so the answer must have begun by then.
          sendHeadAtOnce: request.outlive_reader === true,
          onEnd: turn.answer,
        }
      }
      try {
        if (isKept && request.stream === true && request.outlive_reader === true) {
          const answer = (detached: Exchange) => answerCompletion(detached, caller, order, beforeRun)
          return await answerDetached(exchange, answer, (headers, cancel) => {
            if (!turn) throw new Error('Answer started before its question was saved')
            const running = chats.beginRunning(caller, turn.chatId, headers, cancel)
            return { ...running, saidSoFar: turn.saidSoFar }
          })
        }
        return await answerCompletion(exchange, caller, order, beforeRun)
      } catch (error) {
        // LAMB returns 403 both for denied and for missing assistants, and its clients check for that.
        if (!isAllowed && isAppError(error) && error.code === 'not_found') {
          throw forbidden(say('answers.access_denied'))
        }
        throw error
      }
    },
  })

function parse(body: unknown): CreatorCompletion {
  const parsed = creatorCompletionSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const fault = parsed.error.issues[0]
  const field = fault?.path.map(String).join('.')
  if (!fault) throw badRequest(say('answers.invalid'))
  const problem = issueMessage(fault)
  throw new AppError('bad_request', field ? say('answers.field_invalid', { path: field, problem }) : problem)
}

/** Removes our own fields and the model, because the URL names the assistant. */
function toRequest({
  chat_id,
  persist_chat,
  debug_bypass,
  model,
  retry,
  edit,
  outlive_reader,
  ...request
}: CreatorCompletion): CompletionRequest {
  return request
}

const lastQuestion = ({ messages }: CreatorCompletion) =>
  messages.findLast((message) => message.role === 'user')?.content
