import { type Message, say } from '@bellwether/wire'
import { type AppError, isAppError, messageOf } from '../../platform/errors.ts'

/** Why a page can't be fetched. */
export type UnreachableCode =
  | 'refused_address'
  | 'not_found'
  | 'forbidden_by_robots'
  | 'http_status'
  | 'too_large'
  | 'timed_out'
  | 'unsupported_type'
  | 'unreachable'
  | 'no_transcript'

/** A page that can't be fetched. The message is for the person who entered the URL and says what to do. */
export class UnreachablePage extends Error {
  readonly code: UnreachableCode
  /** The status of the site's response, if that is the reason. */
  readonly status: number | undefined
  readonly userMessage: Message

  constructor(code: UnreachableCode, message: Message, cause?: unknown, status?: number) {
    super(message.text, cause === undefined ? undefined : { cause })
    this.name = 'UnreachablePage'
    this.code = code
    this.status = status
    this.userMessage = message
  }
}

export const isUnreachable = (error: unknown): error is UnreachablePage => error instanceof UnreachablePage

export const refusedAddress = (message: Message, cause?: unknown) =>
  new UnreachablePage('refused_address', message, cause)

export const timedOut = (host: string, ms: number, cause?: unknown) =>
  new UnreachablePage(
    'timed_out',
    say('web_pages.timed_out', { host, seconds: Math.round(ms / 100) / 10 }),
    cause,
  )

export const tooLarge = (host: string, maxBytes: number) =>
  new UnreachablePage(
    'too_large',
    say('web_pages.too_large', { host, limit: Math.floor(maxBytes / 1024 / 1024) }),
  )

export const unsupportedType = (host: string, type: string) =>
  new UnreachablePage(
    'unsupported_type',
    say('web_pages.unsupported_type', { host, type: type.slice(0, 80) }),
  )

/** The error for an unsuccessful response, for the person who requested the page. Pure. */
export function unexpectedStatus(host: string, status: number): UnreachablePage {
  if (status === 404 || status === 410)
    return new UnreachablePage('not_found', say('web_pages.not_found', { host, status }))
  return new UnreachablePage('http_status', say(codeFor(status), { host, status }), undefined, status)
}

/** Whether the page may be available later. Pure. */
export const isPassing = ({ code, status = 0 }: { code: UnreachableCode; status?: number | undefined }) =>
  code === 'timed_out' || code === 'unreachable' || status >= 500 || status === 408 || status === 429

function codeFor(status: number) {
  if (status === 401 || status === 403) return 'web_pages.status_forbidden'
  if (status === 429) return 'web_pages.status_too_many_requests'
  return status >= 500 ? 'web_pages.status_server_error' : 'web_pages.status'
}

/**
 * Converts an error of the guarded client to one about the page. Other errors (a cancellation, a bug) stay unchanged.
 */
export function toUnreachable(error: unknown): unknown {
  if (!isAppError(error)) return error
  if (error.code === 'bad_request' || error.details.isRefusedPlace)
    return refusedAddress(toMessage(error), error)
  const code = error.code === 'provider_timeout' ? 'timed_out' : 'unreachable'
  return new UnreachablePage(code, toMessage(error), error)
}

function toMessage(error: AppError): Message {
  const message = messageOf(error)
  return typeof message === 'string' ? say('web_pages.failed', { reason: message }) : message
}
