/** A range of a text, in UTF-16 units; the end is exclusive. */
export interface Span {
  start: number
  end: number
}

/**
 * A full stop, also of Arabic, Urdu or Hindi, or a Greek question mark, with closing characters, before white space; Chinese and Japanese have no space there. Bounded, so that
 * a page of dots is not slower than other text.
 */
const STOP =
  /(?<![.!?…؟۔।॥])[.!?…؟۔।॥]{1,6}["'”’»)\]*_]{0,4}(?=\s|$)|(?<=\p{Script=Greek})[;\u037e](?=\s|$)|[。！？]+[」』”’）]*/gu
/** The same marks at the end of a text. */
const STOPPED = /[.!?…؟۔।॥;\u037e。！？]["'”’»)\]*_」』）\s]*$/u
const LOWER_CASE = /\p{Ll}/u
const LAST_WORD = /[^\s("'“‘«[*_]{1,15}$/u
const INITIAL = /^\p{Lu}$/u
const SHORT_NUMBER = /^\d{1,3}$/
const HAS_WORD = /[\p{L}\p{N}]/u
const CJK_STOP = /^[。！？]/

/** Abbreviations whose dot ends no sentence, even before a capital letter. */
const ABBREVIATIONS = new Set(
  (
    'dr dra drs mr mrs ms prof profa st sr sra srta sres sir jr vs cf al fig figs eq eqs no nos nr p pp pag pags pàg pág págs vol vols ed eds ' +
    'ch sec art arts cap num núm tel ca approx aprox dept univ inc ltd co gen col rev hon gov mt ph ej ex adib or orr zk ud uds vd vds d dña'
  ).split(' '),
)

/**
 * The sentences of a paragraph. Line breaks count as spaces, so the text must be split into paragraphs first. Pure.
 */
export function toSentences(text: string, { start, end }: Span = { start: 0, end: text.length }): Span[] {
  const sentences: Span[] = []
  const part = text.slice(start, end)
  let from = 0
  for (const match of part.matchAll(STOP)) {
    const to = match.index + match[0].length
    if (!isEnd(part, from, match.index, match[0], to)) continue
    pushTrimmed(sentences, text, start + from, start + to)
    from = to
  }
  pushTrimmed(sentences, text, start + from, end)
  return sentences
}

/** Whether this is a sentence up to its full stop, not only its beginning. Pure. */
export const endsSentence = (sentence: string): boolean => STOPPED.test(sentence.slice(-20))

function isEnd(text: string, from: number, at: number, stop: string, to: number): boolean {
  if (CJK_STOP.test(stop)) return true
  // In many languages a lower-case letter after a dot does not start a sentence: "e.g. plants", "1898. urtean",
  // "“Stop!” he said".
  if (LOWER_CASE.test(text.charAt(nextVisible(text, to)))) return false
  if (!stop.startsWith('.') || stop.startsWith('..')) return true
  const word = LAST_WORD.exec(text.slice(Math.max(from, at - 16), at))?.[0] ?? ''
  if (SHORT_NUMBER.test(word)) return text.slice(from, at).trim() !== word
  return !INITIAL.test(word) && !/\p{L}\.\p{L}/u.test(word) && !ABBREVIATIONS.has(word.toLowerCase())
}

function nextVisible(text: string, from: number): number {
  let at = from
  while (at < text.length && isSpace(text.charCodeAt(at))) at++
  return at
}

function pushTrimmed(spans: Span[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  if (end === start) return
  const last = spans.at(-1)
  // A remainder without a word belongs to the sentence before.
  if (last && !HAS_WORD.test(text.slice(start, end))) last.end = end
  else spans.push({ start, end })
}

/**
 * The white space found in texts: the usual characters, the no-break space, the ideographic space and the byte order
 * mark.
 */
const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0xfeff
