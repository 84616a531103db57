/** Clocks that differ by less are called equal: answers take their time, and tell theirs in whole seconds. */
const TOLERATED_MS = 5000
let aheadMs = 0

/** What time it is where limits are kept. The reader's own clock may be hours off. */
export const serverClock = {
  now: (): number => Date.now() + aheadMs,
  /** By the `date` of an answer that has just come. */
  note(date: string | null): void {
    const at = Date.parse(date ?? '')
    if (Number.isNaN(at)) return
    const ahead = at - Date.now()
    aheadMs = Math.abs(ahead) > TOLERATED_MS ? ahead : 0
  },
}
