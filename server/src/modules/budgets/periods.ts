import type { BudgetPeriod } from '@bellwether/wire'

const DAY = 86_400

/** Days and months are in UTC, so that all instances agree whatever their time zone. Unix seconds. Pure. */
export function periodAt(period: BudgetPeriod, now: number): { start: number; end: number } {
  if (period === 'day') {
    const start = Math.floor(now / DAY) * DAY
    return { start, end: start + DAY }
  }
  const date = new Date(now * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return { start: Date.UTC(year, month, 1) / 1000, end: Date.UTC(year, month + 1, 1) / 1000 }
}

/** `2026-11-16 00:00 UTC`. */
export const formatTime = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
