import { ZipError } from './zip-error.ts'

export interface ZipPart {
  method: number
  encrypted: boolean
  /** A symbolic link. */
  isLink: boolean
  expanded: number
  packed: number
  offset: number
}

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
const CENTRAL = 0x02014b50
const IN_64 = 0xffffffff
const UTF8_NAMES = 0x800
/** Of Unix file modes. */
const FILE_KIND = 0xf000
const LINK = 0xa000

/** The parts in the directory at the end of a zip, by name. */
export function readDirectory(bytes: Buffer, maxEntries: number): Map<string, ZipPart> {
  const { count, offset } = findDirectory(bytes)
  if (count > maxEntries) throw new ZipError('too_many_entries', { count })
  const parts = new Map<string, ZipPart>()
  let at = offset
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new RangeError('central directory is damaged')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    // Some programs write backslashes or a leading slash; parts are looked up by their normalized name.
    const name = nameOf(bytes.subarray(at + 46, nameEnd), (bytes.readUInt16LE(at + 8) & UTF8_NAMES) !== 0)
      .replaceAll('\\', '/')
      .replace(/^\//, '')
    parts.set(name, {
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      isLink: ((bytes.readUInt32LE(at + 38) >>> 16) & FILE_KIND) === LINK,
      method: bytes.readUInt16LE(at + 10),
      ...sizesOf(bytes, at, nameEnd, extraEnd),
    })
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return parts
}

/** Windows writes the names of its console, unless it says that they are UTF-8; others write UTF-8 without saying so. */
function nameOf(bytes: Buffer, isUtf8: boolean): string {
  const text = bytes.toString('utf8')
  if (isUtf8 || !text.includes('\uFFFD')) return text
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (character) => CODE_PAGE_850[character.charCodeAt(0) - 0x80] ?? character)
}

const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Sizes beyond 4 GB are in an extra field, in this order, and only those that need it. */
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
  return { expanded, packed, offset }
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
