import { expect, it } from 'vitest'
import { nextRunAt, weekdayAt } from './next-run.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const daily = { every: 'daily', weekday: null, time: '06:00', time_zone: 'Europe/Madrid' } as const

it.each([
  ['2026-01-10T04:59:59Z', '2026-01-10T05:00:00Z'],
  ['2026-01-10T05:00:00Z', '2026-01-11T05:00:00Z'],
  ['2026-07-10T12:00:00Z', '2026-07-11T04:00:00Z'],
  // The clocks change in the night.
  ['2026-03-28T12:00:00Z', '2026-03-29T04:00:00Z'],
  ['2026-10-24T12:00:00Z', '2026-10-25T05:00:00Z'],
])('runs every day at the same time of the clock (after %s)', (after, next) => {
  expect(nextRunAt(daily, seconds(after))).toBe(seconds(next))
})

it('runs once a week', () => {
  const weekly = { ...daily, every: 'weekly', weekday: 1 } as const
  expect(nextRunAt(weekly, seconds('2026-01-10T12:00:00Z'))).toBe(seconds('2026-01-12T05:00:00Z'))
  expect(nextRunAt(weekly, seconds('2026-01-12T05:00:00Z'))).toBe(seconds('2026-01-19T05:00:00Z'))
})

it('knows the day of the week in a time zone', () => {
  expect(weekdayAt(seconds('2026-01-11T23:30:00Z'), 'UTC')).toBe(7)
  expect(weekdayAt(seconds('2026-01-11T23:30:00Z'), 'Europe/Madrid')).toBe(1)
})
