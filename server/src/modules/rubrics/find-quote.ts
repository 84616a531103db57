/** A text without its spaces, and for each letter where it stood. */
export interface SearchableText {
  text: string
  letters: string
  places: readonly number[]
}

export interface FoundQuote {
  /** As it stands in the text. */
  quote: string
  start: number
  end: number
}

/** A letter with the marks that belong to it: an accent may be written as one character or as two. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gu
const IS_SPACE = /^\s+$/u

export function toSearchable(text: string): SearchableText {
  const parts: string[] = []
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    if (IS_SPACE.test(letter)) continue
    const composed = letter.normalize('NFC')
    parts.push(composed)
    for (let unit = 0; unit < composed.length; unit++) places.push(index)
  }
  // Where the last letter ends.
  places.push(text.trimEnd().length)
  return { text, letters: parts.join(''), places }
}

/** Where a quote stands in a text, whatever its spaces and line breaks. Undefined when it does not. Pure. */
export function findQuote(searchable: SearchableText, quote: string): FoundQuote | undefined {
  return find(searchable, quote) ?? find(searchable, withoutQuotationMarks(quote))
}

function find({ text, letters, places }: SearchableText, quote: string): FoundQuote | undefined {
  const sought = toSearchable(quote).letters
  const at = sought === '' ? -1 : letters.indexOf(sought)
  const start = places[at]
  const next = places[at + sought.length]
  if (at < 0 || start === undefined || next === undefined) return undefined
  const found = text.slice(start, next).trimEnd()
  return { quote: found, start, end: start + found.length }
}

/** Models put quotes into quotation marks although they stand in a field of their own. */
const withoutQuotationMarks = (quote: string): string =>
  quote.trim().replace(/^["'“”«»‘’„`]+|["'“”«»‘’`]+$/g, '')
