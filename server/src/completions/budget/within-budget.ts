import type { ChatMessage } from '../../connectors/connector.ts'
import {
  type Amounts,
  type BudgetRules,
  type Degrading,
  type Degree,
  degradedWords,
  degradingOf,
  personOf,
  type SpendingService,
} from '../../modules/budgets/index.ts'
import { type ToolRuns, toolRunsOf } from '../../modules/usage/index.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import type { Plan } from '../plan/plan.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { estimateAnswer, estimateTurn, type TokenEstimate, toTokens } from './estimate-tokens.ts'

/** What an answer makes do without, because a budget is nearly used up. */
export interface Degraded {
  degrees: Degree[]
  /** For whoever reads the answer. */
  message: string
  resetsAt: number
}

export interface BudgetDeps {
  spending: Pick<SpendingService, 'standings' | 'reserve'>
  /** Undefined: the organization has no small fast model. */
  fastModel(): ModelChoice | undefined
  quotes(): ModelChoice
  /** Titles and tags: they have the small model already, and nothing to quote. */
  isTask: boolean
}

/** Makes the plan do with less where a budget is nearly used up, and sets aside what it may take. Throws quota_exceeded. */
export async function withinBudget(plan: Plan, rules: BudgetRules, deps: BudgetDeps): Promise<Plan> {
  const { caller, assistant } = plan
  const person = personOf(caller, plan.endUser)
  const applied = rules.for(person, plan.fromSystem === true)
  if (applied.length === 0) return plan
  const degrading = deps.isTask ? undefined : degradingOf(await deps.spending.standings(applied))
  const fitting = degrading ? degrade(plan, degrading, deps) : plan
  const wanted = toReserve(fitting, estimateAnswer(fitting))
  // A smaller model may be another provider's.
  const counted = fitting === plan ? applied : rules.for(person, fitting.fromSystem === true)
  if (counted.length === 0) return fitting
  return { ...fitting, spending: await deps.spending.reserve(counted, wanted, { caller, assistant }) }
}

function degrade(plan: Plan, { degrees, because }: Degrading, deps: BudgetDeps): Plan {
  const done: Degree[] = []
  let next = plan
  // What calls nobody costs nothing as it is.
  const isPaid = plan.connector.provider !== undefined
  if (degrees.includes('sources_only')) {
    if (!isPaid) return plan
    // What another assistant or a judge would say is no source, and is not free.
    const injected = plan.injected.filter(({ tool }) => !tool.asksModels)
    const assistant = { ...plan.assistant, isSparing: true }
    next = { ...plan, ...deps.quotes(), assistant, injected, called: [] }
    done.push('sources_only')
  } else {
    const fast = degrees.includes('fast_model') && isPaid ? deps.fastModel() : undefined
    if (
      fast?.connector.capabilities.text &&
      !(fast.connector.name === plan.connector.name && fast.model === plan.model)
    ) {
      next = { ...next, ...fast }
      done.push('fast_model')
    }
    const mayCall = next.connector.capabilities.functions && !degrees.includes('no_tools')
    if (plan.called.length > 0 && !mayCall) {
      next = { ...next, called: [] }
      done.push('no_tools')
    }
  }
  if (done.length === 0) return plan
  return {
    ...next,
    degraded: { degrees: done, message: degradedWords(because, done), resetsAt: because.resetsAt },
  }
}

/** What costs something counts for at least the least there is: at its end a budget holds up whatever it counts. */
function toReserve(plan: Plan, tokens: TokenEstimate): Amounts {
  const isDegraded = plan.degraded !== undefined
  const isPaid = plan.connector.provider !== undefined
  const images = plan.connector.capabilities.imageGeneration ? 1 : 0
  const cost = plan.pricing?.costOf(plan.connector.name, plan.model, tokens, images)
  const isFree = cost === 0 && !isDegraded
  return {
    cost: isFree ? 0 : Math.max(1, cost ?? 0),
    tokens: isPaid ? tokens.inputTokens + tokens.outputTokens : 1,
    requests: 1,
  }
}

/** Before each turn: what the turns so far came to, and what this one may take with all that tools have brought, has to fit. */
export async function holdForTurn(
  plan: Plan,
  record: CompletionRecord,
  messages: readonly ChatMessage[],
): Promise<void> {
  if (!plan.spending) return
  const next = toReserve(plan, estimateTurn(plan, messages))
  const { cost, tokens } = spentSoFar(plan, record)
  await plan.spending.holdAtLeast({ cost: cost + next.cost, tokens: tokens + next.tokens, requests: 1 })
}

/** How often this answer ran each of its tools. */
export const ranTools = (plan: Plan, { steps }: Pick<CompletionRecord, 'steps'>): ToolRuns[] =>
  toolRunsOf(steps, new Set([...plan.called, ...plan.injected].map(({ tool }) => tool.name)), plan.pricing)

const toolCost = (plan: Plan, record: CompletionRecord): number =>
  ranTools(plan, record).reduce((sum, { cost }) => sum + cost, 0)

/** About so many tokens are in what a provider has said. */
export function tokensIn(event: CompletionEvent): number {
  if (event.type === 'text-delta' || event.type === 'reasoning-delta') return toTokens(event.text.length)
  // A frame of a stream is mostly wrapping; providers send about a token in each.
  return event.type === 'frames' ? Math.ceil(event.bytes.length / BYTES_PER_FRAME) : 0
}

const BYTES_PER_FRAME = 180

/**
 * What the turns so far came to. Where a provider has not said, because the reader left or because it never does, what was asked and what was
 * heard is counted by its length: who always leaves before the end does not ask for nothing.
 */
function spentSoFar(plan: Plan, record: CompletionRecord): Omit<Amounts, 'requests'> {
  const { cost, tokens } = record.spentSoFar(plan)
  const isPaid = plan.connector.provider !== undefined
  const inputTokens = isPaid ? record.uncountedPromptTokens() : undefined
  const guess = inputTokens === undefined ? undefined : { inputTokens, outputTokens: record.heard }
  const guessed = guess && plan.pricing?.costOf(plan.connector.name, record.model, guess)
  return {
    cost: cost + (guessed ?? 0) + toolCost(plan, record),
    tokens: tokens + (guess ? guess.inputTokens + guess.outputTokens : 0),
  }
}

/** What an answer came to. */
export function settledAmounts(
  plan: Plan,
  record: CompletionRecord,
  outcome: 'ok' | 'failed' | 'cancelled',
): Amounts {
  const all = spentSoFar(plan, record)
  const isNothing = outcome === 'failed' && all.tokens === 0 && all.cost === 0
  return { ...all, requests: isNothing ? 0 : 1 }
}
