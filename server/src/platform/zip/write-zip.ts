import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib'

export interface ZipFile {
  path: string
  mode: number
  modifiedAt: Date
  /** In one piece if it is small. */
  read(): Promise<Buffer | AsyncIterable<Uint8Array> | undefined>
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const DESCRIPTOR = 0x08074b50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
/** Sizes and checksum follow the content. */
const SIZES_FOLLOW = 0x0008
const DEFLATED = 8
/** Made on Unix, so that permissions count. */
const MADE_BY = (3 << 8) | VERSION
const MAX_FILES = 0xffff
const MAX_BYTES = 0xffff_ffff

const deflate = promisify(deflateRaw) as (bytes: Uint8Array) => Promise<Buffer>

/** A zip of these files, piece by piece; a file that was deleted by then is left out. Without zip64: up to 4 GB and 65,535 files. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  let offset = 0
  for await (const file of files) {
    const content = await file.read()
    if (content === undefined) continue
    const name = Buffer.from(file.path)
    const start = offset
    let fields: Buffer
    if (content instanceof Uint8Array) {
      const packed = await deflate(content)
      const sizes = { checksum: await checksumOf(content), packed: packed.length, size: content.length }
      fields = fieldsOf(file, FLAGS, sizes, name)
      const local = toLocal(fields, name)
      offset += local.length + packed.length
      yield local
      yield packed
    } else {
      const sizes = { checksum: 0, packed: 0, size: 0 }
      const flags = FLAGS | SIZES_FOLLOW
      const local = toLocal(fieldsOf(file, flags, sizes, name), name)
      yield local
      yield* packPieces(content, sizes)
      fields = fieldsOf(file, flags, sizes, name)
      const descriptor = Buffer.concat([uint32(DESCRIPTOR), sizesOf(sizes)])
      offset += local.length + sizes.packed + descriptor.length
      yield descriptor
    }
    central.push(
      Buffer.concat([
        uint32(CENTRAL),
        uint16(MADE_BY),
        uint16(VERSION),
        fields,
        // No extra field, no comment, one disk, no internal attributes.
        Buffer.alloc(8),
        uint32(((0o100000 | file.mode) << 16) >>> 0),
        uint32(start),
        name,
      ]),
    )
    if (central.length > MAX_FILES || offset > MAX_BYTES) throw new RangeError('too much for one zip')
  }
  const directory = Buffer.concat(central)
  const count = uint16(central.length)
  yield directory
  yield Buffer.concat([
    uint32(END),
    uint32(0),
    count,
    count,
    uint32(directory.length),
    uint32(offset),
    uint16(0),
  ])
}

interface Sizes {
  checksum: number
  packed: number
  size: number
}

/** Packs as it is read, and adds up the sizes. */
async function* packPieces(content: AsyncIterable<Uint8Array>, sizes: Sizes): AsyncGenerator<Buffer> {
  const packing = createDeflateRaw()
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      sizes.checksum = crc32(piece, sizes.checksum)
      sizes.size += piece.length
      yield piece
    }
  }
  // An error reaches the loop below, too, because it destroys the stream.
  pipeline(counted(), packing).catch(() => undefined)
  for await (const piece of packing as AsyncIterable<Buffer>) {
    sizes.packed += piece.length
    yield piece
  }
}

const toLocal = (fields: Buffer, name: Buffer): Buffer =>
  Buffer.concat([uint32(LOCAL), uint16(VERSION), fields, uint16(0), name])

const sizesOf = ({ checksum, packed, size }: Sizes): Buffer =>
  Buffer.concat([uint32(checksum), uint32(packed), uint32(size)])

/** The part that both headers share, from the flags to the length of the name. */
function fieldsOf(file: ZipFile, flags: number, sizes: Sizes, name: Buffer): Buffer {
  const { time, date } = toDosTime(file.modifiedAt)
  return Buffer.concat([
    uint16(flags),
    uint16(DEFLATED),
    uint16(time),
    uint16(date),
    sizesOf(sizes),
    uint16(name.length),
  ])
}

const PIECE = 8 * 1024 * 1024

/** In pieces, so that a large file does not keep other requests waiting. */
async function checksumOf(bytes: Uint8Array): Promise<number> {
  let checksum = 0
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await turn()
    checksum = crc32(bytes.subarray(at, at + PIECE), checksum)
  }
  return checksum
}

function toDosTime(at: Date): { time: number; date: number } {
  const year = Math.min(2107, Math.max(1980, at.getUTCFullYear()))
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}
