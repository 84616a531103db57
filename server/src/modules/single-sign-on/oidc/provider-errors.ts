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
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    if (isAppError(one)) return true
    if (one instanceof ResponseBodyError) return one.status >= 500
    if (one instanceof ClientError && CONNECTION_CODES.has(one.code ?? '')) return true
    if (one.name === 'TimeoutError' || one.name === 'AbortError') return true
  }
  return false
}

/** For the log: names and codes only, because messages and causes may quote tokens. */
export function describeError(error: unknown): Record<string, unknown> {
  const chain: string[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const code = 'code' in one && typeof one.code === 'string' ? one.code : undefined
    const oauth = one instanceof ResponseBodyError ? one.error : undefined
    chain.push([one.name, code, oauth].filter(Boolean).join(' '))
  }
  return { cause: chain.join(' < ') }
}
