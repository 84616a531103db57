import { untrack } from 'svelte'
import { offsetInstead, type Shown } from '../offset-instead.ts'

/** Goes to a page that has something when the one that is shown has not, or not any more. Called where a component is set up. */
export function leaveEmptyPage(shown: () => Shown | undefined, go: (offset: number) => void) {
  const instead = $derived.by(() => {
    const now = shown()
    return now && offsetInstead(now)
  })
  $effect(() => {
    const offset = instead
    if (offset !== undefined) untrack(() => go(offset))
  })
  return {
    /** Until the other page is there, this one is not called empty. */
    get isGoing(): boolean {
      return instead !== undefined
    },
  }
}
