import { toAppError } from '../../platform/http/error-bodies.ts'
import { type EventStream, openEventStream } from '../../platform/http/event-stream.ts'
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

const FLUSH_MS = 5
/**
 * How long to wait for the first event before sending the headers, so that an early failure is an HTTP status
 * that clients understand.
 */
const MAX_HEAD_WAIT_MS = 5000

export interface StreamOptions {
  names: WireNames
  includeUsage: boolean
  includeStatus: boolean
  headers?: Record<string, string>
  /** For clients that want to know immediately that the answer has begun, and read failures from the stream. */
  sendHeadAtOnce?: boolean | undefined
  /** Called with each event before it is written. */
  onEvent?(event: CompletionEvent): void
  /** Awaited before the last frame is written, so that clients that saw the end can rely on it. */
  beforeEnd?(complete: boolean): Promise<void>
}

export type StreamAnswer = (
  exchange: Exchange,
  events: AsyncIterable<CompletionEvent>,
  options: StreamOptions,
) => Promise<void>

/**
 * Writes a stream as Server-Sent Events. The headers are sent with the first event or after a
 * short wait. Errors before that are thrown and get their own status; later ones become an error
 * event and end the stream.
 */
export const createStreamAnswer =
  (heartbeatMs: number): StreamAnswer =>
  async (exchange, events, options) => {
    const stream = exchange.eventStream ?? openEventStream(exchange.outgoing, heartbeatMs)
    const waitMs = options.sendHeadAtOnce ? FLUSH_MS : Math.min(heartbeatMs, MAX_HEAD_WAIT_MS)
    const head = createHead(stream, options.headers, waitMs)
    const toAnyFrame = createAnyFrameWriter(options)
    let hasEnded = false
    try {
      for await (const event of events) {
        const frame = toAnyFrame(event)
        options.onEvent?.(event)
        if (frame === undefined || hasEnded) continue
        if (!stream.hasBegun && event.type === 'sources') {
          head.hold(String(frame))
          continue
        }
        if (event.type === 'end' && options.beforeEnd) await options.beforeEnd(true)
        head.send()
        if (event.type === 'end') {
          hasEnded = true
          stream.end(frame + DONE)
          continue
        }
        const backpressure = stream.write(frame)
        if (backpressure) await backpressure
      }
    } catch (error) {
      head.cancel()
      await options
        .beforeEnd?.(false)
        .catch((fault: unknown) => exchange.log.error({ err: fault }, 'failed to save the answer so far'))
      if (!stream.hasBegun && stream.isOpen) throw error
      endWithError(exchange, stream, error)
    } finally {
      head.cancel()
      if (stream.hasBegun) stream.end()
    }
  }

/** Sends the headers with the first event or after `waitMs`. Sources alone do not trigger them. */
function createHead(stream: EventStream, headers: Record<string, string> | undefined, waitMs: number) {
  let pending = ''
  const send = (): void => {
    clearTimeout(timer)
    stream.begin(headers)
    if (pending !== '') void stream.write(pending)
    pending = ''
  }
  const timer = setTimeout(() => {
    if (!stream.isOpen) return
    const isAlone = pending === ''
    send()
    if (isAlone) stream.flush()
  }, waitMs)
  return {
    send,
    hold(frame: string): void {
      pending += frame
    },
    cancel: (): void => clearTimeout(timer),
  }
}

/** Returns undefined for events that this client does not get. */
function createAnyFrameWriter({ names, includeUsage, includeStatus }: StreamOptions) {
  const toFrame = createFrameWriter(names, includeUsage)
  return (event: CompletionEvent): string | Buffer | undefined => {
    switch (event.type) {
      case 'sources':
        return toSourcesFrame(names, event.sources, event.grade)
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

function endWithError(exchange: Exchange, stream: EventStream, thrown: unknown): void {
  if (!stream.isOpen) return
  const error = toAppError(thrown)
  if (error.code === 'internal')
    exchange.log.error({ err: error.cause ?? error, route: exchange.route }, 'stream failed')
  else
    exchange.log.warn(
      { code: error.code, status: error.details.providerStatus, route: exchange.route },
      'stream ended with an error',
    )
  stream.end(toErrorFrame(error))
}
