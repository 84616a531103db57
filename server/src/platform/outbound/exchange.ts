import type { Dispatcher } from 'undici'
import type { OutboundControl, OutboundHandler } from './outbound.ts'
import { type CallTarget, toOutboundError } from './outbound-errors.ts'

/**
 * One call in progress, between undici and the caller's handler. Guarantees that the handler gets the end exactly
 * once, whichever comes first (the upstream, a timeout, the caller, the signal).
 */
export class Exchange implements Dispatcher.DispatchHandler, OutboundControl {
  readonly #handler: OutboundHandler
  readonly #signal: AbortSignal
  readonly #target: CallTarget
  #controller: Dispatcher.DispatchController | undefined
  #endedWith: Error | undefined
  #settled = false
  #started = false

  constructor(handler: OutboundHandler, signal: AbortSignal, target: CallTarget) {
    this.#handler = handler
    this.#signal = signal
    this.#target = target
  }

  start(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): this {
    if (this.#signal.aborted) {
      this.abort(reasonOf(this.#signal))
    } else {
      this.#signal.addEventListener('abort', this)
      dispatcher.dispatch(options, this)
    }
    this.#started = true
    return this
  }

  /** Listener of the signal: an object with this method needs no closure per call. */
  handleEvent(): void {
    this.abort(reasonOf(this.#signal))
  }

  resume(): void {
    if (!this.#settled) this.#controller?.resume()
  }

  abort(reason: Error): void {
    if (this.#settled) return
    this.#fail(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // The caller cancelled while the socket was still being opened.
    if (this.#endedWith) controller.abort(this.#endedWith)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status >= 200 && !this.#settled) this.#handler.onHead({ status, headers })
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    if (!this.#settled && this.#handler.onData(bytes) === false) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#settled) return
    this.#settle()
    this.#handler.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (!this.#settled) this.#fail(toOutboundError(error, this.#target))
  }

  #fail(error: Error): void {
    this.#endedWith = error
    this.#settle()
    // Within start() the caller does not have the control object yet, so the handler must not be called.
    if (this.#started) this.#handler.onError(error)
    else queueMicrotask(() => this.#handler.onError(error))
  }

  #settle(): void {
    this.#settled = true
    this.#signal.removeEventListener('abort', this)
  }
}

function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new Error('The call was cancelled', { cause: reason })
}
