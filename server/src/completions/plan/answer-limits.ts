import { type AnswerLimits, answerLimitsSchema, say } from '@bellwether/wire'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import { AppError } from '../../platform/errors.ts'
import { limitTime, type TimeLimit } from '../../platform/time-limit.ts'
import { type TokenUsage, totalTokens } from '../../platform/token-usage.ts'

/** The limits of one answer, apart from budgets. Infinity = no limit. */
export interface RunLimits {
  toolCalls: number
  /** Input and output, over all rounds. */
  tokens: number
  milliseconds: number
}

/** Usage of an answer so far. */
interface AnswerUsage {
  tokens: TokenUsage
  calls: number
  /** Usage of nested assistants. */
  nestedUsage: { tokens: number; calls: number }
}

const NONE: AnswerLimits = {}

/** The assistant's own limits, capped by the organization's. */
export function limitsOf(ownLimits: AnswerLimits, organization: OrganizationSettings): RunLimits {
  const cap = answerLimitsSchema.safeParse(organization.config.limits?.['per_request']).data ?? NONE
  const lower = (a: number | null | undefined, b: number | null | undefined): number =>
    Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY)
  return {
    toolCalls: lower(ownLimits.tool_calls, cap.tool_calls),
    tokens: lower(ownLimits.tokens, cap.tokens),
    milliseconds: lower(ownLimits.seconds, cap.seconds) * 1000,
  }
}

/** How many answers one person may have in progress, if the organization sets it. */
export function simultaneousAnswersOf({ config }: OrganizationSettings): number | undefined {
  const limit = config.limits?.['simultaneous_answers']
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : undefined
}

/** Lowers the client's token limits to the answer's limit. */
export function capTokens(params: Record<string, unknown>, { tokens }: RunLimits): Record<string, unknown> {
  if (!Number.isFinite(tokens)) return params
  const capped = ['max_tokens', 'max_completion_tokens'].flatMap((name) => {
    const value = params[name]
    return typeof value === 'number' && value > tokens ? [[name, tokens] as const] : []
  })
  return capped.length === 0 ? params : { ...params, ...Object.fromEntries(capped) }
}

/** Whether the model has to answer now, without more tool calls. */
export const isAtLimit = (limits: RunLimits, used: AnswerUsage): boolean =>
  totalTokens(used.tokens) + used.nestedUsage.tokens >= limits.tokens ||
  used.calls + used.nestedUsage.calls >= limits.toolCalls

/** The client's signal, which also aborts when the answer takes too long. */
export function withTimeLimit(signal: AbortSignal, limits: RunLimits): TimeLimit {
  if (!Number.isFinite(limits.milliseconds)) return { signal, clear: () => undefined }
  const seconds = limits.milliseconds / 1000
  const toReason = () => new AppError('provider_timeout', say('answers.too_slow', { seconds }))
  return limitTime(signal, limits.milliseconds, toReason)
}
