import { say } from '@bellwether/wire'
import { unsupported } from '../unreadable-document.ts'
import { guessEncoding } from './guess-encoding.ts'
import { decodeWindows1252 } from './windows-1252.ts'

/**
 * UTF-8, UTF-16 with or without a byte order mark, an older encoding of another script if the text is clearly in it, or
 * Windows-1252 (which includes the letters of Latin-1). `label` is the declared encoding.
 */
export function decodeText(bytes: Uint8Array, label?: string): string {
  const marked = encodingByMark(bytes)
  if (marked) return clean(new TextDecoder(marked).decode(bytes))
  const wide = encodingByZeros(bytes) ?? (looksLikeText(bytes) ? undefined : encodingByScript(bytes))
  if (wide) return clean(new TextDecoder(wide).decode(bytes))
  if (!looksLikeText(bytes)) throw notText()
  // Japanese mail's encoding uses ASCII bytes only and so would pass for UTF-8.
  if (label !== undefined && /^iso-2022/i.test(label)) return clean(tryDecode(bytes, label) ?? '')
  const utf8 = tryDecode(bytes, 'utf-8')
  if (utf8 !== undefined) return clean(utf8.includes('\x1b$') ? (guessed(bytes) ?? utf8) : utf8)
  const declared = label === undefined ? undefined : tryDecode(bytes, label)
  return clean(mostlyUtf8(bytes) ?? declared ?? guessed(bytes) ?? decodeWindows1252(bytes))
}

function guessed(bytes: Uint8Array): string | undefined {
  const encoding = guessEncoding(bytes)
  // Not strict: the rest of a long text may have a broken byte.
  return encoding === undefined ? undefined : new TextDecoder(encoding).decode(bytes)
}

/** UTF-8 with a few broken bytes, or cut in the middle of a character: any other encoding would garble all accents. */
function mostlyUtf8(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(bytes)
  let right = 0
  let broken = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) broken += 1
    else if (code > 0x7f) right += 1
  }
  return right >= 5 * broken ? text : undefined
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

const SAMPLE = 64 * 1024

/**
 * UTF-16 without a mark. Spaces and line ends have a zero byte in every script, on the side that tells the order; a binary file
 * has zeros on both sides.
 */
function encodingByZeros(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length, SAMPLE) & ~1
  const zeros = { even: 0, odd: 0 }
  const spaces = { le: 0, be: 0 }
  for (let at = 0; at < length; at += 2) {
    const first = bytes[at]
    const second = bytes[at + 1]
    if (first === 0) zeros.even += 1
    if (second === 0) zeros.odd += 1
    if (second === 0 && (first === 0x20 || first === 0x0a)) spaces.le += 1
    if (first === 0 && (second === 0x20 || second === 0x0a)) spaces.be += 1
  }
  const pairs = length / 2
  if (pairs < 2) return undefined
  const isWide = (on: number, off: number, spaceCount: number) =>
    off * 5 <= on && (on >= pairs * 0.4 || spaceCount * 30 >= pairs)
  if (zeros.odd > 0 && isWide(zeros.odd, zeros.even, spaces.le)) return plausible(bytes, 'utf-16le')
  if (zeros.even > 0 && isWide(zeros.even, zeros.odd, spaces.be)) return plausible(bytes, 'utf-16be')
  return undefined
}

/** A table of small numbers looks like UTF-16 too; its "letters" are control characters or halves of pairs. */
function plausible(bytes: Uint8Array, encoding: string): string | undefined {
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE & ~1))
  let odd = 0
  for (const character of sample) {
    const code = character.codePointAt(0) ?? 0
    if (isControl(code) || code === 0xfffd) odd += 1
  }
  return odd * 50 <= sample.length ? encoding : undefined
}

const isControl = (code: number) =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x0c && code !== 0x1b) ||
  code === 0x7f

/** Old word processors leave a stray control character or two; a file full of them is not text. */
function looksLikeText(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE)
  let odd = 0
  let zeros = 0
  for (let at = 0; at < length; at += 1) {
    const code = bytes[at] ?? 0
    if (code === 0) zeros += 1
    else if (isControl(code)) odd += 1
  }
  return zeros * 500 <= length && odd * 50 <= length
}

const notText = () => unsupported(say('documents.unsupported_type'))

const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef\s]/gu

/** UTF-16 without a mark in scripts without spaces: it has hardly any zero bytes. Bytes that mean nothing never give only such letters. */
function encodingByScript(bytes: Uint8Array): string | undefined {
  return ['utf-16le', 'utf-16be'].find((encoding) => {
    const sample = new TextDecoder(encoding).decode(bytes.subarray(0, 4096 & ~1))
    return sample.length >= 8 && (sample.match(EAST_ASIAN)?.length ?? 0) >= 0.9 * sample.length
  })
}

function tryDecode(bytes: Uint8Array, encoding: string): string | undefined {
  if (WESTERN.test(encoding)) return decodeWindows1252(bytes)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Not this encoding, or an unknown one: the caller tries others.
    return undefined
  }
}

/** The names that the web takes for Windows-1252. */
const WESTERN = /^(?:windows-1252|cp1252|x-cp1252|iso-?8859-?1|iso_8859-1|latin-?1|l1|us-ascii|ascii)$/i
/** Normalizes line endings and removes the byte order mark. */
const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(/^\uFEFF/, '')
