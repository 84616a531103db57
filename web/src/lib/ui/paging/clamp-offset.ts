export interface PageShown {
  offset: number
  /** Items per page. */
  size: number
  total: number
  /** Items on this page. */
  count: number
}

/** The offset to go to when this page is empty or beyond the last one; undefined to stay. Pure. */
export function clampOffset({ offset, size, total, count }: PageShown): number | undefined {
  if (count > 0 || offset <= 0) return undefined
  const last = Math.max(0, Math.ceil(total / size) - 1) * size
  return Math.max(0, Math.min(last, offset - size))
}
