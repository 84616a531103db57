import { createInflateRaw } from 'node:zlib'
import { readDirectory, type ZipPart } from './zip-directory.ts'
import { isZipError, ZipError } from './zip-error.ts'

// Node's own zlib decompresses in chunks, so that a zip bomb is noticed after a few kilobytes.

export interface ZipLimits {
  entries: number
  /** Limit for all decompressed data together. */
  expandedBytes: number
  /** Limit for one part. */
  partBytes: number
  /** Decompressed size divided by compressed size; checked only beyond `ratioFromBytes`. */
  ratio: number
  ratioFromBytes: number
  milliseconds: number
}

/** What the directory says about a part; its real size may be another. */
export interface ZipEntry {
  name: string
  expanded: number
  isEncrypted: boolean
  isLink: boolean
}

const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8

/** The parts of a zip, decompressed one at a time within the limits. */
export class ZipArchive {
  readonly #bytes: Buffer
  readonly #parts: Map<string, ZipPart>
  readonly #limits: ZipLimits
  readonly #deadline: number
  #expanded = 0
  #packed = 0

  private constructor(bytes: Buffer, parts: Map<string, ZipPart>, limits: ZipLimits) {
    this.#bytes = bytes
    this.#parts = parts
    this.#limits = limits
    this.#deadline = performance.now() + limits.milliseconds
  }

  static open(data: Uint8Array, limits: ZipLimits): ZipArchive {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    try {
      return new ZipArchive(bytes, readDirectory(bytes, limits.entries), limits)
    } catch (error) {
      throw isZipError(error) ? error : new ZipError('corrupt', error)
    }
  }

  has(name: string): boolean {
    return this.#parts.has(name)
  }

  entries(): ZipEntry[] {
    return Array.from(this.#parts, ([name, { encrypted, expanded, isLink }]) => ({
      name,
      expanded,
      isEncrypted: encrypted,
      isLink,
    }))
  }

  names(): string[] {
    return [...this.#parts.keys()]
  }

  /** In chunks; throws for a part that is missing, damaged or beyond the limits. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const part = this.#parts.get(name)
    if (!part) throw new ZipError('corrupt')
    if (part.encrypted) throw new ZipError('needs_password')
    const packed = this.#packedBytes(part)
    this.#packed += packed.length
    if (part.method === STORED) {
      this.#count(packed.length, packed.length)
      yield packed
      return
    }
    if (part.method !== DEFLATED) throw new ZipError('corrupt')
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
        throw new ZipError('corrupt', error)
      throw error
    } finally {
      inflate.destroy()
    }
  }

  #count(more: number, partSize: number): void {
    if (performance.now() > this.#deadline) throw new ZipError('took_too_long')
    this.#expanded += more
    const { partBytes, expandedBytes, ratio, ratioFromBytes } = this.#limits
    const bomb = this.#expanded > ratioFromBytes && this.#expanded > ratio * Math.max(this.#packed, 1)
    if (partSize > partBytes || this.#expanded > expandedBytes || bomb) throw new ZipError('expands_too_much')
  }

  #packedBytes(part: ZipPart): Buffer {
    const { offset, packed } = part
    if (offset + 30 > this.#bytes.length || this.#bytes.readUInt32LE(offset) !== LOCAL)
      throw new ZipError('corrupt')
    const start = offset + 30 + this.#bytes.readUInt16LE(offset + 26) + this.#bytes.readUInt16LE(offset + 28)
    if (start + packed > this.#bytes.length) throw new ZipError('corrupt')
    return this.#bytes.subarray(start, start + packed)
  }
}
