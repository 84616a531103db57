import {
  evaluateRubricSchema,
  generateRubricSchema,
  modifyRubricSchema,
  proposedRubricSchema,
  refusedProposalSchema,
  rubricEvaluationSchema,
  toMessageFields,
} from '@bellwether/wire'
import * as z from 'zod'
import type {
  EvaluateWork,
  ProposalOutcome,
  RubricProposals,
  RubricService,
} from '../../../modules/rubrics/index.ts'
import { askedBy } from '../../../modules/usage/index.ts'
import type { AnswerSlots } from '../../../platform/answer-slots.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'

export interface RubricAiDeps {
  rubrics: Pick<RubricService, 'read' | 'readToChange'>
  rubricProposals: RubricProposals
  evaluateWork: EvaluateWork
  slots: Pick<AnswerSlots, 'during'>
}

const BASE = '/creator/rubrics'
const tag = 'Rubrics'
const params = z.object({ id: z.string().max(100) })
const proposal = z.union([proposedRubricSchema, refusedProposalSchema])

/** Rubrics that a model writes, changes or grades with. */
export function createRubricAiRoutes({
  rubrics,
  rubricProposals,
  evaluateWork,
  slots,
}: RubricAiDeps): Endpoint[] {
  const ask = <T>(caller: UserCaller, exchange: Exchange, work: (signal: AbortSignal) => Promise<T>) =>
    slots.during({ caller }, () => work(exchange.signal))
  return [
    lambEndpoint({
      method: 'POST',
      path: `${BASE}/ai-generate`,
      tag,
      summary: 'Generate a rubric',
      description: 'The organization’s model drafts a rubric. Nothing is saved.',
      access: 'author',
      bodyKind: 'json-or-form',
      body: generateRubricSchema,
      answer: proposal,
      handle: ({ body, caller, exchange }) =>
        ask(caller, exchange, async (signal) =>
          toReply(
            await rubricProposals.generate({ ...body, ...onBehalfOf(caller), signal }),
            caller,
            exchange,
          ),
        ),
    }),
    lambEndpoint({
      method: 'POST',
      path: `${BASE}/{id}/ai-modify`,
      tag,
      summary: 'Revise a rubric with AI',
      description: 'The organization’s model proposes a change. Nothing is saved.',
      access: 'author',
      params,
      bodyKind: 'json-or-form',
      body: modifyRubricSchema,
      answer: proposal,
      async handle({ params, body, caller, exchange }) {
        const { stored, title, description } = await rubrics.readToChange(caller, params.id)
        return ask(caller, exchange, async (signal) =>
          toReply(
            await rubricProposals.modify(
              { ...body, ...onBehalfOf(caller), signal },
              { ...stored, title, description },
            ),
            caller,
            exchange,
          ),
        )
      },
    }),
    lambEndpoint({
      method: 'POST',
      path: [`${BASE}/{id}/evaluate`, '/rubrics/{id}/evaluate'],
      tag,
      summary: 'Evaluate a text with a rubric',
      description:
        'The organization’s model grades the text. Quotes are checked and points are computed by the server.',
      access: 'author',
      params,
      bodyKind: 'json-or-form',
      body: evaluateRubricSchema,
      answer: rubricEvaluationSchema,
      async handle({ params, body, caller, exchange }) {
        const rubric = await rubrics.read(caller, params.id)
        return ask(caller, exchange, (signal) =>
          evaluateWork({ ...body, rubric, ...onBehalfOf(caller), signal }),
        )
      },
    }),
  ]
}

const onBehalfOf = (caller: UserCaller) => ({
  organizationId: caller.organizationId,
  askedFor: askedBy(caller),
})

/**
 * LAMB's page reads `error` of a refused proposal, its command line `detail` of a failed
 * request: a failure has both.
 */
function toReply({ answer, failure }: ProposalOutcome, caller: UserCaller, exchange: Exchange): Reply {
  if (!failure) return new Reply(answer)
  const { message, userMessage, status, details } = exchange.errorFor(caller, failure)
  const { message_code: _code, message_params: _params, ...rest } = answer
  const fields = userMessage ? toMessageFields(userMessage) : {}
  const headers: Record<string, string> =
    details.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(details.retryAfter)) }
  return new Reply({ ...rest, ...fields, error: message, detail: message }, headers, status)
}
