import { deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  name: string | Buffer
  content: string | Buffer
  /** Bit 0 says that it is encrypted. */
  flags?: number
  /** Unix file mode. */
  mode?: number
  /** What the directory says about its size, if that is not true. */
  claimed?: number
}

/** Packed once, for archives of 50,000 empty files. */
const PACKED_NOTHING = deflateRawSync('')

/** Writes a zip exactly as described, even an invalid one. */
export function writeZip(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, flags = 0x800, mode = 0o100644, claimed } of files) {
    const title = Buffer.from(name)
    const plain = Buffer.from(content)
    const packed = plain.length === 0 ? PACKED_NOTHING : deflateRawSync(plain)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(plain.length, 22)
    local.writeUInt16LE(title.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(0x0314, 4)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(claimed ?? plain.length, 24)
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    parts.push(local, title, packed)
    directory.push(central, title)
    offset += local.length + title.length + packed.length
  }
  const end = Buffer.alloc(22)
  const centralDirectory = Buffer.concat(directory)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(centralDirectory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, centralDirectory, end])
}
