import type { Message } from '@bellwether/wire'
import {
  type BudgetRules,
  type Degrading,
  type Degree,
  degradedMessage,
  degradingOf,
  personOf,
  type Spending,
  type SpendingService,
} from '../../modules/budgets/index.ts'
import type { Pricing } from '../../modules/usage/index.ts'
import type { Asking } from '../../platform/asking-person.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import { toReserve } from './answer-spending.ts'

/** The answer that must fit the budget. */
export interface BudgetRequest {
  asking: Asking
  assistant: { ownerId: number; organizationId: number }
  model: ModelChoice
  pricing: Pricing
  /** Whether the model may call the assistant's tools. */
  callsTools: boolean
  /** An estimate for the first round. */
  estimate(callsTools: boolean): TokenUsage
}

/** How the answer fits: with another model and fewer tools if `degraded` is set. */
export interface BudgetFit {
  model: ModelChoice
  degraded: Degraded | undefined
  spending: Spending | undefined
}

export interface BudgetDeps {
  spending: Pick<SpendingService, 'standings' | 'reserve'>
  /** Undefined if the organization has no small, fast model. */
  fastModel(): ModelChoice | undefined
  quotes(): ModelChoice
  /** Titles and tags already use the small model and have nothing to quote. */
  isTask: boolean
}

/** Reduces the answer if a budget is nearly used up, and reserves what it may use. Throws quota_exceeded. */
export async function fitBudget(
  request: BudgetRequest,
  rules: BudgetRules,
  deps: BudgetDeps,
): Promise<BudgetFit> {
  const { caller, endUser } = request.asking
  const { assistant, model, pricing } = request
  const person = personOf(caller, endUser)
  const applied = rules.for(person, model.fromSystem === true)
  if (applied.length === 0) return { model, degraded: undefined, spending: undefined }
  const degrading = deps.isTask ? undefined : degradingOf(await deps.spending.standings(applied))
  const reduced = degrading && degrade(request, degrading, deps)
  // The smaller model may belong to another provider.
  const limitingRules = reduced ? rules.for(person, reduced.model.fromSystem === true) : applied
  const fit = { model: reduced?.model ?? model, degraded: reduced?.degraded }
  if (limitingRules.length === 0) return { ...fit, spending: undefined }
  const isDegraded = fit.degraded !== undefined
  const tokens = request.estimate(request.callsTools && !dropsCalls(fit.degraded))
  const amounts = toReserve(fit.model, { pricing, isDegraded }, tokens)
  return { ...fit, spending: await deps.spending.reserve(limitingRules, amounts, { caller, assistant }) }
}

function degrade(
  { model, callsTools }: BudgetRequest,
  { degrees, because }: Degrading,
  deps: BudgetDeps,
): { model: ModelChoice; degraded: Degraded } | undefined {
  // A model without a provider costs nothing.
  const isPaid = model.connector.provider !== undefined
  const toReduced = (done: Degree[], next: ModelChoice) =>
    done.length === 0
      ? undefined
      : {
          model: next,
          degraded: { degrees: done, message: degradedMessage(because, done), resetsAt: because.resetsAt },
        }
  if (degrees.includes('sources_only'))
    return isPaid ? toReduced(['sources_only'], { ...model, ...deps.quotes() }) : undefined
  const done: Degree[] = []
  let next = model
  const fast = degrees.includes('fast_model') && isPaid ? deps.fastModel() : undefined
  if (
    fast?.connector.capabilities.text &&
    !(fast.connector.name === model.connector.name && fast.model === model.model)
  ) {
    next = { ...next, ...fast }
    done.push('fast_model')
  }
  const mayCall = next.connector.capabilities.functions && !degrees.includes('no_tools')
  if (callsTools && !mayCall) done.push('no_tools')
  return toReduced(done, next)
}

/** How an answer is reduced because a budget is nearly used up. */
export interface Degraded {
  degrees: Degree[]
  /** Shown with the answer. */
  message: Message
  resetsAt: number
}

/** Whether a reduced answer makes no tool calls. */
export const dropsCalls = (degraded: Degraded | undefined): boolean =>
  degraded !== undefined &&
  (degraded.degrees.includes('sources_only') || degraded.degrees.includes('no_tools'))
