import { type Message, say } from '@bellwether/wire'
import { AppError, isAppError } from '../errors.ts'

export interface CallLimits {
  connectMs: number
  firstByteMs: number
  idleMs: number
}

/** The target of a call as users may see it: no path, no query, no credentials. */
export interface CallTarget extends CallLimits {
  host: string
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/

/**
 * Turns errors of Node and undici into readable messages. An AppError (a refusal of ours, an abort) stays unchanged.
 * Pure.
 */
export function toOutboundError(error: Error, target: CallTarget): Error {
  if (isAppError(error)) return error
  const { host } = target
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const failed = (message: Message, retryable: boolean) =>
    new AppError('provider_failed', message, { retryable, place: host, cause: error })
  const late = (message: Message) =>
    new AppError('provider_timeout', message, {
      retryable: true,
      place: host,
      cause: error,
    })
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return late(say('network.first_byte_timeout', { host, seconds: target.firstByteMs / 1000 }))
    case 'UND_ERR_BODY_TIMEOUT':
      return late(say('network.idle_timeout', { host, seconds: target.idleMs / 1000 }))
    case 'UND_ERR_CONNECT_TIMEOUT':
      return late(say('network.connect_timeout', { host, seconds: target.connectMs / 1000 }))
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return failed(say('network.unreachable', { host }), true)
    case 'ECONNREFUSED':
      return failed(say('network.connection_refused', { host }), true)
    case 'ENOTFOUND':
      return failed(say('network.dns_not_found', { host }), false)
    case 'EAI_AGAIN':
      return failed(say('network.dns_unavailable', { host }), true)
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return failed(say('network.closed_early', { host }), true)
    case 'UND_ERR_INVALID_ARG':
      return failed(say('network.request_invalid', { host, reason: error.message }), false)
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return failed(say('common.shutting_down'), true)
  }
  if (TLS_CODE.test(code)) return failed(say('network.tls_failed', { host, reason: code }), false)
  if (error.name === 'HTTPParserError') return failed(say('network.not_http', { host }), false)
  return failed(say('network.failed', { host }), true)
}
