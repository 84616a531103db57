import type { CostFigures } from '@bellwether/wire'
import { MICROS } from './pricing.ts'

export const DAY_SECONDS = 86_400

/** PostgreSQL returns sums as text, and null when there are no rows. */
export const toFigures = (row: { [figure in keyof CostFigures]?: unknown } = {}): CostFigures => ({
  answers: Number(row.answers ?? 0),
  failed: Number(row.failed ?? 0),
  input_tokens: Number(row.input_tokens ?? 0),
  output_tokens: Number(row.output_tokens ?? 0),
  cached_tokens: Number(row.cached_tokens ?? 0),
  cache_write_tokens: Number(row.cache_write_tokens ?? 0),
  reasoning_tokens: Number(row.reasoning_tokens ?? 0),
  cost: Number(row.cost ?? 0) / MICROS,
  unpriced: Number(row.unpriced ?? 0),
  tool_calls: Number(row.tool_calls ?? 0),
})

/** A day number since 1970 as a date. Pure. */
export const toDay = (number: unknown): string =>
  new Date(Number(number) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
