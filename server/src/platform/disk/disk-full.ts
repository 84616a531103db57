import { say } from '@bellwether/wire'
import { AppError } from '../errors.ts'

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** Errors may be wrapped a few times. */
const MAX_DEPTH = 5

/** Whether a write failed because the disk is full, at any depth of the error's causes. */
export function isDiskFull(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < MAX_DEPTH && one instanceof Error; depth++) {
    if ('code' in one && CODES.has(one.code)) return true
    one = one.cause
  }
  return false
}

/** Has a status that tells the client to try again later. */
export const diskFull = (cause: unknown): AppError =>
  new AppError('unavailable', say('server.disk_full'), { retryAfter: 60, cause })
