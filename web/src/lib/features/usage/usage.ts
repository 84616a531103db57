import type { CostFigures, UsageFigures, UsageReport } from '@bellwether/wire'
import { api, download } from '$lib/api'
import type { Language } from '$lib/i18n/languages.ts'
import { formatDate } from '$lib/i18n/locale.ts'

export const RANGES = [7, 30, 90, 365] as const
export type Range = (typeof RANGES)[number]
/** My usage, the usage of my assistants by anyone, the whole organization's, and that of all organizations. */
export const SCOPES = ['mine', 'assistants', 'organization', 'all'] as const
export type Scope = (typeof SCOPES)[number]
interface Rights {
  isAdmin: boolean
  isSystemAdmin: boolean
}
/** The last two are for admins. Pure. */
export const scopesFor = ({ isAdmin, isSystemAdmin }: Rights): Scope[] =>
  SCOPES.filter((scope) => (scope !== 'organization' || isAdmin) && (scope !== 'all' || isSystemAdmin))

export interface UsageView {
  scope: Scope
  range: Range
  /** An organization other than the user's own, for system admins. */
  org: string | undefined
}

export function readView(query: URLSearchParams, rights: Rights): UsageView {
  const scope = scopesFor(rights).find((name) => name === query.get('scope'))
  return {
    scope: scope ?? (rights.isAdmin ? 'organization' : 'mine'),
    range: RANGES.find((days) => String(days) === query.get('days')) ?? 30,
    org: query.get('org') ?? undefined,
  }
}

export function writeView({ scope, range, org }: UsageView): string {
  const query = new URLSearchParams()
  if (scope !== 'organization') query.set('scope', scope)
  if (range !== 30) query.set('days', String(range))
  if (org) query.set('org', org)
  return query.size === 0 ? '' : `?${query}`
}

const DAY_MS = 86_400_000
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days of a view, up to today (UTC). Pure. */
export const daysOf = (range: Range, now: number): { from: string; to: string } => ({
  from: toDay(now - (range - 1) * DAY_MS),
  to: toDay(now),
})

/** A day in UTC, whatever the user's time zone. `short`: without the year, for a chart. Pure. */
export const shownDay = (language: Language, day: string, short = false): string =>
  formatDate(language, Date.parse(day), { isUtc: true, withoutYear: short })

/** `all` has its own report. */
const toQuery = ({ scope, range, org }: UsageView) => ({
  ...(scope === 'all' ? {} : { scope }),
  ...(scope === 'organization' ? { org } : {}),
  ...daysOf(range, Date.now()),
})

export const readUsage = (view: UsageView, signal: AbortSignal) =>
  api.get('/usage', { query: toQuery(view), signal })

export const downloadUsage = (view: UsageView): Promise<void> =>
  view.scope === 'all'
    ? download('get', '/system/usage/export', 'usage.csv', { query: daysOf(view.range, Date.now()) })
    : download('get', '/usage/export', 'usage.csv', { query: toQuery(view) })

export const readSystemUsage = (view: UsageView, signal: AbortSignal) =>
  api.get('/system/usage', { query: daysOf(view.range, Date.now()), signal })

const NOTHING: CostFigures = {
  answers: 0,
  failed: 0,
  input_tokens: 0,
  output_tokens: 0,
  cached_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  cost: 0,
  unpriced: 0,
  tool_calls: 0,
}

export interface DayFigures extends CostFigures {
  day: string
}

/** Includes days without answers, so that a chart has an even time axis. Pure. */
export function everyDay({ from, to, days }: Pick<UsageReport, 'from' | 'to' | 'days'>): DayFigures[] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const all: DayFigures[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) {
    const day = toDay(time)
    all.push(byDay.get(day) ?? { day, ...NOTHING })
  }
  return all
}

/** `a`, and `b` as often as `times` says. */
function sumOf(a: CostFigures, b: CostFigures, times = 1): CostFigures {
  const sum = { ...NOTHING }
  for (const figure of Object.keys(sum) as (keyof CostFigures)[]) sum[figure] = a[figure] + times * b[figure]
  return sum
}

/** Weeks from Monday on, by their first day in the period. Pure. */
export function byWeek(days: readonly DayFigures[]): DayFigures[] {
  const weeks: DayFigures[] = []
  for (const day of days) {
    const isMonday = new Date(`${day.day}T00:00:00Z`).getUTCDay() === 1
    const last = weeks.at(-1)
    if (!last || isMonday) weeks.push({ ...day })
    else Object.assign(last, sumOf(last, day))
  }
  return weeks
}

export const tokensOf = ({
  input_tokens,
  output_tokens,
}: Pick<UsageFigures, 'input_tokens' | 'output_tokens'>): number => input_tokens + output_tokens

/** The difference between the totals and the listed rows; undefined if there is none. Pure. */
export function restOf(totals: CostFigures, listed: readonly CostFigures[]): CostFigures | undefined {
  const rest = listed.reduce((remaining, row) => sumOf(remaining, row, -1), totals)
  // Amounts have millionths; smaller differences are rounding errors.
  return rest.answers > 0 ? { ...rest, cost: Math.max(0, Number(rest.cost.toFixed(6))) } : undefined
}
