import { ApiError } from '$lib/api'
import { texts } from '$lib/texts'

/** The message to show for an error. The server's own message, if it sent one, says what happened and what to do. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return texts().failed
  if (error.isUnreachable) return texts().unreachable
  return error.message
}
