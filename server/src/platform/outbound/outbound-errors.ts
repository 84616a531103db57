import { AppError, isAppError } from '../errors.ts'

export interface CallLimits {
  connectMs: number
  firstByteMs: number
  idleMs: number
}

/** Where a call went, as a user may read it: no path, no query, no credentials. */
export interface CallTarget extends CallLimits {
  host: string
}

const seconds = (ms: number): string => `${ms / 1000} s`

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/

/** Pure. Turns what Node or undici throw into words for a person. An AppError (a refusal of ours, an abort) stays as it is. */
export function toOutboundError(error: Error, target: CallTarget): Error {
  if (isAppError(error)) return error
  const { host } = target
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const failed = (message: string, retryable: boolean) =>
    new AppError('provider_failed', message, { retryable, place: host, cause: error })
  const late = (message: string) =>
    new AppError('provider_timeout', message, {
      retryable: true,
      place: host,

      cause: error,
    })
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return late(`${host} did not answer within ${seconds(target.firstByteMs)}`)
    case 'UND_ERR_BODY_TIMEOUT':
      return late(`${host} stopped in the middle of its answer: nothing came for ${seconds(target.idleMs)}`)
    case 'UND_ERR_CONNECT_TIMEOUT':
      return late(`${host} could not be reached within ${seconds(target.connectMs)}`)
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return failed(`${host} could not be reached`, true)
    case 'ECONNREFUSED':
      return failed(`${host} refused the connection; is a server running there?`, true)
    case 'ENOTFOUND':
      return failed(`The host name of ${host} could not be found; check the address`, false)
    case 'EAI_AGAIN':
      return failed(`The host name of ${host} could not be looked up just now (DNS)`, true)
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return failed(`${host} closed the connection before the answer was complete`, true)
    case 'UND_ERR_INVALID_ARG':
      return failed(`The request to ${host} could not be written: ${error.message}`, false)
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return failed('The server is shutting down', true)
  }
  if (TLS_CODE.test(code)) return failed(`No secure connection to ${host} could be made (${code})`, false)
  if (error.name === 'HTTPParserError')
    return failed(`${host} answered with something that is not HTTP`, false)
  return failed(`The call to ${host} failed`, true)
}
