/** Smaller differences count as equal: responses take time, and their dates are in whole seconds. */
const TOLERATED_MS = 5000
let aheadMs = 0

/** The current time on the server, where limits are enforced. The user's own clock may be hours off. */
export const serverClock = {
  now: (): number => Date.now() + aheadMs,
  /** Takes the `date` header of a response that has just arrived. */
  note(date: string | null): void {
    const at = Date.parse(date ?? '')
    if (Number.isNaN(at)) return
    const ahead = at - Date.now()
    aheadMs = Math.abs(ahead) > TOLERATED_MS ? ahead : 0
  },
}
