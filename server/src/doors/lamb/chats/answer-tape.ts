import { type IncomingMessage, ServerResponse } from 'node:http'
import { isAppError } from '../../../platform/errors.ts'
import { Exchange } from '../../../platform/http/exchange.ts'

export interface TapeListener {
  /** Once, before anything else: the answer begins. */
  begin(headers: Record<string, string>): void
  write(frame: string): void
  end(): void
}

/** Stands where a response would: what is written goes to the listener, and nobody can hang up on it. */
class AnswerTape extends ServerResponse {
  readonly #listener: TapeListener

  constructor(incoming: IncomingMessage, listener: TapeListener) {
    super(incoming)
    this.#listener = listener
  }

  override writeHead(status: number, headers?: unknown): this {
    this.statusCode = status
    const given = (typeof headers === 'object' ? headers : {}) as Record<string, string>
    this.#listener.begin({ ...(this.getHeaders() as Record<string, string>), ...given })
    return this
  }

  override write(frame: unknown): boolean {
    const text = String(frame)
    // Each reader has a heartbeat of its own.
    if (!text.startsWith(':')) this.#listener.write(text)
    return true
  }

  override end(frame?: unknown): this {
    // The base class says by this whether it has ended.
    this.finished = true
    if (typeof frame === 'string') this.#listener.write(frame)
    this.#listener.end()
    return this
  }

  // There is no connection whose packets would matter.
  override cork = (): void => undefined
  override uncork = (): void => undefined
  override flushHeaders = (): void => undefined
}

/** The same request, answered onto a tape: it ends when it is cancelled, not when its client leaves. */
export function onTape(exchange: Exchange, listener: TapeListener) {
  const tape = new AnswerTape(exchange.incoming, listener)
  const { incoming, requestId, clientIp, baseLog } = exchange
  const taped = new Exchange(incoming, tape, requestId, clientIp, baseLog)
  taped.route = exchange.route
  taped.callerLabel = exchange.callerLabel
  taped.organizationId = exchange.organizationId
  return {
    taped,
    cancel(reason: Error): void {
      // What a person wanted or nobody waits for is no failure: then nobody is told of one.
      if (!isAppError(reason)) tape.destroyed = true
      taped.cancel(reason)
    },
  }
}
