import type { Amounts, Spending } from '../../modules/budgets/index.ts'
import type { Pricing } from '../../modules/usage/index.ts'
import { type TokenUsage, totalTokens } from '../../platform/token-usage.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import type { CompletionRecord, Outcome } from '../record/completion-record.ts'
import { toTokens } from './estimate-tokens.ts'

/** Charges the rounds of an answer to the budgets. */
export interface AnswerBudget {
  pricing: Pricing
  /** Undefined if nothing is limited. */
  spending: Spending | undefined
  isDegraded: boolean
}

type PaidModel = Pick<ModelChoice, 'connector' | 'model'>

/** Anything that costs money counts for at least the smallest unit, so that an exhausted budget stops it. */
export function toReserve(
  { connector, model }: PaidModel,
  { pricing, isDegraded }: Omit<AnswerBudget, 'spending'>,
  tokens: TokenUsage,
): Amounts {
  const images = connector.capabilities.imageGeneration ? 1 : 0
  const cost = pricing.costOf(connector.name, model, tokens, images)
  const isFree = cost === 0 && !isDegraded
  return {
    cost: isFree ? 0 : Math.max(1, cost ?? 0),
    tokens: connector.provider === undefined ? 1 : totalTokens(tokens),
    requests: 1,
  }
}

/** Called before each round: reserves what was spent so far plus an estimate of this round. Throws quota_exceeded. */
export async function reserveForTurn(
  budget: AnswerBudget,
  model: PaidModel,
  record: CompletionRecord,
  estimate: TokenUsage,
): Promise<void> {
  if (!budget.spending) return
  const next = toReserve(model, budget, estimate)
  const { cost, tokens } = spentSoFar(model, budget.pricing, record)
  await budget.spending.holdAtLeast({ cost: cost + next.cost, tokens: tokens + next.tokens, requests: 1 })
}

/** Estimates the number of tokens in a provider's event. */
export function tokensIn(event: CompletionEvent): number {
  if (event.type === 'text-delta' || event.type === 'reasoning-delta') return toTokens(event.text.length)
  // Most of a frame is JSON around a single token.
  return event.type === 'frames' ? Math.ceil(event.bytes.length / BYTES_PER_FRAME) : 0
}

const BYTES_PER_FRAME = 180

/**
 * Adds up the rounds so far. If a provider reported no usage, because it never does or because the client
 * disconnected, usage is estimated: disconnecting early must not make answers free.
 */
function spentSoFar(
  { connector }: Pick<ModelChoice, 'connector'>,
  pricing: Pricing,
  record: CompletionRecord,
): Omit<Amounts, 'requests'> {
  const { cost, tokens } = record.reportedUsage({ connector })
  const inputTokens = connector.provider === undefined ? undefined : record.uncountedPromptTokens()
  const guess = inputTokens === undefined ? undefined : { inputTokens, outputTokens: record.streamedTokens }
  const guessed = guess && pricing.costOf(connector.name, record.model, guess)
  const toolCost = record.countToolRuns().reduce((sum, run) => sum + run.cost, 0)
  return {
    cost: cost + (guessed ?? 0) + toolCost,
    tokens: tokens + (guess ? totalTokens(guess) : 0),
  }
}

/** The final amounts of an answer. */
export function settledAmounts(
  model: Pick<ModelChoice, 'connector'>,
  pricing: Pricing,
  record: CompletionRecord,
  outcome: Outcome,
): Amounts {
  const all = spentSoFar(model, pricing, record)
  const isNothing = outcome === 'failed' && all.tokens === 0 && all.cost === 0
  return { ...all, requests: isNothing ? 0 : 1 }
}
