import {
  createApi,
  type Input,
  type SpecialPath,
  toAddress,
  type Untyped,
} from '@bellwether/wire/client/operations'
import { ApiError, isAbort, toApiError } from './api-error.ts'
import { serverClock } from './server-clock.ts'
import { authorization, sessionToken } from './token.ts'

/** Limit for requests of pages; streams and uploads have their own. */
const LIMIT_MS = 60_000

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** A refused token normally opens the sign-in dialog; signing in itself must not. */
  staysOnRefusal?: boolean
  /** For requests that need more time, such as model calls or many searches. */
  limitMs?: number
  /** In addition to the headers of every request, such as `If-Match`. */
  headers?: Record<string, string>
  /** Sent even if the page is closed in the meantime. */
  outlivesPage?: boolean
  /** For requests that a whole class sends at once: sent again if the server is too busy (503 with `Retry-After`). */
  waitsWhileBusy?: boolean
}

/** The page's language, which may differ from the browser's. */
function pageLanguage(): Record<string, string> {
  const language = typeof document === 'undefined' ? '' : document.documentElement.lang
  return language ? { 'accept-language': language } : {}
}

/** A session that keeps ending is not retried more often. */
const MAX_ATTEMPTS = 3

/** How long a page waits for a busy server before it shows the error. */
const BUSY_MS = 60_000

/** Milliseconds to wait before a request is sent again; undefined if it should not be. Different for each browser of a class. */
function pauseBefore(response: Response, { waitsWhileBusy }: RequestOptions): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (!waitsWhileBusy || response.status !== 503 || !(seconds >= 0)) return undefined
  return seconds * 1000 * (1 + Math.random())
}

/**
 * The only place that calls the server. Rejects with an ApiError, or with an AbortError when the caller's signal
 * aborted. A request that was refused because the session had ended is sent again once there is a new one.
 */
export async function send(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions = {},
): Promise<Response> {
  const busyUntil = performance.now() + BUSY_MS
  for (let attempt = 1; ; attempt++) {
    if (!options.staysOnRefusal) await sessionToken.prepare()
    const sent = sessionToken.get()
    const response = await request(method, path, body, options)
    if (response.ok) return response
    const pauseMs = pauseBefore(response, options)
    if (pauseMs !== undefined && performance.now() + pauseMs < busyUntil) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      options.signal?.throwIfAborted()
      continue
    }
    const error = toApiError(response.status, await response.json().catch(() => undefined), (name) =>
      response.headers.get(name),
    )
    const isEnded = response.status === 401 && !options.staysOnRefusal && attempt < MAX_ATTEMPTS
    if (!isEnded || !(await sessionToken.recover(sent))) throw error
    options.signal?.throwIfAborted()
  }
}

async function request(
  method: string,
  path: string,
  body: unknown,
  options: RequestOptions,
): Promise<Response> {
  const limit = AbortSignal.timeout(options.limitMs ?? LIMIT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  // Files are sent unchanged.
  const isRaw = body instanceof FormData || body instanceof Blob
  try {
    const response = await fetch(path, {
      method,
      signal,
      keepalive: options.outlivesPage ?? false,
      headers: {
        accept: 'application/json',
        ...pageLanguage(),
        ...authorization(),
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    })
    serverClock.note(response.headers.get('date'))
    return response
  } catch (error) {
    if (options.signal?.aborted && isAbort(error)) throw error
    throw new ApiError(0, 'Can’t reach the server')
  }
}

/** Our own API: paths, parameters, bodies and answers have the types of the server's endpoints. */
export const api = createApi<RequestOptions>(send)

/** Sends a request to a path with parameters, which its caller has typed. */
export const sendTo = (
  method: string,
  path: string,
  input: Untyped & RequestOptions = {},
): Promise<Response> => send(method, toAddress(path, input), input.body, input)

/** Fetches with the token. */
export const fetchFile = <P extends SpecialPath<'get', 'File'>>(
  path: P,
  ...[input]: Input<'get', P, RequestOptions>
): Promise<Response> => sendTo('GET', path, input)

export const fetchBlob = async <P extends SpecialPath<'get', 'File'>>(
  path: P,
  ...input: Input<'get', P, RequestOptions>
): Promise<Blob> => (await fetchFile(path, ...input)).blob()

/** Fetches with the token and saves the response as a file. */
export async function download<M extends 'get' | 'post', P extends SpecialPath<M, 'File'>>(
  method: M,
  path: P,
  fallbackName: string,
  ...[input]: Input<M, P, RequestOptions>
): Promise<void> {
  await saveFile(await sendTo(method.toUpperCase(), path, input), fallbackName)
}

async function saveFile(response: Response, fallbackName: string): Promise<void> {
  const filename = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const url = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: filename ?? fallbackName })
  link.click()
  URL.revokeObjectURL(url)
}
