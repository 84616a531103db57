import { type AnswerGrounds, creationQuestionSchema } from '@bellwether/wire'
import * as z from 'zod'
import { ASSISTANT_BODY_BYTES } from '../../modules/assistants/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { type ANSWERED, type Endpoint, endpoint, type Reply } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { CompletionOrder } from '../plan/completion-plan.ts'
import type { CreateTurn } from './open-turn.ts'

export interface CreationMessageDeps {
  openTurn: CreateTurn
  answerCompletion(
    exchange: Exchange,
    caller: UserCaller,
    order: CompletionOrder,
    beforeRun: () => Promise<AnswerExtras>,
  ): Promise<typeof ANSWERED | Reply>
}

interface AnswerExtras {
  sendHeadAtOnce: boolean
  onEnd(text: string, complete: boolean, grounds: AnswerGrounds): Promise<void>
}

export const createCreationMessageRoutes = ({
  openTurn,
  answerCompletion,
}: CreationMessageDeps): Endpoint[] => [
  endpoint({
    answer: 'events',
    method: 'POST',
    path: '/creation-sessions/{id}/messages',
    tag: 'Build it with me',
    summary: 'Send a message',
    description:
      'Answers in OpenAI’s format, with the default model of your organization and within your budget. Proposals are added to the session. One message at a time: a second one gets 409. Without a model, 409 with `code: "no_model"`.',
    access: 'author',
    creates: false,
    params: z.object({ id: z.string().max(100) }),
    body: creationQuestionSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    errors: 'openai',
    async handle({ params: { id }, body: { stream, ...question }, caller, exchange }) {
      const turn = await openTurn(caller, id, question)
      const { order } = turn
      try {
        return await answerCompletion(
          exchange,
          caller,
          { ...order, request: { ...order.request, stream } },
          async () => {
            await turn.begin()
            return {
              sendHeadAtOnce: true,
              // Before the end is sent, so that the next message is not refused.
              async onEnd(text, _complete, { trace_id: traceId }) {
                await turn.finish(text, traceId ?? '')
                await turn.release()
              },
            }
          },
        )
      } finally {
        await turn.release()
      }
    },
  }),
]
