const BACKSLASH = 92
/** The strings that differ from frame to frame. All else in a frame of the same kind repeats byte by byte. */
const HOLE = /"(?:content|arguments|reasoning|reasoning_content|obfuscation)"\s*:\s*"/g

/**
 * What one kind of frame looks like around its changing strings, learnt from a frame that has been parsed and found
 * harmless. A frame that differs from it only inside those strings has the same keys and values, so it need not be parsed:
 * comparing costs a tenth of parsing, and no list of dangerous words has to be searched for.
 */
export class FrameShape {
  readonly #parts: readonly string[]

  private constructor(parts: readonly string[]) {
    this.#parts = parts
  }

  /** `bytes` from `start` to `end` is one frame with its `data: ` and blank line. */
  static learn(bytes: Buffer, start: number, end: number): FrameShape | undefined {
    const frame = bytes.toString('latin1', start, end)
    const parts: string[] = []
    let from = 0
    for (const hole of frame.matchAll(HOLE)) {
      const open = hole.index + hole[0].length
      // Cut from the bytes, not from the frame's string: a slice of a string keeps the whole of it alive.
      parts.push(bytes.toString('latin1', start + from, start + open))
      from = endOfString(frame, open)
      if (from < 0) return undefined
    }
    if (parts.length === 0) return undefined
    parts.push(bytes.toString('latin1', start + from, end))
    return new FrameShape(parts)
  }

  /** Where the frame at `position` ends if it has this shape, else -1. */
  match(text: string, position: number): number {
    let at = position
    let first = true
    for (const part of this.#parts) {
      if (!first) at = endOfString(text, at)
      if (at < 0 || text.slice(at, at + part.length) !== part) return -1
      at += part.length
      first = false
    }
    return at
  }
}

/** The index of the quote that closes the JSON string whose first character is at `from`; -1 when there is none. */
export function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote - 1
    while (text.charCodeAt(escapes) === BACKSLASH) escapes--
    if ((quote - 1 - escapes) % 2 === 0) return quote
  }
  return -1
}
