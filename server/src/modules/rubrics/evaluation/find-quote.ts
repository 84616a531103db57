/** A text without spaces, and the position of each letter. */
export interface SearchableText {
  text: string
  letters: string
  places: readonly number[]
}

export interface FoundQuote {
  /** As it is written in the text. */
  quote: string
  start: number
  end: number
}

/** A letter with its combining marks: an accent may be one character or two. */
const LETTER = /\P{M}\p{M}*|\p{M}+/uy
const IS_SPACE = /^\s+$/u
/** Characters below this have no combining marks. Most texts contain nothing else, and this path is much faster. */
const FIRST_MARK = 0x300

export function toSearchable(text: string): SearchableText {
  let letters = ''
  const places: number[] = []
  for (let at = 0; at < text.length; ) {
    const isAlone = text.charCodeAt(at) < FIRST_MARK && text.charCodeAt(at + 1) < FIRST_MARK
    const letter = isAlone ? text.charAt(at) : letterAt(text, at)
    if (!IS_SPACE.test(letter)) {
      const composed = isAlone ? letter : letter.normalize('NFC')
      letters += composed
      for (let unit = 0; unit < composed.length; unit++) places.push(at)
    }
    at += letter.length
  }
  // The end of the last letter.
  places.push(text.trimEnd().length)
  return { text, letters, places }
}

function letterAt(text: string, at: number): string {
  LETTER.lastIndex = at
  return LETTER.exec(text)?.[0] ?? text.charAt(at)
}

/** Finds a quote in a text, ignoring spaces and line breaks. Undefined if it is not there. Pure. */
export function findQuote(searchable: SearchableText, quote: string): FoundQuote | undefined {
  return find(searchable, quote) ?? find(searchable, withoutQuotationMarks(quote))
}

function find({ text, letters, places }: SearchableText, quote: string): FoundQuote | undefined {
  const sought = toSearchable(quote).letters
  const at = sought === '' ? -1 : letters.indexOf(sought)
  const start = places[at]
  const next = places[at + sought.length]
  if (at < 0 || start === undefined || next === undefined) return undefined
  const passage = text.slice(start, next).trimEnd()
  return { quote: passage, start, end: start + passage.length }
}

/** Models add quotation marks even though the quote has its own field. */
const withoutQuotationMarks = (quote: string): string =>
  quote.trim().replace(/^["'“”«»‘’„`]+|["'“”«»‘’`]+$/g, '')
