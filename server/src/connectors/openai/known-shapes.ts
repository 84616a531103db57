import { LRUCache } from 'lru-cache'
import { growingTo } from '../../platform/growing-to.ts'
import type { FrameShape } from './frame-shape.ts'

/** One for the opening, the text and the end of a stream, and one to spare. */
const SHAPES_PER_MODEL = 4
/** A frame without its text is a few hundred bytes. */
const LONGEST_FRAME = 4096

/** The shapes of the frames that one model of one provider sends. */
export class ModelShapes {
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
export function shapesOf({ label, model = '' }: { label: string; model?: string | undefined }): ModelShapes {
  const key = `${label}\n${model}`
  let shapes = known.get(key)
  if (shapes === undefined) {
    shapes = new ModelShapes()
    known.set(key, shapes)
  }
  return shapes
}
