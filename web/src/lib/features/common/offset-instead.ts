export interface Shown {
  offset: number
  /** How many a page holds. */
  size: number
  total: number
  /** How many this page shows. */
  count: number
}

/** Pure. Where to go from a page beyond the last one, or whose last one was deleted; undefined: stay. */
export function offsetInstead({ offset, size, total, count }: Shown): number | undefined {
  if (count > 0 || offset <= 0) return undefined
  const last = Math.max(0, Math.ceil(total / size) - 1) * size
  return Math.max(0, Math.min(last, offset - size))
}
