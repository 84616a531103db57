import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

export interface ZipFile {
  path: string
  mode: number
  modifiedAt: Date
  read(): Promise<Buffer | undefined>
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
const DEFLATED = 8
/** Made on Unix, so that permissions count. */
const MADE_BY = (3 << 8) | VERSION
const MAX_FILES = 0xffff
const MAX_BYTES = 0xffff_ffff

const deflate = promisify(deflateRaw) as (bytes: Buffer) => Promise<Buffer>

/** A zip of these files, piece by piece; a file that is gone by the time is left out. Without zip64: up to 4 GB and 65,535 files. */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  let offset = 0
  for await (const file of files) {
    const bytes = await file.read()
    if (bytes === undefined) continue
    const packed = await deflate(bytes)
    const name = Buffer.from(file.path)
    const fields = fieldsOf(file, await checksumOf(bytes), bytes, packed, name)
    const local = Buffer.concat([uint32(LOCAL), uint16(VERSION), fields, uint16(0), name])
    central.push(
      Buffer.concat([
        uint32(CENTRAL),
        uint16(MADE_BY),
        uint16(VERSION),
        fields,
        // No extra field, no comment, one disk, no internal attributes.
        Buffer.alloc(8),
        uint32(((0o100000 | file.mode) << 16) >>> 0),
        uint32(offset),
        name,
      ]),
    )
    offset += local.length + packed.length
    if (central.length > MAX_FILES || offset > MAX_BYTES) throw new RangeError('too much for one zip')
    yield local
    yield packed
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

/** The part that both headers share, from the flags to the length of the name. */
function fieldsOf(file: ZipFile, checksum: number, bytes: Buffer, packed: Buffer, name: Buffer): Buffer {
  const { time, date } = toDosTime(file.modifiedAt)
  return Buffer.concat([
    uint16(FLAGS),
    uint16(DEFLATED),
    uint16(time),
    uint16(date),
    uint32(checksum),
    uint32(packed.length),
    uint32(bytes.length),
    uint16(name.length),
  ])
}

const PIECE = 8 * 1024 * 1024

/** In pieces, so that a large file does not keep other requests waiting. */
async function checksumOf(bytes: Buffer): Promise<number> {
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
