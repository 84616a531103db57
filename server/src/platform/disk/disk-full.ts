import { say } from '@bellwether/wire'
import { AppError } from '../errors.ts'

const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** An error may be wrapped a few times on its way. */
const DEEPEST = 5

/** Whether a write failed for lack of room, wherever in the error that is said. */
export function isDiskFull(error: unknown): boolean {
  let one = error
  for (let depth = 0; depth < DEEPEST && one instanceof Error; depth++) {
    if ('code' in one && CODES.has(one.code)) return true
    one = one.cause
  }
  return false
}

/** Says what is wrong, with a status that tells the client to try again later. */
export const diskFull = (cause: unknown): AppError =>
  new AppError('unavailable', say('server.disk_full'), { retryAfter: 60, cause })
