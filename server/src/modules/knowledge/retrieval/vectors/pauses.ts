const FIRST_MS = 15_000
const MAX_MS = 15 * 60_000

/** Pauses organizations whose provider failed, longer each time, so that not every document is tried. */
export function createPauses() {
  const pauses = new Map<number, { until: number; length: number }>()
  return {
    has: (organization: number): boolean => (pauses.get(organization)?.until ?? 0) > Date.now(),
    begin(organization: number): void {
      const before = pauses.get(organization)
      // Several documents that fail at once count as one failure.
      if (before && before.until > Date.now()) return
      const length = Math.min((before?.length ?? FIRST_MS / 2) * 2, MAX_MS)
      pauses.set(organization, { until: Date.now() + length, length })
    },
    end(organization: number): void {
      pauses.delete(organization)
    },
  }
}
