import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UsageScope } from './usage-report.repository.ts'

const DAY_SECONDS = 86_400

/**
 * Reads a long time in short pieces. SQLite is read on the event loop: a year in one query would hold up every other request for seconds, so
 * they get their turn between the pieces. `isEnough` ends it early.
 */
export async function inSlices<Row>(
  scope: UsageScope,
  days: number,
  read: (slice: UsageScope) => Promise<Row[]>,
  isEnough: (rows: readonly Row[]) => boolean = () => false,
): Promise<Row[]> {
  let rows: Row[] = []
  for (let start = scope.start; start < scope.end && !isEnough(rows); start += days * DAY_SECONDS) {
    const end = Math.min(scope.end, start + days * DAY_SECONDS)
    rows = rows.concat(await read({ ...scope, start, end }))
    await nextTurn()
  }
  return rows
}

/** Pure. One row for each combination of `keys`; every other field is a figure and added up. Sums come as text from PostgreSQL. */
export function addUp<Row extends object>(
  rows: readonly Row[],
  keys: readonly (keyof Row & string)[],
): Row[] {
  const merged = new Map<string, Row>()
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name]))
    const before = merged.get(key)
    merged.set(key, before ? { ...row, ...sumOf(before, row, keys) } : row)
  }
  return [...merged.values()]
}

const sumOf = (one: object, other: object, keys: readonly string[]) =>
  Object.fromEntries(
    Object.entries(one)
      .filter(([name]) => !keys.includes(name))
      .map(([name, value]) => [name, Number(value ?? 0) + Number(Reflect.get(other, name) ?? 0)]),
  )
