import { type AnswerLimits, answerLimitsSchema, parseJsonObject } from '@bellwether/wire'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { limitTime, type TimeLimit } from '../../platform/time-limit.ts'
import type { CompletionRecord } from '../record/completion-record.ts'

/** What one answer may take, whatever its budgets. Infinity = as much as it likes. */
export interface RunLimits {
  toolCalls: number
  /** Read and written, over all turns. */
  tokens: number
  milliseconds: number
}

const NONE: AnswerLimits = {}

/** The assistant's own, and never more than the organization allows. */
export function limitsOf(ofAssistant: unknown, organization: OrganizationSettings): RunLimits {
  const own = answerLimitsSchema.safeParse(ofAssistant).data ?? NONE
  const most = answerLimitsSchema.safeParse(organization.config.limits?.['per_request']).data ?? NONE
  const least = (a: number | null | undefined, b: number | null | undefined): number =>
    Math.min(a ?? Number.POSITIVE_INFINITY, b ?? Number.POSITIVE_INFINITY)
  return {
    toolCalls: least(own.tool_calls, most.tool_calls),
    tokens: least(own.tokens, most.tokens),
    milliseconds: least(own.seconds, most.seconds) * 1000,
  }
}

/** The organization's own limit of answers that a person may have in progress. */
export function simultaneousAnswersOf({ config }: OrganizationSettings): number | undefined {
  const most = config.limits?.['simultaneous_answers']
  return typeof most === 'number' && Number.isInteger(most) && most > 0 ? most : undefined
}

/** Who asks for a longer answer than one may take gets one that long. */
export function capTokens(params: Record<string, unknown>, { tokens }: RunLimits): Record<string, unknown> {
  if (!Number.isFinite(tokens)) return params
  const capped = ['max_tokens', 'max_completion_tokens'].flatMap((name) => {
    const given = params[name]
    return typeof given === 'number' && given > tokens ? [[name, tokens] as const] : []
  })
  return capped.length === 0 ? params : { ...params, ...Object.fromEntries(capped) }
}

/** On save. */
export function requireGoodAnswerLimits(metadata: string): void {
  const given = parseJsonObject(metadata)?.['limits']
  if (given === undefined || given === null) return
  const parsed = answerLimitsSchema.safeParse(given)
  if (parsed.success) return
  const [issue] = parsed.error.issues
  throw badRequest(`limits/${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'is not valid'}`)
}

/** Whether the model has to answer now with what it has: no more tools. */
export const isAtLimit = (limits: RunLimits | undefined, record: CompletionRecord): boolean =>
  limits !== undefined &&
  (record.inputTokens + record.outputTokens + record.within.tokens >= limits.tokens ||
    record.calls + record.within.calls >= limits.toolCalls)

/** The reader's signal, which also ends when the answer has taken too long. Nothing is set up where there is no such limit. */
export function withTimeLimit(signal: AbortSignal, limits: RunLimits | undefined): TimeLimit {
  if (!limits || !Number.isFinite(limits.milliseconds)) return { signal, clear: () => undefined }
  const seconds = limits.milliseconds / 1000
  const toReason = () =>
    new AppError('provider_timeout', `The answer took longer than the ${seconds} s that it may take`)
  return limitTime(signal, limits.milliseconds, toReason)
}
