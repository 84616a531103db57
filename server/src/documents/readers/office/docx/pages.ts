/**
 * Mark the ends of pages in a text, since XML can't contain these characters: page breaks that the author set, and those that Word found
 * when it last laid out the text.
 */
export const SET_BREAK = '\u0003'
export const FOUND_BREAK = '\u0004'
const BREAK = `[${SET_BREAK}${FOUND_BREAK}]`
const BREAKS = new RegExp(`(${BREAK})`)
const WITH_SPACE = new RegExp(` ?${BREAK}`, 'g')

export interface PagePiece {
  text: string
  page: number
  /** The page ended in the middle of the paragraph, without a page break by the author. */
  continues: boolean
}

/** Counts pages as Word last laid them out, or by the author's page breaks if it never did. */
export class PageCounter {
  page = 1
  /** Without any page break, the count means nothing. */
  hasBreaks = false
  /** After a manual page break, Word also marks the page where the next text begins. */
  #isNoted = true

  /** Splits a text into its parts per page. */
  take(text: string): PagePiece[] {
    const pieces: PagePiece[] = []
    let continues = false
    for (const part of text.split(BREAKS)) {
      if (part === SET_BREAK) {
        this.hasBreaks = true
        continues = false
        this.page += 1
        this.#isNoted = false
      } else if (part === FOUND_BREAK) {
        this.hasBreaks = true
        if (this.#isNoted) {
          this.page += 1
          continues = pieces.length > 0
        }
        this.#isNoted = true
      } else if (part.trim() !== '') {
        this.#isNoted = true
        pieces.push({ text: part.trim(), page: this.page, continues })
        continues = false
      }
    }
    return pieces
  }

  /** The cells of a row are side by side, so a page break in one of them counts for all. */
  takeRow(cells: readonly string[]): { texts: string[]; page: number } {
    const start = this.page
    let [first, last] = [start, start]
    const texts = cells.map((cell) => {
      this.page = start
      const pieces = this.take(cell)
      first = Math.max(first, pieces[0]?.page ?? start)
      last = Math.max(last, this.page)
      return pieces.map(({ text }) => text).join(' ')
    })
    this.page = last
    return { texts, page: first }
  }
}

export const withoutBreaks = (text: string): string => text.replace(WITH_SPACE, '').trim()
