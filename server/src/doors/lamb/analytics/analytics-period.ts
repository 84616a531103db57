import { say } from '@bellwether/wire'
import type { Period } from '../../../modules/activity/index.ts'
import { badRequest } from '../../../platform/errors.ts'

const DAY_SECONDS = 86_400
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** LAMB's optional dates. Without them, all of the time. An end without a time is the end of that day. */
export function toPeriod(from: string | undefined, to: string | undefined, now: number): Period {
  const start = from ? toSeconds(from) : 0
  const end = to ? toSeconds(to) + (to.length === 10 ? DAY_SECONDS : 1) : now + DAY_SECONDS
  return { start, end }
}

function toSeconds(value: string): number {
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) && value.length > 10
  const time = DATE.test(value)
    ? Date.parse(value.length === 10 || isZoned ? value : `${value.replace(' ', 'T')}Z`)
    : Number.NaN
  if (Number.isNaN(time)) throw badRequest(say('activity.date_invalid', { value: value.slice(0, 40) }))
  return Math.floor(time / 1000)
}

export const TIMELINE_PERIODS = ['day', 'week', 'month'] as const
export type TimelinePeriod = (typeof TIMELINE_PERIODS)[number]

/** The first day of the period that a day is in. Weeks start on Monday. */
export function startOf(period: TimelinePeriod, day: number): string {
  // 1970-01-01 was a Thursday.
  const first = period === 'week' ? day - ((day + 3) % 7) : day
  const date = new Date(first * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return period === 'month' ? `${date.slice(0, 7)}-01` : date
}
