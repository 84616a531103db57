const BACKSLASH = 92
/** The strings that differ between frames. The rest of a frame of the same kind is identical, byte for byte. */
const VARIABLE_STRING = /"(?:content|arguments|reasoning|reasoning_content|obfuscation)"\s*:\s*"/g

/**
 * The fixed parts of one kind of frame, learned from a frame that was parsed and found safe. A frame that
 * differs only inside the variable strings has the same keys and values, so it need not be parsed: comparing
 * costs a tenth of parsing, and no list of reserved words has to be searched.
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
    for (const variable of frame.matchAll(VARIABLE_STRING)) {
      const open = variable.index + variable[0].length
      // Copied from the bytes: a slice of the frame's string would keep the whole string alive.
      parts.push(bytes.toString('latin1', start + from, start + open))
      from = endOfString(frame, open)
      if (from < 0) return undefined
    }
    if (parts.length === 0) return undefined
    parts.push(bytes.toString('latin1', start + from, end))
    return new FrameShape(parts)
  }

  /** Returns the end of the frame at `position` if it has this shape, otherwise -1. */
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

/** Returns the index of the quote that closes the JSON string starting at `from`; -1 if there is none. */
export function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote - 1
    while (text.charCodeAt(escapes) === BACKSLASH) escapes--
    if ((quote - 1 - escapes) % 2 === 0) return quote
  }
  return -1
}
