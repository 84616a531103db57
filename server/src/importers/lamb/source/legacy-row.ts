import { parseJsonObject } from '@bellwether/wire'
import type { ForeignRow } from '../../../platform/db/sqlite/foreign-sqlite.ts'

/** One row of a LAMB table. Columns may be missing, and values may have any type. */
export interface LegacyRow {
  has(column: string): boolean
  /** Trimmed by the caller if needed; '' if missing. Without U+0000, which PostgreSQL can't store. */
  text(column: string): string
  /** Undefined if missing or not a whole number. */
  integer(column: string): number | undefined
  number(column: string): number | undefined
  flag(column: string, missing: boolean): boolean
  /** Unix seconds. */
  time(column: string, missing: number): number
  /** Undefined if it is not a JSON object. */
  json(column: string): Record<string, unknown> | undefined
}

/** The year 2200. */
const MAX_SECONDS = 7_258_118_400
/** Larger numbers are milliseconds. */
const MAX_PLAUSIBLE_SECONDS = 100_000_000_000

export function toLegacyRow(row: ForeignRow): LegacyRow {
  const text = (column: string): string => toText(row[column])
  return {
    has: (column) => row[column] !== undefined && row[column] !== null,
    text,
    number: (column) => toNumber(row[column]),
    integer(column) {
      const value = toNumber(row[column])
      return value !== undefined && Number.isSafeInteger(value) ? value : undefined
    },
    flag(column, missing) {
      const value = row[column]
      if (value === undefined || value === null) return missing
      return value === 1 || value === true || /^(1|true|yes)$/i.test(String(value))
    },
    time: (column, missing) => toSeconds(row[column]) ?? missing,
    json: (column) => parseLegacyJson(text(column)),
  }
}

export function toText(value: unknown): string {
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8').replaceAll('\u0000', '')
  return ''
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  return undefined
}

/** From seconds, milliseconds or an ISO date. */
export function toSeconds(value: unknown): number | undefined {
  const number = toNumber(value) ?? fromDate(value)
  if (number === undefined || number < 0) return undefined
  const seconds = Math.floor(number > MAX_PLAUSIBLE_SECONDS ? number / 1000 : number)
  return seconds <= MAX_SECONDS ? seconds : undefined
}

function fromDate(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  // LAMB writes UTC without saying so.
  const time = Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? undefined : time / 1000
}

const MAX_DEPTH = 60

/** Undefined if it is not a JSON object. Deeper than any real one, it would overflow the stack when it is written again. */
export const parseLegacyJson = (text: string): Record<string, unknown> | undefined =>
  isShallow(text) ? parseJsonObject(text) : undefined

function isShallow(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{' || character === '[') {
      if (++depth > MAX_DEPTH) return false
    } else if (character === '}' || character === ']') depth--
  }
  return true
}
