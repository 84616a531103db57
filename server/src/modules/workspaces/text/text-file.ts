import { say } from '@bellwether/wire'
import { FileRefusal } from '../file-refusal.ts'

/** A text as lines with their line endings: joined, they are the file, byte for byte. */
export interface TextFile {
  /** The byte order mark, when the file begins with one. It belongs to no line. */
  bom: string
  texts: string[]
  /** `ends[i]` ends line i; only the last one may be empty. */
  ends: string[]
  /** The most common line ending, used for new lines. */
  eol: string
}

const TEXT_LIMITS = { bytes: 10 * 1024 * 1024, lines: 1_000_000 } as const

const BOM = '\uFEFF'
/** Other programs check no more either when they decide whether a file is text. */
const LOOKED_AT = 8192

/** Refuses anything but UTF-8 text, which writing back would damage. */
export function readText(bytes: Buffer): TextFile {
  if (bytes.length > TEXT_LIMITS.bytes)
    throw new FileRefusal(
      'too_large',
      say('workspace_files.file_too_large', { size: bytes.length, limit: TEXT_LIMITS.bytes }),
    )
  if (bytes.subarray(0, LOOKED_AT).includes(0)) throw new FileRefusal('binary', say('workspace_files.binary'))
  const text = decode(bytes)
  const bom = text.startsWith(BOM) ? BOM : ''
  const lines = splitLines(text.slice(bom.length))
  if (lines.texts.length > TEXT_LIMITS.lines)
    throw new FileRefusal('too_large', say('workspace_files.too_many_lines', { limit: TEXT_LIMITS.lines }))
  return { bom, ...lines, eol: commonEnd(lines.ends) }
}

/** Pure. The reverse of `readText`. */
export function writeText({ bom, texts, ends }: Pick<TextFile, 'bom' | 'texts' | 'ends'>): Buffer {
  let content = bom
  for (const [index, text] of texts.entries()) content += text + (ends[index] ?? '')
  return Buffer.from(content, 'utf8')
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FileRefusal('not_utf8', say('workspace_files.not_utf8'))
  }
}

/**
 * Lines end with LF or CRLF, and with CR alone only in a file that has no LF at all. Form feeds, U+0085 and U+2028 are ordinary
 * characters, as in every editor. Pure.
 */
export function splitLines(text: string): { texts: string[]; ends: string[] } {
  const texts: string[] = []
  const ends: string[] = []
  const end = text.includes('\n') ? '\n' : '\r'
  let start = 0
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, start)) {
    const isPair = end === '\n' && at > start && text[at - 1] === '\r'
    texts.push(text.slice(start, isPair ? at - 1 : at))
    ends.push(isPair ? '\r\n' : end)
    start = at + 1
  }
  if (start < text.length) {
    texts.push(text.slice(start))
    ends.push('')
  }
  return { texts, ends }
}

function commonEnd(ends: readonly string[]): string {
  let [pairs, singles, returns] = [0, 0, 0]
  for (const end of ends) {
    if (end === '\r\n') pairs++
    else if (end === '\n') singles++
    else if (end === '\r') returns++
  }
  if (returns > 0) return '\r'
  return pairs > singles ? '\r\n' : '\n'
}

/** Checks new text for a file: a lone surrogate would be replaced, and a NUL would make the file binary. */
export function requireWritable(text: string, part: string): void {
  if (/\p{Surrogate}/u.test(text))
    throw new FileRefusal('bad_content', say('workspace_files.lone_surrogate', { part }))
  if (text.includes('\0'))
    throw new FileRefusal('bad_content', say('workspace_files.nul_character', { part }))
}

/** As the model reads it: number, tab, line. Pure. */
export function numberLines(texts: readonly string[], from: number, to: number): string {
  const lines: string[] = []
  for (let line = from; line <= to; line++) lines.push(`${line}\t${texts[line - 1] ?? ''}`)
  return lines.join('\n')
}
