import { say } from '@bellwether/wire'
import { AppError } from '../errors.ts'

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Errors may be wrapped a few times. */
const MAX_DEPTH = 5

/** Whether a write failed because the disk is full, at any depth of the error's causes. */
export function isDiskFull(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth++) {
    if ('code' in cause && CODES.has(cause.code)) return true
    cause = cause.cause
  }
  return false
}

/** Has a status that tells the client to try again later. */
export const diskFull = (cause: unknown): AppError =>
  new AppError('unavailable', say('server.disk_full'), { retryAfter: 60, cause })
