import type { BudgetRecord, BudgetState, Degrade } from '@bellwether/wire'

export const KINDS = ['cost', 'tokens', 'requests'] as const
export type Kind = (typeof KINDS)[number]
const MAXIMA = { cost: 'max_cost', tokens: 'max_tokens', requests: 'max_requests' } as const

/** From this percentage on a budget is highlighted, whether or not it has steps. */
const NEAR_PERCENT = 80
const FULL_PERCENT = 100

export interface BudgetLine {
  kind: Kind
  spent: number
  reserved: number
  most: number
  /** As a percentage of the whole, limited to the width of the bar. */
  spentPercent: number
  reservedPercent: number
}

/** One line for each amount that the budget limits. Pure. */
export function linesOf(budget: BudgetRecord, state: Pick<BudgetState, 'spent' | 'reserved'>): BudgetLine[] {
  return KINDS.flatMap((kind) => {
    const most = budget[MAXIMA[kind]]
    if (most === null) return []
    const [spent, reserved] = [state.spent[kind], state.reserved[kind]]
    const percentOf = (amount: number) => (most === 0 ? FULL_PERCENT : (amount / most) * FULL_PERCENT)
    const spentPercent = Math.min(FULL_PERCENT, percentOf(spent))
    const reservedPercent = Math.min(FULL_PERCENT - spentPercent, percentOf(reserved))
    return [{ kind, spent, reserved, most, spentPercent, reservedPercent }]
  })
}

export type Standing = 'fine' | 'near' | 'over'

/** Near: the first restriction applies, or little is left. Pure. */
export function standingOf(percent: number, degrade: Degrade): Standing {
  if (percent >= FULL_PERCENT) return 'over'
  const near = Math.min(NEAR_PERCENT, ...stepsOf(degrade).map(({ at }) => at))
  return percent >= near ? 'near' : 'fine'
}

export const STEPS = ['fast_model_at', 'no_tools_at', 'sources_only_at'] as const
export type DegradeStep = (typeof STEPS)[number]

/** The restrictions with their percentages, in ascending order. Pure. */
export const stepsOf = (degrade: Degrade): { step: DegradeStep; at: number }[] =>
  STEPS.flatMap((step) => {
    const at = degrade[step]
    return at === null ? [] : [{ step, at }]
  }).sort((a, b) => a.at - b.at)

export const WHOSE = ['organization', 'system_providers', 'assistant', 'each', 'person'] as const
export type Whose = (typeof WHOSE)[number]

/** Whether a budget of this kind can be for a single assistant. Pure. */
export const namesAssistant = (whose: Whose): boolean =>
  whose !== 'organization' && whose !== 'system_providers'

/** The kind of budget, as offered in the form. Pure. */
export const whoseOf = ({ scope, user_id }: Pick<BudgetRecord, 'scope' | 'user_id'>): Whose =>
  scope === 'user' ? (user_id === null ? 'each' : 'person') : scope

/** The widest scope first. Pure. */
export const inOrder = (budgets: readonly BudgetRecord[]): BudgetRecord[] =>
  [...budgets].sort(
    (a, b) =>
      WHOSE.indexOf(whoseOf(a)) - WHOSE.indexOf(whoseOf(b)) ||
      (a.assistant_id ?? 0) - (b.assistant_id ?? 0) ||
      b.period.localeCompare(a.period) ||
      a.id - b.id,
  )

export interface BudgetDraft {
  whose: Whose
  assistant: string
  person: string
  period: 'day' | 'month'
  cost: number | null
  tokens: number | null
  requests: number | null
  degrade: Degrade
}

export const newDraft = (): BudgetDraft => ({
  whose: 'organization',
  assistant: '',
  person: '',
  period: 'month',
  cost: null,
  tokens: null,
  requests: null,
  degrade: { fast_model_at: null, no_tools_at: null, sources_only_at: null },
})

export const toBudgetDraft = (budget: BudgetRecord): BudgetDraft => ({
  whose: whoseOf(budget),
  assistant: String(budget.assistant_id ?? ''),
  person: String(budget.user_id ?? ''),
  period: budget.period,
  cost: budget.max_cost,
  tokens: budget.max_tokens,
  requests: budget.max_requests,
  degrade: { ...budget.degrade },
})

/** The limits and restrictions, which can be changed later. Pure. */
export const toChange = ({ cost, tokens, requests, degrade }: BudgetDraft) => ({
  max_cost: cost,
  max_tokens: tokens,
  max_requests: requests,
  degrade: { ...degrade },
})

/** The request for a new budget, with only the fields of the selected kind. Pure. */
export const toNewBudget = (draft: BudgetDraft) => ({
  ...toChange(draft),
  scope: draft.whose === 'each' || draft.whose === 'person' ? ('user' as const) : draft.whose,
  period: draft.period,
  ...(namesAssistant(draft.whose) && draft.assistant ? { assistant_id: Number(draft.assistant) } : {}),
  ...(draft.whose === 'person' && draft.person ? { user_id: Number(draft.person) } : {}),
})
