import { say } from '@bellwether/wire'
import { isForeignKeyViolation } from '../db/violations.ts'
import { diskFull, isDiskFull } from '../disk/disk-full.ts'
import { type AppError, AppError as AppErrorClass, type ErrorCode, isAppError } from '../errors.ts'

/** The error format of an endpoint. */
export type ErrorShape = 'lamb' | 'lamb-success' | 'openai'

const OPENAI_TYPE = {
  bad_request: 'invalid_request_error',
  unauthenticated: 'authentication_error',
  forbidden: 'permission_error',
  not_found: 'not_found_error',
  conflict: 'conflict_error',
  invalid: 'invalid_request_error',
  too_large: 'invalid_request_error',
  unsupported_media_type: 'invalid_request_error',
  too_many_requests: 'rate_limit_error',
  quota_exceeded: 'insufficient_quota',
  provider_failed: 'provider_error',
  provider_timeout: 'provider_error',
  unavailable: 'service_unavailable',
  internal: 'server_error',
} as const satisfies Record<ErrorCode, string>

/** Turns anything thrown into an AppError; unexpected errors become "internal", without their message. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  if (isDiskFull(error)) return diskFull(error)
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return new AppErrorClass('bad_request', say('common.nested_too_deeply'))
  }
  // What a request refers to is checked first, so it was deleted while the request ran, such as the person's account.
  if (isForeignKeyViolation(error))
    return new AppErrorClass('conflict', say('common.deleted_meanwhile'), { cause: error })
  return new AppErrorClass('internal', say('common.internal'), {
    cause: error,
  })
}

export interface OpenAiErrorBody {
  error: { message: string; type: string; param: string | null; code: string | null }
}

export const toOpenAiError = (error: AppError): OpenAiErrorBody => ({
  error: {
    message: error.message,
    type: OPENAI_TYPE[error.code],
    param: error.details.param ?? null,
    code: error.details.openAiCode ?? error.details.providerCode ?? codeOf(error),
  },
})

const codeOf = ({ code }: AppError): string => (code === 'not_found' ? 'model_not_found' : code)

export function toErrorBody(shape: ErrorShape, error: AppError): unknown {
  if (shape === 'openai') return toOpenAiError(error)
  const detail = error.details.faults ?? error.message
  // Lets clients distinguish a used-up budget from a busy server (both are 429), and one invalid request from
  // another.
  const bodyCode =
    error.details.bodyCode ??
    error.details.providerCode ??
    (error.code === 'quota_exceeded' ? error.code : undefined)
  const code = bodyCode === undefined ? {} : { code: bodyCode }
  return shape === 'lamb' ? { detail, ...code } : { success: false, error: error.message, detail, ...code }
}
