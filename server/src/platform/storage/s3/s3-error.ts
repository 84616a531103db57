import { say } from '@bellwether/wire'
import { AppError, isAppError } from '../../errors.ts'

/** Pure. What the SDK throws has the name that the server gave the error. */
export const hasName = (error: unknown, ...names: string[]): boolean =>
  error instanceof Error && names.includes(error.name)

const statusOf = (error: unknown): number | undefined => {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}

/** A missing bucket is a wrong setting, not a missing object. */
export const isNoSuchObject = (error: unknown): boolean =>
  hasName(error, 'NoSuchKey', 'NotFound') || (statusOf(error) === 404 && !hasName(error, 'NoSuchBucket'))

export const isOutsideRange = (error: unknown): boolean =>
  hasName(error, 'InvalidRange') || statusOf(error) === 416

/** The cause only has the name and message of the error, because responses of servers repeat parts of the request. */
export function toStorageError(error: unknown): AppError {
  if (isAppError(error)) return error
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const status = statusOf(error)
  const cause = new Error(status === undefined ? message : `${message} (HTTP ${status})`)
  return new AppError('unavailable', say('server.storage_unavailable'), { retryAfter: 5, cause })
}
