import type { PdfPage, TextItem } from '../open-pdf.ts'
import { drawnGlyphs } from './drawn-glyphs.ts'

const ENDS = /\p{Script=Hangul}$/u
const SOFT_HYPHEN = '\u00ad'

/** How many letters before a line end tell where it is among the glyphs, and how far ahead to search. */
const LETTERS = 12
const REACH = 2000

/** Line ends without any space after which the check stops, because it also decodes the images of a page. */
const MAX_WITHOUT = 200
/** Some programs draw no spaces at line ends, except by mistake. */
const MIN_SHARE = 0.1

/**
 * Korean has spaces between words, but its lines may end within a word. pdf.js drops spaces at line ends; the drawing
 * commands tell where there is none. A soft hyphen marks such a line.
 */
export class HangulLines {
  #spaced = 0
  #closed = 0

  async marked(page: Pick<PdfPage, 'getOperatorList'>, items: readonly TextItem[]): Promise<TextItem[]> {
    const ends = lineEnds(items)
    if (ends.length === 0 || (this.#spaced === 0 && this.#closed > MAX_WITHOUT)) return [...items]
    const { letters, isAfterSpace } = await drawnLetters(page)
    const closed = new Set<TextItem>()
    let from = 0
    for (const { item, last } of ends) {
      const at = letters.slice(from, from + REACH).indexOf(last)
      if (at < 0) continue
      from += at + last.length
      if (isAfterSpace.has(from)) this.#spaced++
      else closed.add(item)
    }
    this.#closed += closed.size
    if (this.#spaced < MIN_SHARE * (this.#spaced + this.#closed)) return [...items]
    return items.map((item) => (closed.has(item) ? { ...item, str: `${item.str}${SOFT_HYPHEN}` } : item))
  }
}

interface LineEnd {
  item: TextItem
  /** The letters before it. */
  last: string
}

function lineEnds(items: readonly TextItem[]): LineEnd[] {
  const ends: LineEnd[] = []
  let item: TextItem | undefined
  let last = ''
  for (const next of items) {
    if (next.str?.trim()) {
      item = next
      last = (last + withoutSpaces(next.str)).slice(-LETTERS)
    }
    if (!next.hasEOL) continue
    if (item && ENDS.test(last)) ends.push({ item, last })
    item = undefined
  }
  return ends
}

const withoutSpaces = (text: string): string => text.replace(/\s/g, '')

/** The letters of a page, in drawing order, and which of them come after a space. */
async function drawnLetters(page: Pick<PdfPage, 'getOperatorList'>) {
  const isAfterSpace = new Set<number>()
  let letters = ''
  for (const glyph of await drawnGlyphs(page)) {
    letters += withoutSpaces(glyph)
    if (/\s$/.test(glyph)) isAfterSpace.add(letters.length)
  }
  return { letters, isAfterSpace }
}
