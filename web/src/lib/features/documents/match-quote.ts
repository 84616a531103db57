/** Long enough that two places of a page seldom share it. */
const WINDOW = 28
const STEP = 7

/** Only letters and digits count: line ends, hyphens and Markdown differ between a page and what was read from it. */
const LETTER = /[\p{L}\p{N}]/u
const bare = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()].filter((sign) => LETTER.test(sign)).join('')

/** Which of a page's pieces of text belong to the passage, by their numbers. A passage may go on over the page's end. Pure. */
export function piecesOfQuote(pieces: readonly string[], quote: string): Set<number> {
  const wanted = bare(quote)
  const owners: number[] = []
  let page = ''
  for (const [index, piece] of pieces.entries()) {
    const text = bare(piece)
    page += text
    for (let at = 0; at < text.length; at++) owners.push(index)
  }
  const found = new Set<number>()
  const mark = (at: number, length: number) => {
    for (const owner of owners.slice(at, at + length)) found.add(owner)
  }
  if (wanted.length < 3) return found
  const whole = page.indexOf(wanted)
  if (whole >= 0) mark(whole, wanted.length)
  else {
    const size = Math.min(WINDOW, wanted.length)
    const last = wanted.length - size
    let reached = 0
    for (let from = 0; from <= last; from = from === last ? last + 1 : Math.min(from + STEP, last)) {
      // Only onwards: a page may say the same twice.
      const at = page.indexOf(wanted.slice(from, from + size), reached)
      if (at < 0) continue
      mark(at, size)
      reached = at
    }
  }
  return found
}
