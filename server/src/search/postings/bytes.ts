const BLOCK_BYTES = 64 * 1024
/** Maximum bytes of a number. */
const MAX_BYTES = 5

/** Numbers from 0 to 2³²−1 with seven bits per byte, so that small ones take one byte. */
export class ByteWriter {
  /** Full blocks. Nothing is copied before `finish`, because the index of a book has many megabytes. */
  readonly #full: Uint8Array[] = []
  #fullBytes = 0
  #block = new Uint8Array(BLOCK_BYTES)
  #at = 0

  number(value: number): void {
    if (this.#at + MAX_BYTES > BLOCK_BYTES) this.#next()
    let rest = value
    while (rest > 0x7f) {
      this.#block[this.#at++] = (rest & 0x7f) | 0x80
      rest = Math.floor(rest / 128)
    }
    this.#block[this.#at++] = rest
  }

  get length(): number {
    return this.#fullBytes + this.#at
  }

  finish(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length)
    let to = 0
    for (const block of this.#full) {
      bytes.set(block, to)
      to += block.length
    }
    bytes.set(this.#block.subarray(0, this.#at), to)
    return bytes
  }

  /** The same, and begins again without a new block: a part has a hundred thousand lists of some bytes each. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.finish()
    this.#full.length = 0
    this.#fullBytes = 0
    this.#at = 0
    return bytes
  }

  #next(): void {
    this.#full.push(this.#block.subarray(0, this.#at))
    this.#fullBytes += this.#at
    this.#block = new Uint8Array(BLOCK_BYTES)
    this.#at = 0
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Number of bytes read. */
  get at(): number {
    return this.#at
  }

  number(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('the index is truncated')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }
}
