import type { SplitSettings } from './split-settings.ts'

/** A range of the text without leading or trailing white space. */
export interface Unit {
  start: number
  end: number
}

/**
 * The smallest units: paragraphs that fit, lines and sentences of those that don't, and words of very long sentences.
 */
export function toUnits(
  text: string,
  within: { start: number; end: number },
  { size, most }: Pick<SplitSettings, 'size' | 'most'>,
): Unit[] {
  return divide(text, within, /\n[^\S\n]*\n/g).flatMap((paragraph) => {
    if (paragraph.end - paragraph.start <= size) return [paragraph]
    return divide(text, paragraph, /\n/g).flatMap((line) => {
      if (line.end - line.start <= size) return [line]
      return divide(text, line, SENTENCE_END).flatMap((sentence) =>
        sentence.end - sentence.start <= most ? [sentence] : byLength(text, sentence, size),
      )
    })
  })
}

/**
 * After sentence punctuation and closing quotes or brackets, before white space; also after Chinese and Japanese full
 * stops.
 */
const SENTENCE_END = /(?<=[.!?…]["'”’»)\]]?)\s+|(?<=[。！？])/g

/**
 * Where the next sentence starts, if the text before `within` ends in the middle of one. A sentence that is too long
 * to keep whole is cut at the end of the page.
 */
export function afterSentence(text: string, { start, end }: Unit, most: number): number {
  if (/[.!?…。！？]["'”’»)\]]?\s*$/.test(text.slice(Math.max(0, start - 10), start))) return start
  const [match] = text.slice(start, Math.min(end, start + most)).matchAll(SENTENCE_END)
  if (match) return start + match.index + match[0].length
  return end - start <= most ? end : start
}

function divide(text: string, { start, end }: Unit, between: RegExp): Unit[] {
  const units: Unit[] = []
  const part = text.slice(start, end)
  let from = 0
  for (const match of part.matchAll(between)) {
    pushTrimmed(units, text, start + from, start + match.index)
    from = match.index + match[0].length
  }
  pushTrimmed(units, text, start + from, end)
  return units
}

function pushTrimmed(units: Unit[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && isSpace(text, start)) start++
  while (end > start && isSpace(text, end - 1)) end--
  if (end > start) units.push({ start, end })
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at))

/** At a space in the second half if there is one, and never inside a surrogate pair. */
function byLength(text: string, { start, end }: Unit, size: number): Unit[] {
  const units: Unit[] = []
  let from = start
  while (end - from > size) {
    // Searches only this half: a text without spaces would be scanned completely each time.
    const half = from + Math.floor(size / 2)
    const space = text.slice(half, from + size + 1).lastIndexOf(' ')
    let to = space > 0 ? half + space : from + size
    if (isLowSurrogate(text.charCodeAt(to))) to--
    pushTrimmed(units, text, from, to)
    from = to
  }
  pushTrimmed(units, text, from, end)
  return units
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
