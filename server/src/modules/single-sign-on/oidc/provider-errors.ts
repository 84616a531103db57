import { say } from '@bellwether/wire'
import { ClientError, ResponseBodyError } from 'openid-client'
import { AppError, isAppError } from '../../../platform/errors.ts'

/** Codes of openid-client that say something about the connection, not about the response. */
const CONNECTION_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

/** What people see of a failed call to a provider. The cause is for the log. */
export function toSignInError(error: unknown): AppError {
  if (isAppError(error) && error.userMessage?.code.startsWith('sign_in.')) return error
  if (isUnreachable(error))
    return new AppError('provider_failed', say('sign_in.provider_unreachable'), { cause: error })
  return new AppError('bad_request', say('sign_in.provider_invalid'), { cause: error })
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (isAppError(cause)) return true
    if (cause instanceof ResponseBodyError) return cause.status >= 500
    if (cause instanceof ClientError && CONNECTION_CODES.has(cause.code ?? '')) return true
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return true
  }
  return false
}

/** For the log: names and codes only, because messages and causes may quote tokens. */
export function describeError(error: unknown): Record<string, unknown> {
  const chain: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
    const oauth = cause instanceof ResponseBodyError ? cause.error : undefined
    chain.push([cause.name, code, oauth].filter(Boolean).join(' '))
  }
  return { cause: chain.join(' < ') }
}
