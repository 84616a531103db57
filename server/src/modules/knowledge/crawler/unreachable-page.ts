import { isAppError } from '../../../platform/errors.ts'

/** Every reason for which an address gives no page. */
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

/** A page that can't be fetched. The message is for the person who typed the address and says what to do. */
export class UnreachablePage extends Error {
  readonly code: UnreachableCode
  /** What the site answered, where that is the reason. */
  readonly status: number | undefined

  constructor(code: UnreachableCode, message: string, cause?: unknown, status?: number) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'UnreachablePage'
    this.code = code
    this.status = status
  }
}

export const isUnreachable = (error: unknown): error is UnreachablePage => error instanceof UnreachablePage

export const refusedAddress = (message: string, cause?: unknown) =>
  new UnreachablePage('refused_address', message, cause)

export const timedOut = (host: string, ms: number, cause?: unknown) =>
  new UnreachablePage(
    'timed_out',
    `${host} did not send the page within ${Math.round(ms / 100) / 10} s. Try again later, or save the page and upload it as a file.`,
    cause,
  )

export const tooLarge = (host: string, maxBytes: number) =>
  new UnreachablePage(
    'too_large',
    `The page of ${host} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB, the most that is fetched. Download it, split it, and upload the parts as files.`,
  )

export const unsupportedType = (host: string, type: string) =>
  new UnreachablePage(
    'unsupported_type',
    `${host} sent “${type.slice(0, 80)}”, which can’t be read as a document. Give the address of a web page, PDF, Word, PowerPoint, Excel, text, Markdown, CSV or JSON file.`,
  )

/** Pure. What an answer that is no success means to the person who asked for the page. */
export function unexpectedStatus(host: string, status: number): UnreachablePage {
  if (status === 404 || status === 410)
    return new UnreachablePage(
      'not_found',
      `There is no page at this address of ${host} (${status}). Check the address.`,
    )
  const message = `${host} answered with status ${status}. ${adviceFor(status)}`
  return new UnreachablePage('http_status', message, undefined, status)
}

/** Pure. Whether the same page may well be there in an hour. */
export const isPassing = ({ code, status = 0 }: { code: UnreachableCode; status?: number | undefined }) =>
  code === 'timed_out' || code === 'unreachable' || status >= 500 || status === 408 || status === 429

function adviceFor(status: number): string {
  if (status === 401 || status === 403)
    return 'The page needs a sign-in or does not want to be read by programs: save it and upload it as a file.'
  if (status === 429) return 'The site asks for fewer requests: try again later.'
  if (status >= 500) return 'The site has a problem of its own: try again later.'
  return 'Open the address in a browser and copy it from there.'
}

/** Words for what the guarded client threw; what is none of its refusals (a cancellation, a fault of ours) is given back as it is. */
export function toUnreachable(error: unknown): unknown {
  if (!isAppError(error)) return error
  if (error.code === 'bad_request' || error.details.isRefusedPlace)
    return refusedAddress(`This address can’t be fetched: ${error.message}.`, error)
  const code = error.code === 'provider_timeout' ? 'timed_out' : 'unreachable'
  return new UnreachablePage(
    code,
    `${error.message}. Check the address in a browser, or try again later.`,
    error,
  )
}
