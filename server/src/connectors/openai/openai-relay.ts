import { LRUCache } from 'lru-cache'
import { growingTo } from '../../platform/growing-to.ts'
import { isObject } from '../../platform/is-object.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { ModelEvent } from '../connector.ts'
import { type Json, objectsOf, parseObject } from '../upstream/json.ts'
import { cutOff, malformed, type Provider, reportedFailure } from '../upstream/provider-failure.ts'
import { joinFrames, payloadsOf, type SseFrames, SseSplitter, sliceFrames } from '../upstream/sse.ts'
import type { Translator } from '../upstream/upstream-events.ts'
import { FrameShape } from './frame-shape.ts'
import { endReasonOf, finishOf, usageOf } from './openai-events.ts'
import { UsualForm } from './usual-form.ts'

/** Top-level fields that our own wire format uses for tools and failures: a provider must not imitate them. */
const RESERVED = ['status', 'sources', 'citations', 'approval', 'file_edit', 'error', 'type'] as const

/**
 * Relays an OpenAI stream unchanged, unless its frames are not in the usual form: all frames of one socket read go on as
 * one buffer. Only frames of an unknown shape are parsed, usually only the one with the usage.
 */
export class OpenAiRelay implements Translator {
  readonly #provider: Provider
  readonly #splitter = new SseSplitter()
  readonly #shapes: ModelShapes
  readonly #usualForm = new UsualForm()
  #finish = ''
  /** The last frames that were passed on. */
  #relayed: SseFrames | undefined
  #usage: TokenUsage | undefined

  constructor(provider: Provider) {
    this.#provider = provider
    this.#shapes = shapesOf(provider)
  }

  push(bytes: Buffer, events: ModelEvent[]): void {
    this.#relay(this.#splitter.split(bytes), events)
    if (this.#splitter.done) this.#finishWith(events)
  }

  end(events: ModelEvent[]): void {
    this.#relay(this.#splitter.end(), events)
    this.#finishWith(events)
  }

  #relay(frames: SseFrames | undefined, events: ModelEvent[]): void {
    if (frames) this.#relayFrames(frames, events)
    if (this.#splitter.fault) throw this.#splitter.fault
  }

  #relayFrames({ bytes, text }: SseFrames, events: ModelEvent[]): void {
    const parts: SseFrames[] = []
    const addRun = (end: number) => {
      if (end > runStart) parts.push(sliceFrames({ bytes, text }, runStart, end))
    }
    let runStart = 0
    let position = 0
    try {
      while (position < text.length) {
        const next = text.indexOf('\n', position) + 2
        const shape = this.#shapes.find(text, position, next)
        if (shape === undefined) {
          const frame = this.#inspect(bytes, position, next)
          if (frame !== 'as it is') {
            addRun(position)
            if (frame) parts.push(frame)
            runStart = next
          }
        } else if (shape.finish !== '') this.#finish = shape.finish
        position = next
      }
    } finally {
      // Also if a frame reports an error: the frames before it are valid.
      addRun(position)
      const joined = joinFrames(parts)
      this.#relayed = joined ?? this.#relayed
      if (joined) events.push({ type: 'frames', ...joined })
    }
  }

  /** Returns what to relay: the frame itself, other bytes, or nothing. */
  #inspect(bytes: Buffer, start: number, end: number): 'as it is' | SseFrames | undefined {
    const chunk = parseObject(bytes.toString('utf8', start + 'data: '.length, end))
    if (!chunk) throw malformed(this.#provider)
    if (chunk.error) throw reportedFailure(this.#provider, chunk.error)
    const usage = usageOf(chunk)
    if (usage) this.#usage = usage
    const finish = finishOf(chunk)
    if (finish) this.#finish = finish
    if (objectsOf(chunk.choices).length === 0) return undefined
    const isChanged = this.#usualForm.apply(chunk)
    if (isChanged || RESERVED.some((field) => Object.hasOwn(chunk, field))) return withoutReserved(chunk)
    if (!usage) this.#learn(bytes, start, end, finish)
    return 'as it is'
  }

  #learn(bytes: Buffer, start: number, end: number, finish: string): void {
    const shape = FrameShape.learn(bytes, start, end, finish)
    if (shape) this.#shapes.add(shape, end - start)
  }

  #finishWith(events: ModelEvent[]): void {
    if (!this.#finish) {
      // Some servers only say that this was all; clients wait for a reason.
      const last = this.#splitter.done ? lastOf(this.#relayed) : undefined
      if (!last) throw cutOff(this.#provider)
      this.#finish = endsWithCall(last) ? 'tool_calls' : 'stop'
      const choices = [{ index: 0, delta: {}, finish_reason: this.#finish }]
      const { usage: _counted, ...head } = last
      events.push({ type: 'frames', ...withoutReserved({ ...head, choices }) })
    }
    const reason = endReasonOf(this.#finish)
    events.push(this.#usage ? { type: 'end', reason, usage: this.#usage } : { type: 'end', reason })
  }
}

function lastOf(frames: SseFrames | undefined): Json | undefined {
  const last = frames && payloadsOf(frames.bytes).at(-1)
  return last === undefined ? undefined : parseObject(last)
}

const endsWithCall = (chunk: Json): boolean =>
  objectsOf(chunk.choices).some(({ delta }) => isObject(delta) && objectsOf(delta.tool_calls).length > 0)

function withoutReserved(chunk: Json): SseFrames {
  const cleaned = { ...chunk }
  for (const field of RESERVED) delete cleaned[field]
  const bytes = Buffer.from(`data: ${JSON.stringify(cleaned)}\n\n`)
  return { bytes, text: bytes.toString('latin1') }
}

/** One for the opening, the text and the end of a stream, and one to spare. */
const SHAPES_PER_MODEL = 4
/** A frame without its text is a few hundred bytes. */
const LONGEST_FRAME = 4096

/** The shapes of the frames that one model of one provider sends. */
class ModelShapes {
  readonly #shapes: FrameShape[] = []
  /** The place of the shape that matched last. Most frames have the same shape as the one before. */
  #last = 0

  /** Returns the shape of the frame from `start` to `end`; undefined if it is unknown. */
  find(text: string, start: number, end: number): FrameShape | undefined {
    const last = this.#shapes[this.#last]
    if (last?.match(text, start) === end) return last
    for (let place = 0; place < this.#shapes.length; place++) {
      if (place === this.#last) continue
      const shape = this.#shapes[place]
      if (shape?.match(text, start) !== end) continue
      this.#last = place
      return shape
    }
    return undefined
  }

  /** The oldest one makes room. */
  add(shape: FrameShape, frameLength: number): void {
    if (frameLength > LONGEST_FRAME) return
    if (this.#shapes.length >= SHAPES_PER_MODEL) this.#shapes.shift()
    this.#last = this.#shapes.push(shape) - 1
  }
}

const known = new LRUCache<string, ModelShapes>(growingTo(500))

/**
 * Remembered for later streams: a shape says what a safe frame looks like, whichever stream it was learned from.
 * Providers differ in their fields, and each model's name is a fixed part.
 */
function shapesOf({ label, model = '' }: { label: string; model?: string | undefined }): ModelShapes {
  const key = `${label}\n${model}`
  let shapes = known.get(key)
  if (shapes === undefined) {
    shapes = new ModelShapes()
    known.set(key, shapes)
  }
  return shapes
}
