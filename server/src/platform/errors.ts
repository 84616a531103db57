import {
  fill,
  isMessageCode,
  isNotFoundCode,
  type Message,
  type MessageCode,
  type MessageParams,
  say,
  textOf,
  toMessageFields,
} from '@bellwether/wire'

/** Every reason to refuse a request. The table below has the status of each. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid'
  | 'too_large'
  | 'unsupported_media_type'
  | 'too_many_requests'
  | 'quota_exceeded'
  | 'provider_failed'
  | 'provider_timeout'
  | 'unavailable'
  | 'internal'

const STATUS_OF = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  quota_exceeded: 429,
  provider_failed: 502,
  provider_timeout: 504,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

/** One input error, in the format that LAMB clients read (FastAPI's). */
export interface InputFault {
  loc: (string | number)[]
  msg: string
  type: string
  /** For clients that translate the message. */
  message_code?: MessageCode
  message_params?: MessageParams
}

export interface ErrorDetails {
  faults?: InputFault[]
  /** Seconds to wait before trying again; becomes the Retry-After header. */
  retryAfter?: number
  /** For provider failures: whether the same call may succeed when repeated. */
  retryable?: boolean
  /** For provider failures: the HTTP status of the provider's response. */
  providerStatus?: number
  /** For provider failures: the provider's own error code, if a client can act on it. */
  providerCode?: string
  /** The message quotes a provider or names its host: for people who maintain the assistant, not for its users. */
  fromProvider?: boolean
  /** The reader maintains the failed component and may see the original message. */
  isForReader?: boolean
  /** The request field that is invalid, for doors whose error format includes it. */
  param?: string
  /** `code` in the body, for clients that react to this error. */
  bodyCode?: string
  /** Replaces the code in OpenAI's error format, where not_found otherwise means the model. */
  openAiCode?: string
  /** The host that was called, as written in the message. */
  place?: string
  /** The guarded client refused the call: the host does not exist or is not allowed. */
  isRefusedPlace?: boolean
}

/** The only error whose message is shown to users. Any other error is answered as "internal". */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails
  /** For clients that translate the message; `message` is the English text. */
  readonly userMessage: { code: MessageCode; params: MessageParams } | undefined

  constructor(code: ErrorCode, message: string | Message, details: ErrorDetails & { cause?: unknown } = {}) {
    const { cause, ...rest } = details
    super(typeof message === 'string' ? message : message.text, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.code = code
    this.details = rest
    this.userMessage =
      typeof message === 'string' ? undefined : { code: message.code, params: message.params }
  }

  get status(): number {
    return STATUS_OF[this.code]
  }
}

export const badRequest = (message: Message, details?: ErrorDetails) =>
  new AppError('bad_request', message, details)
export const unauthenticated = (message: Message = say('common.invalid_token')) =>
  new AppError('unauthenticated', message)
export const forbidden = (message: Message) => new AppError('forbidden', message)
/** `kind` is the user's term, capitalized because it starts the sentence: "Assistant not found". */
export function notFound(kind: string): AppError {
  const code = `not_found.${kind.toLowerCase().replaceAll(' ', '_')}`
  return new AppError('not_found', isNotFoundCode(code) ? say(code) : `${kind} not found`)
}
export const conflict = (message: Message, details?: ErrorDetails) =>
  new AppError('conflict', message, details)
export const invalid = (message: Message, faults?: InputFault[]) =>
  new AppError('invalid', message, faults ? { faults } : {})
/** Invalid fields of a request body; `more` is listed after them. */
export function invalidFields(
  fields: readonly { path: (string | number)[]; message: Message; type: string }[],
  more: readonly InputFault[] = [],
): AppError {
  const [first] = fields
  if (!first) return invalid(say('requests.invalid_input'))
  const message = say('requests.field_invalid', { path: first.path.join('.'), problem: first.message })
  const faults = fields.map(({ path, message: problem, type }) => ({
    loc: ['body', ...path],
    msg: problem.text,
    type,
    ...toMessageFields(problem),
  }))
  return invalid(message, [...faults, ...more])
}

export const unavailable = (message: Message, retryAfter?: number) =>
  new AppError('unavailable', message, retryAfter === undefined ? {} : { retryAfter })
export const providerFailed = (message: Message, details: ErrorDetails & { cause?: unknown } = {}) =>
  new AppError('provider_failed', message, details)

/** The message without the host, for people who must not learn where our servers are. Pure. */
export function messageWithoutHost(error: AppError): string | Message {
  const { place } = error.details
  return place ? hidePlace(messageOf(error), place) : messageOf(error)
}

/** Keeps the code if the message has a form without the host, or only names it after “at”. */
function hidePlace(message: string | Message, place: string): string | Message {
  const text = hidePlaceInText(textOf(message), place)
  if (typeof message === 'string') return text
  const { host, ...rest } = withoutAt(message.params, place)
  const code = `${message.code}_hidden`
  if (host === place && isMessageCode(code) && !JSON.stringify(rest).includes(place)) return fill(code, rest)
  const params = withoutAt(message.params, place)
  const isSame = fill(message.code, params).text === text
  return isSame && !JSON.stringify(params).includes(place) ? { code: message.code, params, text } : text
}

function withoutAt(params: MessageParams, place: string): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(` at ${place}`, '') : value,
    ]),
  )
}

function hidePlaceInText(text: string, place: string): string {
  const hidden = text.replaceAll(` at ${place}`, '')
  return hidden.startsWith(place)
    ? `The server${hidden.slice(place.length)}`.replaceAll(place, 'the server')
    : hidden.replaceAll(place, 'the server')
}

/** The message of an error, with its code if it has one, for creating one error from another. Pure. */
export const messageOf = ({ userMessage, message }: AppError): string | Message =>
  userMessage ? { ...userMessage, text: message } : message

export const messageOfFault = ({
  msg: text,
  message_code: code,
  message_params: params = {},
}: InputFault): string | Message => (code === undefined ? text : { code, params, text })

export const isAppError = (error: unknown): error is AppError => error instanceof AppError

/** The database or another part that is needed does not respond at the moment. Says nothing about what was asked for. */
export const isUnavailable = (error: unknown): boolean => isAppError(error) && error.code === 'unavailable'
