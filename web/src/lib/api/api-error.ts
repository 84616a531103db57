/** A refusal or a failure, in words that a person can read. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    /** The HTTP status; 0 when the server could not be reached. */
    readonly status: number,
    message: string,
    /** What is wrong with which field, by the field's name. */
    readonly fields: Readonly<Record<string, string>> = {},
    readonly requestId: string | undefined = undefined,
  ) {
    super(message)
  }

  get isUnreachable(): boolean {
    return this.status === 0
  }
}

interface Fault {
  loc: (string | number)[]
  msg: string
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'loc' in value && 'msg' in value && Array.isArray(value.loc)

/** Reads any of the server's error shapes: `{detail}`, `{detail: [faults]}`, `{error}`, `{error: {message}}`. */
export function toApiError(status: number, body: unknown, requestId?: string): ApiError {
  const { detail, error } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (Array.isArray(detail)) {
    const faults = detail.filter(isFault)
    const fields = Object.fromEntries(faults.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
    return new ApiError(
      status,
      faults.map(({ msg }) => msg).join(' · ') || `HTTP ${status}`,
      fields,
      requestId,
    )
  }
  const nested =
    typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : error
  const words = [detail, nested].find((text): text is string => typeof text === 'string' && text !== '')
  return new ApiError(status, words ?? `HTTP ${status}`, {}, requestId)
}

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')
