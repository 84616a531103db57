import type { Amounts, Spending } from '../../modules/budgets/index.ts'
import type { ReleaseSlot } from '../../platform/rate-limit/answer-slots.ts'

/** Resources held by an answer while it runs. */
export interface AnswerHolds {
  /** The reservation in the budgets; undefined if nothing is limited. */
  spending: Spending | undefined
  /** Frees the person's slot for simultaneous answers; undefined for a nested answer. */
  release: ReleaseSlot | undefined
}

const NOTHING: Amounts = { cost: 0, tokens: 0, requests: 0 }

/**
 * Releases the slot of an answer and replaces its reservation with the actual amounts, which are only added up if
 * there is one. Safe to call twice.
 */
export async function settleHolds(
  { spending, release }: AnswerHolds,
  toAmounts: () => Amounts,
): Promise<void> {
  release?.()
  if (spending) await spending.settle(toAmounts())
}

/** Releases the holds of a plan that will not run. */
export const discardHolds = (holds: AnswerHolds): Promise<void> => settleHolds(holds, () => NOTHING)

/** Runs the work that precedes the answer; releases the holds if it fails. */
export async function orDiscardHolds<T>(holds: AnswerHolds, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discardHolds(holds)
    throw error
  }
}
