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
import {
  asProviderFailure,
  cutOff,
  endless,
  type Provider,
  statusFailure,
  webPage,
} from './provider-failure.ts'

/** Converts a provider's bytes to events. May throw AppError; events added before are still delivered. */
export interface Translator {
  push(bytes: Buffer, events: ModelEvent[]): void
  /** Called at the end of the upstream: adds the `end` event or throws. Not called if `push` has added it. */
  end(events: ModelEvent[]): void
}

type Request = Omit<OutboundRequest, 'signal'>

export interface UpstreamCall {
  client: OutboundClient
  request: Request
  signal: AbortSignal
  /** Time limit for the first byte; defaults to the client's own limit. */
  firstByteMs?: number | undefined
  provider: Provider
  translator(head: OutboundHead): Translator
  /** Returns another request to make, once, instead of failing with this status. */
  retry?: ((status: number, body: string) => Request | undefined) | undefined
}

type OpenCall = Omit<UpstreamCall, 'request'>

/** Above this, the upstream is paused until the consumer has caught up. */
const PAUSE_BYTES = 256 * 1024
const MAX_ERROR_BYTES = 64 * 1024
/**
 * Several times the longest answer of any model, including its wrapping. An endless answer
 * must not fill the memory.
 */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024
/** How long an upstream may take to close after its last event. Then the socket is closed. */
const LINGER_MS = 1000

/** `prepare` runs at the first `next()`: an iterable that is never read makes no call. */
export function streamUpstream(prepare: () => UpstreamCall): AsyncIterable<ModelEvent> {
  return { [Symbol.asyncIterator]: () => new UpstreamEvents(prepare).queue }
}

/** Connects a socket to the consumer of events: all chunks of one socket read are merged and translated together. */
class UpstreamEvents implements EventProducer, OutboundHandler {
  readonly queue = new EventQueue(this)
  readonly #prepare: () => UpstreamCall
  /** Does not keep the request: a prompt may be long and is not needed after it was sent. */
  #call: OpenCall | undefined
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
    this.#control?.abort(new Error('The consumer stopped'))
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
    // Chunked responses arrive as many chunks per socket read; a microtask runs after the last of them.
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
      if (!this.#translator) throw cutOff(this.#provider)
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
      // Events that have already arrived are still delivered.
      this.#guard(() => {
        if (!this.#refusal) this.#translate()
        throw asProviderFailure(error)
      })
    }
  }

  get #provider(): Provider {
    return this.#call?.provider ?? { label: 'The provider', secrets: [] }
  }

  #open(): void {
    const { client, request, signal, firstByteMs, provider, translator, retry } = this.#prepare()
    const call = { client, signal, firstByteMs, provider, translator, retry }
    this.#call = call
    if (signal.aborted) throw signal.reason
    this.#start(call, request)
  }

  #start({ client, signal, firstByteMs }: OpenCall, request: Request): void {
    this.#upstreamOver = false
    const limited = firstByteMs === undefined ? request : { ...request, headersTimeoutMs: firstByteMs }
    this.#control = client.start({ ...limited, signal }, this)
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

  /** The answer is complete, though the connection may still be open. Usually it ends on its own and can be reused. */
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
      const secondRequest =
        this.#upstreamOver && !this.#retried ? call?.retry?.(head.status, body) : undefined
      if (!call || !secondRequest) throw statusFailure(this.#provider, head, body)
      this.#retried = true
      this.#start(call, secondRequest)
    })
  }

  #guard(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.queue.fail(error)
      this.#control?.abort(error instanceof AppError ? error : new Error('The answer was aborted'))
    }
  }
}

/** Buffer.concat checks every chunk; this is a third cheaper for the hundred small ones of a burst. */
function join(pieces: readonly Buffer[], size: number): Buffer {
  const joined = Buffer.allocUnsafe(size)
  let offset = 0
  for (const piece of pieces) {
    joined.set(piece, offset)
    offset += piece.length
  }
  return joined
}
