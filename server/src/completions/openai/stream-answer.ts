import type { ServerResponse } from 'node:http'
import { drained } from '../../platform/http/drained.ts'
import { toAppError } from '../../platform/http/error-bodies.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import {
  createFrameWriter,
  DONE,
  toApprovalFrame,
  toCitationsFrame,
  toErrorFrame,
  toFileEditFrame,
  toSourcesFrame,
  toStatusFrame,
  type WireNames,
} from './openai-wire.ts'

const HEARTBEAT = ': still here\n\n'
const FLUSH_MS = 5
/** How long the head waits for the first event, so that a failure before it is an HTTP status that clients understand. */
const MAX_HEAD_WAIT_MS = 5000

/** One timer looks after every open stream, instead of one timer each. */
class Heartbeats {
  readonly #open = new Map<ServerResponse, number>()
  #timer: NodeJS.Timeout | undefined
  readonly #silenceMs: number

  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
  }

  start(outgoing: ServerResponse): void {
    this.#open.set(outgoing, performance.now())
    this.#timer ??= setInterval(() => this.#beat(), Math.max(20, this.#silenceMs / 4)).unref()
  }

  wrote(outgoing: ServerResponse): void {
    this.#open.set(outgoing, performance.now())
  }

  stop(outgoing: ServerResponse): void {
    this.#open.delete(outgoing)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #beat(): void {
    const now = performance.now()
    for (const [outgoing, last] of this.#open) {
      if (now - last < this.#silenceMs) continue
      this.#open.set(outgoing, now)
      outgoing.write(HEARTBEAT)
    }
  }
}

export interface StreamOptions {
  names: WireNames
  includeUsage: boolean
  includeStatus: boolean
  headers?: Record<string, string>
  /** For a reader who wants to know at once that the answer has begun, and reads failures from the stream. */
  sendHeadAtOnce?: boolean | undefined
  /** Sees each event before it is written. */
  onEvent?(event: CompletionEvent): void
  /** Awaited before the last words are written: who has read the end may rely on what this did. */
  beforeEnd?(complete: boolean): Promise<void>
}

export type StreamAnswer = (
  exchange: Exchange,
  events: AsyncIterable<CompletionEvent>,
  options: StreamOptions,
) => Promise<void>

/**
 * Writes a stream as Server-Sent Events. The head is sent with the first event, or after a moment without any. What goes wrong before
 * that is thrown, and answered with its own status; what goes wrong after it becomes an error event and a closed stream.
 */
export function createStreamAnswer(heartbeatMs: number): StreamAnswer {
  const heartbeats = new Heartbeats(heartbeatMs)

  return async function streamAnswer(exchange, events, options) {
    const { outgoing } = exchange
    let hasHead = false
    /** Sources are not worth a head of their own: they wait for the first word. */
    let held = ''
    const writeHead = () => {
      if (hasHead) return
      hasHead = true
      outgoing.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
        ...options.headers,
      })
      heartbeats.start(outgoing)
    }
    const sendHead = () => {
      if (outgoing.destroyed) return
      writeHead()
      if (held !== '') outgoing.write(held)
      else outgoing.flushHeaders()
      held = ''
    }
    const waitMs = options.sendHeadAtOnce ? FLUSH_MS : Math.min(heartbeatMs, MAX_HEAD_WAIT_MS)
    const flush = setTimeout(sendHead, waitMs)
    const toAnyFrame = createAnyFrameWriter(options)
    try {
      for await (const event of events) {
        const frame = toAnyFrame(event)
        options.onEvent?.(event)
        if (frame === undefined || outgoing.writableEnded) continue
        if (!hasHead && event.type === 'sources') {
          held += String(frame)
          continue
        }
        if (event.type === 'end' && options.beforeEnd) await options.beforeEnd(true)
        if (!hasHead) {
          clearTimeout(flush)
          writeHead()
        }
        // All writes of one tick are sent together: fewer packets, and no event is split over two writes.
        if (outgoing.writableCorked === 0) {
          outgoing.cork()
          process.nextTick(uncork, outgoing)
        }
        if (held !== '') {
          outgoing.write(held)
          held = ''
        }
        if (event.type === 'end') outgoing.end(frame + DONE)
        else if (!outgoing.write(frame)) await drained(outgoing)
        heartbeats.wrote(outgoing)
      }
    } catch (error) {
      clearTimeout(flush)
      await options
        .beforeEnd?.(false)
        .catch((fault: unknown) => exchange.log.error({ err: fault }, 'the answer so far could not be saved'))
      if (!hasHead && !outgoing.destroyed) throw error
      endWithError(exchange, error)
    } finally {
      clearTimeout(flush)
      if (hasHead) {
        heartbeats.stop(outgoing)
        if (!outgoing.writableEnded) outgoing.end()
      }
    }
  }
}

/** Undefined for what this reader does not get. */
function createAnyFrameWriter({ names, includeUsage, includeStatus }: StreamOptions) {
  const toFrame = createFrameWriter(names, includeUsage)
  return (event: CompletionEvent): string | Buffer | undefined => {
    switch (event.type) {
      case 'sources':
        return toSourcesFrame(names, event.sources)
      case 'citations':
        return toCitationsFrame(names, event.citations)
      case 'status':
        return includeStatus ? toStatusFrame(names, event) : undefined
      case 'file_edit':
        return includeStatus ? toFileEditFrame(names, event) : undefined
      case 'approval':
        return toApprovalFrame(names, event)
      case 'tool-call':
      case 'tool-result':
        return undefined
      default:
        return toFrame(event)
    }
  }
}

function endWithError(exchange: Exchange, thrown: unknown): void {
  const { outgoing } = exchange
  if (outgoing.destroyed) return
  const error = toAppError(thrown)
  if (error.code === 'internal')
    exchange.log.error({ err: error.cause ?? error, route: exchange.route }, 'stream failed')
  else
    exchange.log.warn(
      { code: error.code, status: error.details.providerStatus, route: exchange.route },
      'stream ended with an error',
    )
  outgoing.end(toErrorFrame(error))
}

const uncork = (outgoing: ServerResponse): void => outgoing.uncork()
