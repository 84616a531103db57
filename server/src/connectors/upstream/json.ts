import { isObject } from '../../platform/is-object.ts'
/**
 * Responses are read by hand: providers add and omit fields freely, and validating each chunk with a
 * schema would be too slow.
 */
export type Json = Record<string, unknown>

export const arrayOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const objectsOf = (value: unknown): Json[] => arrayOf(value).filter(isObject)
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0

/** Without the counts that are missing or zero. */
export function countsOf<Name extends string>(counts: Record<Name, unknown>): { [name in Name]?: number } {
  const some: { [name in Name]?: number } = {}
  for (const name in counts) if (countOf(counts[name]) > 0) some[name] = countOf(counts[name])
  return some
}

export { tryParseObject as parseObject } from '../../platform/json.ts'
