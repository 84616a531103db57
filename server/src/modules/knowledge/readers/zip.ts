import { createInflateRaw } from 'node:zlib'
import type { Budget } from './limits.ts'
import { corrupt, expandsTooMuch, needsPassword, UnreadableDocument } from './unreadable-document.ts'

// Node's own zlib unpacks piece by piece, so that a bomb is noticed after a few kilobytes and not in memory.

interface Part {
  method: number
  encrypted: boolean
  packed: number
  offset: number
}

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8
const IN_64 = 0xffffffff

/** The parts of a zip-based document, unpacked one at a time within the limits. */
export class Archive {
  readonly #bytes: Buffer
  readonly #parts: Map<string, Part>
  readonly #budget: Budget
  readonly #what: string
  #expanded = 0
  #packed = 0

  private constructor(bytes: Buffer, parts: Map<string, Part>, budget: Budget, what: string) {
    this.#bytes = bytes
    this.#parts = parts
    this.#budget = budget
    this.#what = what
  }

  /** `what` names the file in messages: "Word file". */
  static open(data: Uint8Array, budget: Budget, what: string): Archive {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    try {
      return new Archive(bytes, readDirectory(bytes, budget.limits.zipEntries), budget, what)
    } catch (error) {
      if (error instanceof UnreadableDocument) throw error
      throw corrupt(what, error)
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name)
  }

  names(): string[] {
    return [...this.#parts.keys()]
  }

  /** Piece by piece; a part that is not there, is damaged or grows beyond the limits throws. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const part = this.#parts.get(name)
    if (!part) throw corrupt(this.#what)
    if (part.encrypted) throw needsPassword(this.#what)
    const packed = this.#packedBytes(part)
    this.#packed += packed.length
    if (part.method === STORED) {
      this.#count(packed.length, packed.length)
      yield packed
      return
    }
    if (part.method !== DEFLATED) throw corrupt(this.#what)
    yield* this.#inflate(packed)
  }

  async *#inflate(packed: Buffer): AsyncGenerator<Uint8Array> {
    const inflate = createInflateRaw({ chunkSize: 64 * 1024 })
    inflate.end(packed)
    let size = 0
    try {
      for await (const piece of inflate) {
        size += piece.length
        this.#count(piece.length, size)
        yield piece
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
        throw corrupt(this.#what, error)
      throw error
    } finally {
      inflate.destroy()
    }
  }

  #count(more: number, partSize: number): void {
    this.#budget.checkTime()
    this.#expanded += more
    const { partBytes, expandedBytes, ratio, ratioFromBytes } = this.#budget.limits
    const bomb = this.#expanded > ratioFromBytes && this.#expanded > ratio * Math.max(this.#packed, 1)
    if (partSize > partBytes || this.#expanded > expandedBytes || bomb) throw expandsTooMuch()
  }

  #packedBytes(part: Part): Buffer {
    const { offset, packed } = part
    if (offset + 30 > this.#bytes.length || this.#bytes.readUInt32LE(offset) !== LOCAL)
      throw corrupt(this.#what)
    const start = offset + 30 + this.#bytes.readUInt16LE(offset + 26) + this.#bytes.readUInt16LE(offset + 28)
    if (start + packed > this.#bytes.length) throw corrupt(this.#what)
    return this.#bytes.subarray(start, start + packed)
  }
}

function readDirectory(bytes: Buffer, most: number): Map<string, Part> {
  const { count, offset } = findDirectory(bytes)
  if (count > most) throw expandsTooMuch()
  const parts = new Map<string, Part>()
  let at = offset
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new RangeError('central directory is damaged')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    // Some programs write backslashes or a leading slash; the parts are looked up by their plain name.
    const name = bytes
      .toString('utf8', at + 46, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\//, '')
    parts.set(name, {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      method: bytes.readUInt16LE(at + 10),
      ...sizesOf(bytes, at, nameEnd, extraEnd),
    })
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return parts
}

/** Sizes beyond 4 GB stand in an extra field, in this order, only those that don't fit. */
function sizesOf(bytes: Buffer, at: number, extraStart: number, extraEnd: number) {
  const expanded = bytes.readUInt32LE(at + 24)
  let packed = bytes.readUInt32LE(at + 20)
  let offset = bytes.readUInt32LE(at + 42)
  for (let field = extraStart; field + 4 <= extraEnd; field += 4 + bytes.readUInt16LE(field + 2)) {
    if (bytes.readUInt16LE(field) !== 1) continue
    let value = field + 4 + (expanded === IN_64 ? 8 : 0)
    if (packed === IN_64) {
      packed = Number(bytes.readBigUInt64LE(value))
      value += 8
    }
    if (offset === IN_64) offset = Number(bytes.readBigUInt64LE(value))
  }
  return { packed, offset }
}

function findDirectory(bytes: Buffer): { count: number; offset: number } {
  const lowest = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) !== END) continue
    const locator = at - 20
    if (locator >= 0 && bytes.readUInt32LE(locator) === END_64_LOCATOR) {
      const end = Number(bytes.readBigUInt64LE(locator + 8))
      if (bytes.readUInt32LE(end) !== END_64) throw new RangeError('zip64 directory is damaged')
      return {
        count: Number(bytes.readBigUInt64LE(end + 32)),
        offset: Number(bytes.readBigUInt64LE(end + 48)),
      }
    }
    return { count: bytes.readUInt16LE(at + 10), offset: bytes.readUInt32LE(at + 16) }
  }
  throw new RangeError('no zip directory')
}
