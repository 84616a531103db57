import { untrack } from 'svelte'
import { clampOffset, type PageShown } from './clamp-offset.ts'

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
