import type { ScheduleTimes } from './schedule.repository.ts'

const DAY_MS = 86_400_000
const DAYS_AHEAD = 8

/** The first time of a schedule after a moment; both in Unix seconds. Pure. */
export function nextRunAt({ every, weekday, time, time_zone }: ScheduleTimes, after: number): number {
  const today = wallClock(after * 1000, time_zone)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  for (let day = 0; day <= DAYS_AHEAD; day++) {
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day) + day * DAY_MS)
    if (every === 'weekly' && weekday !== null && weekdayOf(date) !== weekday) continue
    const at = toMoment(date.getTime() + (hours * 60 + minutes) * 60_000, time_zone) / 1000
    if (at > after) return at
  }
  return after + (DAYS_AHEAD * DAY_MS) / 1000
}

/** The day of the week in a time zone; 1 is Monday. Pure. */
export function weekdayAt(seconds: number, timeZone: string): number {
  const { year, month, day } = wallClock(seconds * 1000, timeZone)
  return weekdayOf(new Date(Date.UTC(year, month - 1, day)))
}

const weekdayOf = (date: Date): number => date.getUTCDay() || 7

/** The moment at which clocks in a time zone show this time, given as if it were UTC. */
function toMoment(wall: number, timeZone: string): number {
  const guess = wall - offsetAt(wall, timeZone)
  // Clocks may have been changed between both.
  return wall - offsetAt(guess, timeZone)
}

function offsetAt(moment: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(moment, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - moment
}

function wallClock(moment: number, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}
