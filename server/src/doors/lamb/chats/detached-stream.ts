import { isAppError } from '../../../platform/errors.ts'
import type { EventStream } from '../../../platform/http/event-stream.ts'
import { Exchange } from '../../../platform/http/exchange.ts'

export interface DetachedListener {
  /** Once, before anything else: the answer begins. */
  begin(headers: Record<string, string>): void
  write(frame: string): void
  end(): void
}

/** Events that go to a listener instead of a connection, so that no client can end them by leaving. */
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
    // There is no connection: the listener has the head already.
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

  /** No error is written any more. */
  abandon(): void {
    this.#isAbandoned = true
  }
}

/** The same request, with events for the listener: it ends when it is cancelled, not when its client leaves. */
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
      // Stopped by the user, or no reader is left: not a failure that a reader should see.
      if (!isAppError(reason)) stream.abandon()
      detached.cancel(reason)
    },
  }
}
