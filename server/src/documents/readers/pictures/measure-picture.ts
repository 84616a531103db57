export interface Measured {
  contentType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  width: number
  height: number
}

/** Type and size of an image, from its first bytes; undefined for types that vision models don't accept. Pure. */
export function measurePicture(bytes: Uint8Array): Measured | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return measurePng(file) ?? measureJpeg(file) ?? measureGif(file) ?? measureWebp(file)
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function measurePng(file: Buffer): Measured | undefined {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
  return { contentType: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/** The size is in the header of the first frame, after any number of other segments. */
function measureJpeg(file: Buffer): Measured | undefined {
  if (file.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (file[at] === 0xff) {
    const marker = file.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return {
        contentType: 'image/jpeg',
        width: file.readUInt16BE(at + 7),
        height: file.readUInt16BE(at + 5),
      }
    at += marker === 0xff ? 1 : 2 + file.readUInt16BE(at + 2)
  }
  return undefined
}

function measureGif(file: Buffer): Measured | undefined {
  if (!/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return undefined
  return { contentType: 'image/gif', width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
}

function measureWebp(file: Buffer): Measured | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const contentType = 'image/webp'
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        contentType,
        width: file.readUInt16LE(26) & 0x3fff,
        height: file.readUInt16LE(28) & 0x3fff,
      }
    case 'VP8L': {
      const bits = file.readUInt32LE(21)
      return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { contentType, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
    default:
      return undefined
  }
}
