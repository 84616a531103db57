import { isAppError } from '../platform/errors.ts'
import type { EventStream } from '../platform/http/event-stream.ts'
import { Exchange } from '../platform/http/exchange.ts'

export interface DetachedListener {
  /** Called once, before anything else, when the answer begins. */
  begin(headers: Record<string, string>): void
  write(frame: string): void
  end(): void
}

/** Sends events to a listener instead of a connection, so that a client that disconnects can't end them. */
class DetachedStream implements EventStream {
  readonly #listener: DetachedListener
  #state: 'new' | 'begun' | 'ended' = 'new'
  #isAbandoned = false

  constructor(listener: DetachedListener) {
    this.#listener = listener
  }

  get hasBegun(): boolean {
    return this.#state !== 'new'
  }

  get isOpen(): boolean {
    return !this.#isAbandoned && this.#state !== 'ended'
  }

  begin(headers: Readonly<Record<string, string>> = {}): void {
    if (this.#state !== 'new') return
    this.#state = 'begun'
    this.#listener.begin({ ...headers })
  }

  flush(): void {
    // Nothing to do: there is no connection, and the listener already has the headers.
  }

  write(frame: string | Buffer): undefined {
    if (this.#state === 'begun') this.#listener.write(String(frame))
  }

  end(frame?: string): void {
    if (this.#state === 'ended') return
    if (frame !== undefined) this.#listener.write(frame)
    this.#state = 'ended'
    this.#listener.end()
  }

  /** Suppresses errors from now on. */
  abandon(): void {
    this.#isAbandoned = true
  }
}

/** The same request with events for the listener. It ends when it is cancelled, not when its client disconnects. */
export function detach(exchange: Exchange, listener: DetachedListener) {
  const stream = new DetachedStream(listener)
  const { incoming, outgoing, requestId, clientIp, baseLog } = exchange
  const detached = new Exchange(incoming, outgoing, requestId, clientIp, baseLog)
  detached.route = exchange.route
  detached.callerLabel = exchange.callerLabel
  detached.organizationId = exchange.organizationId
  detached.eventStream = stream
  return {
    detached,
    cancel(reason: Error): void {
      // Stopped by the person or because no client is left: not an error to show.
      if (!isAppError(reason)) stream.abandon()
      detached.cancel(reason)
    },
  }
}
