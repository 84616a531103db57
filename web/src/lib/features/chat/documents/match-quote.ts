/** Long enough to be almost unique on a page. */
const WINDOW = 28
const STEP = 7

/** Only letters and digits count: line breaks, hyphens and Markdown differ between a page and the extracted text. */
const LETTER = /[\p{L}\p{N}]/u
const bare = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()].filter((sign) => LETTER.test(sign)).join('')

/** The indexes of the page's text items that belong to the passage, which may continue on the next page. Pure. */
export function piecesOfQuote(pieces: readonly string[], quote: string): Set<number> {
  const quoteLetters = bare(quote)
  const owners: number[] = []
  let page = ''
  for (const [index, piece] of pieces.entries()) {
    const text = bare(piece)
    page += text
    for (let at = 0; at < text.length; at++) owners.push(index)
  }
  const positions = new Set<number>()
  const mark = (at: number, length: number) => {
    for (const owner of owners.slice(at, at + length)) positions.add(owner)
  }
  if (quoteLetters.length < 3) return positions
  const whole = page.indexOf(quoteLetters)
  if (whole >= 0) mark(whole, quoteLetters.length)
  else {
    const size = Math.min(WINDOW, quoteLetters.length)
    const last = quoteLetters.length - size
    let reached = 0
    for (let from = 0; from <= last; from = from === last ? last + 1 : Math.min(from + STEP, last)) {
      // Searches forward only: a page may contain the same text twice.
      const at = page.indexOf(quoteLetters.slice(from, from + size), reached)
      if (at < 0) continue
      mark(at, size)
      reached = at
    }
  }
  return positions
}
