import { say } from '@bellwether/wire'
import { type AppError, providerFailed } from '../../platform/errors.ts'
import { PendingBytes } from './pending-bytes.ts'

/** Complete events, each exactly `data: {…}\n\n`. */
export interface SseFrames {
  bytes: Buffer
  /** The same bytes as a latin1 string: one character per byte, so that indexes are valid for both. */
  text: string
}

const LF = 10
const SPACE = 32
const CLOSING_BRACE = 125
const PREFIX = 'data: {'
const BYTE_ORDER_MARK = '\xef\xbb\xbf'
const LINE_END = /[\r\n]/g

/**
 * Splits a stream of server-sent events into complete events whose data is a JSON object. Events that already
 * have the format we send are returned as one slice, without copying or parsing; others are converted. It
 * works on a latin1 view of the bytes, because string search and comparison are several times cheaper than
 * one Buffer call per event (measured; see the relay in openai/).
 */
export class SseSplitter {
  readonly #pending = new PendingBytes()
  #atStart = true
  #done = false
  #fault: AppError | undefined

  /** Whether `[DONE]` has arrived. Everything after it is ignored. */
  get done(): boolean {
    return this.#done
  }

  /**
   * Set if data that is not a JSON object has arrived: to be thrown after the events before it.
   * Everything after it is ignored.
   */
  get fault(): AppError | undefined {
    return this.#fault
  }

  /** Returns the events that `bytes` completes. */
  split(bytes: Buffer): SseFrames | undefined {
    if (this.#done || this.#fault) return undefined
    const buffer = this.#pending.take(bytes)
    return buffer && this.#cut(buffer)
  }

  /** The stream has ended: an event without its blank line counts, because many servers omit it. */
  end(): SseFrames | undefined {
    if (this.#done || this.#fault) return undefined
    const rest = this.#pending.takeAll()
    return rest.length === 0 ? undefined : this.#cut(Buffer.concat([rest, Buffer.from('\n\n')]))
  }

  #cut(buffer: Buffer): SseFrames | undefined {
    const text = buffer.toString('latin1')
    const plainLines = !text.includes('\r')
    const parts: SseFrames[] = []
    let runStart = 0
    let position = 0
    const closeRun = () => {
      if (position > runStart) parts.push(sliceFrames({ bytes: buffer, text }, runStart, position))
    }
    if (this.#atStart && text.startsWith(BYTE_ORDER_MARK)) runStart = position = BYTE_ORDER_MARK.length
    while (position < text.length) {
      const next = plainLines ? endOfPlainEvent(text, position) : 0
      if (next > 0) {
        position = next
        continue
      }
      const event = readEvent(text, position)
      if (!event) break
      closeRun()
      runStart = position = event.next
      if (event.data === '') continue
      if (event.data === '[DONE]') this.#done = true
      else if (isObjectText(event.data)) parts.push(toFrame(event.data))
      else this.#fault = providerFailed(say('providers.event_malformed'), { retryable: true })
      if (this.#done || this.#fault) break
    }
    closeRun()
    if (position > 0) this.#atStart = false
    if (!this.#done && !this.#fault) this.#pending.keep(buffer.subarray(position))
    return joinFrames(parts)
  }
}

/** Neither the bytes nor the text are copied. */
export const sliceFrames = ({ bytes, text }: SseFrames, start: number, end: number): SseFrames => ({
  bytes: bytes.subarray(start, end),
  text: text.slice(start, end),
})

export function joinFrames(parts: readonly SseFrames[]): SseFrames | undefined {
  if (parts.length < 2) return parts[0]
  return {
    bytes: Buffer.concat(parts.map((part) => part.bytes)),
    text: parts.map((part) => part.text).join(''),
  }
}

/** Returns the end of the event at `start` if it already has our format, otherwise 0. */
function endOfPlainEvent(text: string, start: number): number {
  const lineEnd = text.indexOf('\n', start)
  const plain =
    lineEnd > 0 &&
    text.charCodeAt(lineEnd + 1) === LF &&
    text.charCodeAt(lineEnd - 1) === CLOSING_BRACE &&
    text.startsWith(PREFIX, start)
  return plain ? lineEnd + 2 : 0
}

/**
 * Reads one event according to the standard; undefined if its blank line has not arrived yet. Fields other
 * than `data` are ignored.
 */
function readEvent(text: string, start: number): { data: string; next: number } | undefined {
  const data: string[] = []
  let position = start
  for (;;) {
    LINE_END.lastIndex = position
    const lineEnd = LINE_END.exec(text)?.index
    if (lineEnd === undefined) return undefined
    const next = lineEnd + (text.startsWith('\r\n', lineEnd) ? 2 : 1)
    // A newline within JSON is white space, so lines can be joined with a space.
    if (lineEnd === position) return { data: data.join(' ').trim(), next }
    if (text.startsWith('data:', position)) {
      data.push(text.slice(position + (text.charCodeAt(position + 5) === SPACE ? 6 : 5), lineEnd))
    }
    position = next
  }
}

const isObjectText = (data: string): boolean => data.startsWith('{') && data.endsWith('}')

function toFrame(data: string): SseFrames {
  const text = `data: ${data}\n\n`
  return { bytes: Buffer.from(text, 'latin1'), text }
}

/** The JSON texts of complete frames, for translators. */
export const payloadsOf = (frames: Buffer): string[] =>
  frames
    .toString('utf8')
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => frame.slice('data: '.length))
