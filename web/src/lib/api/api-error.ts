import { fromBody, fromHeaders, type ServerMessage } from '../messages/server-message.ts'

/** An error in one field of a request. */
export interface Fault {
  /** The path of the field, such as `name` or `metadata.llm`. */
  field: string
  message: ServerMessage
}

interface ApiErrorDetails {
  faults?: readonly Fault[]
  requestId?: string | undefined
}

/** A failed request. Show it with `errorMessage` and `fieldErrors`, which return translated texts. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly serverMessage: ServerMessage
  readonly faults: readonly Fault[]
  readonly requestId: string | undefined

  constructor(
    /** The HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    message: string | ServerMessage,
    { faults = [], requestId }: ApiErrorDetails = {},
  ) {
    const serverMessage = typeof message === 'string' ? { text: message } : message
    super(serverMessage.text)
    this.serverMessage = serverMessage
    this.faults = faults
    this.requestId = requestId
  }

  get isUnreachable(): boolean {
    return this.status === 0
  }
}

interface SentFault {
  loc: (string | number)[]
  msg: string
}

const isFault = (value: unknown): value is SentFault =>
  typeof value === 'object' && value !== null && 'loc' in value && 'msg' in value && Array.isArray(value.loc)

const toFault = (sent: SentFault): Fault => ({
  field: sent.loc.slice(1).join('.'),
  message: fromBody(sent.msg, sent),
})

type Header = (name: string) => string | null

/** Reads any of the server's error formats: `{detail}`, `{detail: [faults]}`, `{error}`, `{error: {message}}`. */
export function toApiError(status: number, body: unknown, header: Header = () => null): ApiError {
  const { detail, error } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const requestId = header('x-request-id') ?? undefined
  if (Array.isArray(detail)) {
    const faults = detail.filter(isFault).map(toFault)
    const text = faults.map(({ message }) => message.text).join(' · ') || `HTTP ${status}`
    return new ApiError(status, text, { faults, requestId })
  }
  const nested =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error
  const text =
    [detail, nested].find(
      (candidate): candidate is string => typeof candidate === 'string' && candidate !== '',
    ) ?? `HTTP ${status}`
  return new ApiError(status, toServerMessage(text, [error, body], header), { requestId })
}

/** The code is in the headers or, in a stream's error, beside the text in the body. */
function toServerMessage(text: string, sources: readonly unknown[], header: Header): ServerMessage {
  const candidates = [fromHeaders(text, header), ...sources.map((source) => fromBody(text, source))]
  return candidates.find(({ code }) => code !== undefined) ?? { text }
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
