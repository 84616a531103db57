const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const ZERO = 48
const NINE = 57
/**
 * What differs between frames: the texts, and per stream its id and time. The rest of a frame of the same kind is
 * identical, byte for byte.
 */
const VARIABLE =
  /"(?:content|arguments|reasoning|reasoning_content|obfuscation|id)"\s*:\s*"|"created"\s*:\s*(?=[1-9])/g

/**
 * The fixed parts of one kind of frame, learned from a frame that was parsed and found safe. A frame that
 * differs only inside the variable values has the same keys and values, so it need not be parsed: comparing
 * costs a tenth of parsing, and no list of reserved words has to be searched.
 */
export class FrameShape {
  /** The finish_reason of such a frame; '' if it has none. */
  readonly finish: string
  /** Between two parts is a variable value: the rest of a string, or a number if the part does not end with a quote. */
  readonly #parts: readonly string[]

  private constructor(parts: readonly string[], finish: string) {
    this.#parts = parts
    this.finish = finish
  }

  /** `bytes` from `start` to `end` is one frame with its `data: ` and blank line. */
  static learn(bytes: Buffer, start: number, end: number, finish = ''): FrameShape | undefined {
    const frame = bytes.toString('latin1', start, end)
    const parts: string[] = []
    let from = 0
    for (const variable of frame.matchAll(VARIABLE)) {
      const open = variable.index + variable[0].length
      // Copied from the bytes: a slice of the frame's string would keep the whole string alive.
      parts.push(bytes.toString('latin1', start + from, start + open))
      from = endOfValue(frame, open, variable[0])
      if (from < 0) return undefined
    }
    if (parts.length === 0) return undefined
    parts.push(bytes.toString('latin1', start + from, end))
    return new FrameShape(parts, finish)
  }

  /** Returns the end of the frame at `position` if it has this shape, otherwise -1. */
  match(text: string, position: number): number {
    let at = position
    let before = ''
    for (const part of this.#parts) {
      if (before !== '') at = endOfValue(text, at, before)
      if (at < 0 || text.slice(at, at + part.length) !== part) return -1
      at += part.length
      before = part
    }
    return at
  }
}

/** `before`: the fixed part that precedes the value. */
const endOfValue = (text: string, from: number, before: string): number =>
  before.endsWith('"') ? endOfValidString(text, from) : endOfInteger(text, from)

/** After a backslash. */
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

/**
 * Returns the index of the quote that closes the JSON string starting at `from`; -1 if there is none, or if the string
 * is not valid JSON: clients could not parse the frame. Parsing reports it as an error.
 */
function endOfValidString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code < SPACE) return -1
    if (code !== BACKSLASH) continue
    ESCAPE.lastIndex = at + 1
    if (!ESCAPE.test(text)) return -1
    at = ESCAPE.lastIndex - 1
  }
  return -1
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

/** Returns the index after a positive integer; -1 if there is none. What follows it is compared with the shape. */
function endOfInteger(text: string, from: number): number {
  let at = from
  // JSON has no leading zeros.
  if (text.charCodeAt(at) === ZERO) return -1
  while (text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at++
  return at === from ? -1 : at
}
