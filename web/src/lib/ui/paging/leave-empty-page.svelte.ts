import { untrack } from 'svelte'

/** Goes to a page with items when the current one has none left. Call it during component setup. */
export function leaveEmptyPage(shown: () => PageShown | undefined, go: (offset: number) => void) {
  const validOffset = $derived.by(() => {
    const current = shown()
    return current && clampOffset(current)
  })
  $effect(() => {
    const offset = validOffset
    if (offset !== undefined) untrack(() => go(offset))
  })
  return {
    /** True until the other page is loaded, so that the current one is not shown as empty. */
    get isGoing(): boolean {
      return validOffset !== undefined
    },
  }
}

interface PageShown {
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
