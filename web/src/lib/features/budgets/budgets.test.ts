import type { BudgetRecord } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { inOrder, linesOf, newDraft, standingOf, stepsOf, toNewBudget } from './budgets.ts'

const none = { fast_model_at: null, no_tools_at: null, sources_only_at: null }
const budget = (change: Partial<BudgetRecord> = {}): BudgetRecord => ({
  id: 1,
  organization_id: 1,
  scope: 'organization',
  set_by: 'organization',
  assistant_id: null,
  assistant_name: null,
  user_id: null,
  user_name: null,
  user_email: null,
  period: 'month',
  max_cost: null,
  max_tokens: null,
  max_requests: null,
  degrade: none,
  currency: 'EUR',
  resets_at: 0,
  states: [],
  may_change: true,
  ...change,
})
const amounts = (cost: number, requests = 0) => ({ cost, tokens: 0, requests })

describe('the bars of a budget', () => {
  it('has one for each limited amount, none wider than the whole', () => {
    const lines = linesOf(budget({ max_cost: 10, max_requests: 4 }), {
      spent: amounts(9, 6),
      reserved: amounts(3),
    })
    expect(
      lines.map(({ kind, spentPercent, reservedPercent }) => [kind, spentPercent, reservedPercent]),
    ).toEqual([
      ['cost', 90, 10],
      ['requests', 100, 0],
    ])
  })

  it('is full when nothing is allowed', () => {
    const [line] = linesOf(budget({ max_requests: 0 }), { spent: amounts(0), reserved: amounts(0) })
    expect(line?.spentPercent).toBe(100)
  })
})

describe('the state of a budget', () => {
  it('is near its end from 80 %, or from the first restriction on', () => {
    expect(standingOf(79.9, none)).toBe('fine')
    expect(standingOf(80, none)).toBe('near')
    expect(standingOf(50, { ...none, no_tools_at: 50 })).toBe('near')
    expect(standingOf(100, none)).toBe('over')
  })

  it('lists its restrictions by percentage', () => {
    expect(stepsOf({ fast_model_at: 90, no_tools_at: 70, sources_only_at: null })).toEqual([
      { step: 'no_tools_at', at: 70 },
      { step: 'fast_model_at', at: 90 },
    ])
  })
})

it('puts the widest budgets first', () => {
  const all = [
    budget({ id: 1, scope: 'user', user_id: 7 }),
    budget({ id: 2, scope: 'user' }),
    budget({ id: 3, scope: 'assistant', assistant_id: 5 }),
    budget({ id: 4, period: 'day' }),
    budget({ id: 5 }),
  ]
  expect(inOrder(all).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
})

it('sends only the fields of the selected kind of budget', () => {
  const chosen = { ...newDraft(), assistant: '12', person: '7', requests: 5 }
  expect(toNewBudget({ ...chosen, whose: 'organization' })).not.toHaveProperty('assistant_id')
  expect(toNewBudget({ ...chosen, whose: 'each' })).toMatchObject({ scope: 'user', assistant_id: 12 })
  expect(toNewBudget({ ...chosen, whose: 'each' })).not.toHaveProperty('user_id')
  expect(toNewBudget({ ...chosen, whose: 'person', assistant: '' })).toMatchObject({
    scope: 'user',
    user_id: 7,
    max_requests: 5,
    max_cost: null,
  })
})
