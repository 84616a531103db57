import { say } from '@bellwether/wire'
import { badRequest, providerFailed } from '../errors.ts'
import type { OutboundClient, OutboundControl, OutboundHead, OutboundRequest } from './outbound.ts'

export interface FetchLimits {
  /** For all responses together: many small ones are as heavy as a large one. */
  maxBytes: number
  /** Called when a response breaks off after its head, because its reader may not report it. */
  onBroken?(error: Error): void
}

/** The interface that libraries with their own HTTP code expect. */
export type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * A `fetch` that uses one of our clients, with its guard. Redirects are returned like other responses and never
 * followed here.
 */
export function asFetch(
  client: Pick<OutboundClient, 'start'>,
  { maxBytes, onBroken }: FetchLimits,
): FetchLike {
  let remainingBytes = maxBytes
  const take = (bytes: number, host: string): void => {
    remainingBytes -= bytes
    if (remainingBytes < 0)
      throw providerFailed(say('network.response_too_large', { host, limit: maxBytes }), {
        retryable: false,
        place: host,
      })
  }
  return (url, init = {}) =>
    new Promise<Response>((resolve, reject) => {
      const request = toRequest(url, init)
      const body = new AnswerBody(new URL(request.url).host, take, onBroken)
      body.control = client.start(request, {
        onHead(head) {
          const { host } = body
          if (isCompressed(head))
            body.stop(providerFailed(say('network.compressed', { host }), { retryable: false, place: host }))
          else resolve(toResponse(head, body))
        },
        onData: (bytes) => body.add(bytes),
        onEnd: () => body.end(),
        onError(error) {
          body.fail(error)
          reject(error)
        },
      })
    })
}

function toRequest(url: string | URL, init: RequestInit): OutboundRequest {
  const method = (init.method ?? 'GET').toUpperCase()
  if (!METHODS.has(method)) throw badRequest(say('network.method_not_allowed', { method }))
  if (init.body !== undefined && init.body !== null && typeof init.body !== 'string')
    throw badRequest(say('network.only_text'))
  return {
    method: method as OutboundRequest['method'],
    url: String(url),
    headers: Object.fromEntries(new Headers(init.headers).entries()),
    ...(typeof init.body === 'string' ? { body: init.body } : {}),
    signal: init.signal ?? new AbortController().signal,
  }
}

/** Responses are not decompressed here, and some servers compress although we asked for `identity`. */
function isCompressed({ headers }: OutboundHead): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding !== 'identity'
}

function toResponse({ status, headers }: OutboundHead, body: AnswerBody): Response {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const line of Array.isArray(value) ? value : [value])
      if (line !== undefined) result.append(name, line)
  return new Response(WITHOUT_BODY.has(status) ? null : body.stream, { status, headers: result })
}

/** The body of one response. Without backpressure: at most `maxBytes` can be buffered for a slow reader. */
class AnswerBody {
  control: OutboundControl | undefined
  readonly stream: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #isOver = false

  constructor(
    readonly host: string,
    readonly take: (bytes: number, host: string) => void,
    readonly onBroken: ((error: Error) => void) | undefined,
  ) {
    this.stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => {
        this.#isOver = true
        this.control?.abort(new Error('the response is no longer needed'))
      },
    })
  }

  add(bytes: Buffer): boolean {
    if (this.#isOver) return true
    try {
      this.take(bytes.length, this.host)
    } catch (error) {
      this.stop(error instanceof Error ? error : new Error(String(error)))
      return true
    }
    this.#controller?.enqueue(new Uint8Array(bytes))
    return true
  }

  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.close()
  }

  fail(error: Error): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#controller?.error(error)
    this.onBroken?.(error)
  }

  stop(error: Error): void {
    this.fail(error)
    this.control?.abort(error)
  }
}
