import { untrack } from 'svelte'
import { clampOffset, type PageShown } from './clamp-offset.ts'

/** Goes to a page with items when the current one has none left. Call it during component setup. */
export function leaveEmptyPage(shown: () => PageShown | undefined, go: (offset: number) => void) {
  const instead = $derived.by(() => {
    const now = shown()
    return now && clampOffset(now)
  })
  $effect(() => {
    const offset = instead
    if (offset !== undefined) untrack(() => go(offset))
  })
  return {
    /** True until the other page is loaded, so that the current one is not shown as empty. */
    get isGoing(): boolean {
      return instead !== undefined
    },
  }
}
