/** Numbers from 0 to 2³²−1, seven bits to a byte, the small ones in one byte. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  #length = 0

  number(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow()
    let left = value
    while (left > 0x7f) {
      this.#bytes[this.#length++] = (left & 0x7f) | 0x80
      left = Math.floor(left / 128)
    }
    this.#bytes[this.#length++] = left
  }

  get length(): number {
    return this.#length
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** How many bytes were read. */
  get at(): number {
    return this.#at
  }

  number(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('the index ends too early')
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
  }
}
