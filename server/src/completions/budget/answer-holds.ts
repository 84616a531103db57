import type { Amounts, Spending } from '../../modules/budgets/index.ts'
import type { ReleaseSlot } from '../../platform/answer-slots.ts'

/** What an answer holds while it runs. */
export interface AnswerHolds {
  /** Its reservation in the budgets; undefined where nothing is limited. */
  spending: Spending | undefined
  /** Frees the person's slot for simultaneous answers; undefined within another answer. */
  release: ReleaseSlot | undefined
}

const NOTHING: Amounts = { cost: 0, tokens: 0, requests: 0 }

/** Ends the holds of an answer: its slot is free, and the amounts replace its reservation. Calling it twice does no harm. */
export async function settleHolds({ spending, release }: AnswerHolds, spent: Amounts): Promise<void> {
  release?.()
  await spending?.settle(spent)
}

/** For a plan that will not run. */
export const discardHolds = (holds: AnswerHolds): Promise<void> => settleHolds(holds, NOTHING)

/** Does the work that comes before the answer; the holds end if it fails. */
export async function orDiscardHolds<T>(holds: AnswerHolds, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await discardHolds(holds)
    throw error
  }
}
