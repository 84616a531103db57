import { AppError } from '../../platform/errors.ts'
import type {
  OutboundClient,
  OutboundControl,
  OutboundHandler,
  OutboundHead,
  OutboundRequest,
} from '../../platform/outbound/outbound.ts'
import type { ModelEvent } from '../connector.ts'
import { type EventProducer, EventQueue } from './event-queue.ts'
import { brokenOff, endless, onTheWay, type Provider, statusFailure, webPage } from './provider-failure.ts'

/** Turns a provider's bytes into events. May throw AppError; what it put into `events` before is still delivered. */
export interface Translator {
  push(bytes: Buffer, events: ModelEvent[]): void
  /** The upstream is over: gives the `end` event, or throws. Not called when `push` has given it. */
  end(events: ModelEvent[]): void
}

type Request = Omit<OutboundRequest, 'signal'>

export interface UpstreamCall {
  client: OutboundClient
  request: Request
  signal: AbortSignal
  /** How long the first byte may take; the client's own limit when absent. */
  firstByteMs?: number | undefined
  provider: Provider
  translator(head: OutboundHead): Translator
  /** Another request to make instead of failing with this status, once. */
  retry?(status: number, body: string): Request | undefined
}

/** Beyond this the upstream is paused until the reader has caught up. */
const PAUSE_BYTES = 256 * 1024
const MAX_ERROR_BYTES = 64 * 1024
/** Several times the longest answer that any model gives, with all its wrapping. One that never ends must not fill our memory. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024
/** How long an upstream may take to close after it has said its last word; then its socket is closed for it. */
const LINGER_MS = 1000

/** `prepare` runs at the first `next()`: an iterable that is never read causes no call. */
export function streamUpstream(prepare: () => UpstreamCall): AsyncIterable<ModelEvent> {
  return { [Symbol.asyncIterator]: () => new UpstreamEvents(prepare).queue }
}

/** Stands between a socket and the reader of events: all pieces that one socket read brings are merged and translated together. */
class UpstreamEvents implements EventProducer, OutboundHandler {
  readonly queue = new EventQueue(this)
  readonly #prepare: () => UpstreamCall
  /** Without its request: a prompt may be long, and is of no use to anybody once it is sent. */
  #call: Omit<UpstreamCall, 'request'> | undefined
  #control: OutboundControl | undefined
  #translator: Translator | undefined
  #refusal: OutboundHead | undefined
  #retried = false
  #reads: Buffer[] = []
  #readBytes = 0
  #answerBytes = 0
  #paused = false
  #flushPlanned = false
  #upstreamOver = false
  #linger: NodeJS.Timeout | undefined

  constructor(prepare: () => UpstreamCall) {
    this.#prepare = prepare
  }

  pull(): void {
    if (!this.#call) {
      this.#guard(() => this.#open())
      return
    }
    this.#flush()
    if (this.#paused) {
      this.#paused = false
      this.#control?.resume()
    }
  }

  leave(): void {
    this.#control?.abort(new Error('The reader left'))
  }

  onHead(head: OutboundHead): void {
    const call = this.#call
    if (!call) return
    if (head.status < 200 || head.status > 299) {
      this.#refusal = head
      return
    }
    this.#guard(() => {
      if (String(head.headers['content-type']).startsWith('text/html')) {
        throw webPage(call.provider)
      }
      this.#translator = call.translator(head)
    })
  }

  onData(bytes: Buffer): boolean {
    if (this.queue.closed) return true
    this.#reads.push(bytes)
    this.#readBytes += bytes.length
    if (this.#refusal) {
      if (this.#readBytes > MAX_ERROR_BYTES) this.#refuse(this.#refusal)
      return true
    }
    this.#answerBytes += bytes.length
    if (this.#answerBytes > MAX_ANSWER_BYTES) {
      this.#guard(() => {
        throw endless(this.#provider)
      })
      return true
    }
    // Chunked answers come as many pieces per socket read; a microtask runs after the last of them.
    if (!this.#flushPlanned && this.queue.waiting) {
      this.#flushPlanned = true
      queueMicrotask(this.#flush)
    }
    this.#paused = this.#readBytes > PAUSE_BYTES
    return !this.#paused
  }

  onEnd(): void {
    this.#upstreamOver = true
    clearTimeout(this.#linger)
    if (this.#refusal) {
      this.#refuse(this.#refusal)
      return
    }
    this.#guard(() => {
      this.#translate()
      if (this.queue.closed) return
      if (!this.#translator) throw brokenOff(this.#provider)
      this.#translator.end(this.queue.events)
      this.queue.close()
    })
  }

  onError(error: Error): void {
    this.#upstreamOver = true
    clearTimeout(this.#linger)
    if (this.#call?.signal.aborted) {
      this.queue.drop()
      this.queue.fail(this.#call.signal.reason)
    } else {
      // What had already come is still delivered.
      this.#guard(() => {
        if (!this.#refusal) this.#translate()
        throw onTheWay(error)
      })
    }
  }

  get #provider(): Provider {
    return this.#call?.provider ?? { label: 'The provider', secrets: [] }
  }

  #open(): void {
    const { request, ...call } = this.#prepare()
    this.#call = call
    if (call.signal.aborted) throw call.signal.reason
    this.#start(call, request)
  }

  #start(call: Omit<UpstreamCall, 'request'>, request: Request): void {
    this.#upstreamOver = false
    const { signal, firstByteMs } = call
    const limit = firstByteMs === undefined ? {} : { headersTimeoutMs: firstByteMs }
    this.#control = call.client.start({ ...request, ...limit, signal }, this)
  }

  readonly #flush = (): void => {
    this.#flushPlanned = false
    this.#guard(() => this.#translate())
    this.queue.deliver()
  }

  #translate(): void {
    const translator = this.#translator
    const [first] = this.#reads
    if (!translator || !first || this.queue.closed) return
    const bytes = this.#reads.length === 1 ? first : join(this.#reads, this.#readBytes)
    this.#reads = []
    this.#readBytes = 0
    const { events } = this.queue
    translator.push(bytes, events)
    if (events.at(-1)?.type === 'end') this.#finish()
  }

  /** The answer is complete though the connection may still be open; normally it ends by itself and can be used again. */
  #finish(): void {
    this.queue.close()
    if (this.#upstreamOver) return
    this.#linger = setTimeout(() => this.#control?.abort(new Error('The answer is complete')), LINGER_MS)
    this.#linger.unref()
  }

  #refuse(head: OutboundHead): void {
    const body = join(this.#reads, this.#readBytes).toString('utf8')
    this.#reads = []
    this.#readBytes = 0
    this.#refusal = undefined
    this.#guard(() => {
      const call = this.#call
      const another = this.#upstreamOver && !this.#retried ? call?.retry?.(head.status, body) : undefined
      if (!call || !another) throw statusFailure(this.#provider, head, body)
      this.#retried = true
      this.#start(call, another)
    })
  }

  #guard(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.queue.fail(error)
      this.#control?.abort(error instanceof AppError ? error : new Error('The answer was given up'))
    }
  }
}

/** Buffer.concat checks every piece; this is a third cheaper for the hundred small ones of a burst. */
function join(pieces: readonly Buffer[], size: number): Buffer {
  const whole = Buffer.allocUnsafe(size)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
