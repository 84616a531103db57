import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../caller.ts'
import type { AppError } from '../errors.ts'
import { languageOf } from '../languages.ts'
import type { Log } from '../log.ts'
import type { Listed } from '../open-list.ts'
import { toErrorFor } from '../plain-errors.ts'
import type { EventStream } from './event-stream.ts'

/**
 * One request and its response, from the first byte to the last. Handlers get it together with their parsed input.
 */
export class Exchange implements Listed {
  readonly startedAt = performance.now()
  /** In the list of open requests. */
  place = -1
  /** The endpoint's path pattern, for logs and metrics. Never the path itself, which may contain ids and secrets. */
  route = 'unmatched'
  callerLabel: string | undefined
  organizationId: number | undefined
  /** Whether the endpoint serves guests of class links. Set before the caller is authenticated. */
  isOpenToGuests = false
  /** A stream that only listens: nothing is lost when it ends, so shutdown does not wait for it. */
  isListening = false
  /** Set when events are not written to the response. */
  eventStream: EventStream | undefined
  #controller: AbortController | undefined
  #cancelled: Error | undefined

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
    readonly requestId: string,
    readonly clientIp: string,
    readonly baseLog: Log,
  ) {}

  get log(): Log {
    return this.baseLog.child({ request: this.requestId })
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name]
    return Array.isArray(value) ? value[0] : value
  }

  /** Whether the client has this version already. Proxies that compress mark ETags as weak. */
  hasVersion(etag: string): boolean {
    const versions = this.header('if-none-match')?.split(',')
    return versions?.some((version) => version.trim().replace(/^W\//, '') === etag) ?? false
  }

  /** The error as the caller may see it. If that leaves out the details, the log has them. */
  errorFor(caller: Caller | undefined, error: AppError): AppError {
    const language = languageOf(this.header('accept-language'))
    const shown = toErrorFor(caller, error, { language, reference: this.requestId })
    if (shown !== error)
      this.log.warn({ code: error.code, status: error.details.providerStatus }, 'provider failed')
    return shown
  }

  /** Aborts when the client disconnects before the response is complete, or when the server must stop. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      // An answer may run many tools and provider calls at once.
      setMaxListeners(0, this.#controller.signal)
      if (this.#cancelled) this.#controller.abort(this.#cancelled)
    }
    return this.#controller.signal
  }

  cancel(reason: Error): void {
    this.#cancelled ??= reason
    this.#controller?.abort(this.#cancelled)
  }
}

/** Abort reason: the client disconnected, so no error can be sent. */
export class ClientGone extends Error {
  constructor() {
    super('the client closed the connection')
  }
}

/** Of sockets and streams whose other side is gone. */
const HANG_UPS: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
])

export const isHangUp = (error: unknown): boolean =>
  error instanceof Error && HANG_UPS.has(Reflect.get(error, 'code'))

/** Whether work failed only because its signal stopped it: the client has disconnected or withdrawn the request. */
export const isStopped = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted &&
  (error === signal.reason ||
    isHangUp(error) ||
    (error instanceof Error && (error.name === 'AbortError' || error.cause === signal.reason)))
