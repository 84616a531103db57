import { Refusal } from '../failures/refusal.ts'

/** How much clocks may differ. */
const SKEW_MS = 60_000
/** Older messages are refused, so that ids of used ones need not be kept for long. */
const MAX_AGE_MS = 10 * 60_000

interface Times {
  IssueInstant: string | undefined
  NotBefore?: string | undefined
  NotOnOrAfter?: string | undefined
}

export function toTime(text: string | undefined): number {
  const time = Date.parse(text ?? '')
  if (Number.isNaN(time)) throw new Refusal('malformed')
  return time
}

/**
 * Refuses a message of the future or of the past, with its age: where messages arrive at once, that is how much the
 * clocks differ. Returns when it will be too old, in Unix seconds.
 */
export function requireNow({ IssueInstant, NotBefore, NotOnOrAfter }: Times): number {
  const now = Date.now()
  const issuedAt = toTime(IssueInstant)
  const start = NotBefore === undefined ? now : toTime(NotBefore)
  const oldest = issuedAt + MAX_AGE_MS
  const end = NotOnOrAfter === undefined ? oldest : Math.min(oldest, toTime(NotOnOrAfter))
  const seconds = Math.round(Math.abs(now - issuedAt) / 1000)
  if (start - now > SKEW_MS) throw new Refusal('not_yet_valid', { seconds })
  if (now - end >= SKEW_MS) throw new Refusal('expired', { seconds })
  return Math.ceil((end + 2 * SKEW_MS) / 1000)
}
