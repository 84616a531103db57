import { ApiError } from '$lib/api'
import { texts } from './texts'

/** What to tell a person. The server's own words where it has some; it says what happened and what to do. */
export function errorWords(error: unknown): string {
  if (!(error instanceof ApiError)) return texts().failed
  if (error.isUnreachable) return texts().unreachable
  return error.message
}
