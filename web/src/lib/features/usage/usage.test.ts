import { describe, expect, it } from 'vitest'
import { byWeek, daysOf, everyDay, readView, restOf, writeView } from './usage.ts'

const figures = (answers: number, tokens = 0, cost = 0) => ({
  answers,
  failed: 0,
  input_tokens: tokens,
  output_tokens: 0,
  cached_tokens: tokens / 2,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost,
  unpriced: 0,
  tool_calls: 0,
})

describe('the period', () => {
  it('ends today and includes both ends', () => {
    expect(daysOf(7, Date.parse('2026-03-03T23:59:00Z'))).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  })

  it('includes days without answers', () => {
    const days = [{ day: '2026-02-28', ...figures(3) }]
    const all = everyDay({ from: '2026-02-27', to: '2026-03-01', days })
    expect(all.map(({ day, answers }) => [day, answers])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 3],
      ['2026-03-01', 0],
    ])
  })
})

describe('weeks', () => {
  it('begin on Mondays, the first one with the period', () => {
    const days = ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-15', '2026-03-16'].map((day, at) => ({
      day,
      ...figures(at + 1, 10, 0.5),
    }))
    expect(byWeek(days).map(({ day, answers, cost }) => [day, answers, cost])).toEqual([
      ['2026-03-07', 3, 1],
      ['2026-03-09', 7, 1],
      ['2026-03-16', 5, 0.5],
    ])
    expect(byWeek([])).toEqual([])
  })
})

describe('the rest', () => {
  it('is the difference between the totals and the listed rows', () => {
    expect(restOf(figures(10, 100), [figures(4, 30), figures(5, 20)])).toEqual(figures(1, 50))
    expect(restOf(figures(3, 0, 0.3), [figures(1, 0, 0.1), figures(1, 0, 0.2)])?.cost).toBe(0)
    expect(restOf(figures(2), [figures(2)])).toBeUndefined()
  })
})

describe('the view in the URL', () => {
  const member = { isAdmin: false, isSystemAdmin: false }
  const admin = { isAdmin: true, isSystemAdmin: false }
  const systemAdmin = { isAdmin: true, isSystemAdmin: true }

  it('falls back to the user’s own usage for people who are not admins', () => {
    const asked = new URLSearchParams('scope=organization&days=90')
    expect(readView(asked, member)).toEqual({ scope: 'mine', range: 90, org: undefined })
    expect(readView(new URLSearchParams(), admin).scope).toBe('organization')
    expect(readView(new URLSearchParams('scope=assistants'), member).scope).toBe('assistants')
  })

  it('shows all organizations only to system admins', () => {
    const asked = new URLSearchParams('scope=all')
    expect(readView(asked, systemAdmin).scope).toBe('all')
    expect(readView(asked, admin).scope).toBe('organization')
    expect(readView(asked, member).scope).toBe('mine')
  })

  it('is read back from the URL as written', () => {
    const view = { scope: 'mine', range: 365, org: 'north' } as const
    expect(readView(new URLSearchParams(writeView(view)), admin)).toEqual(view)
  })
})
