/** Stand in a text for the ends of pages: no XML can hold these characters. The author's, and those that Word found when it laid the text out. */
export const SET_BREAK = '\u0003'
export const FOUND_BREAK = '\u0004'
const BREAK = `[${SET_BREAK}${FOUND_BREAK}]`
const BREAKS = new RegExp(`(${BREAK})`)
const WITH_SPACE = new RegExp(` ?${BREAK}`, 'g')

export interface PagePiece {
  text: string
  page: number
}

/** Counts pages as Word has last laid them out. */
export class PageCounter {
  page = 1
  /** Without any, the document was never laid out, and the count means nothing. */
  hasFound = false
  /** Word notes the end of a page that an author set once more, where the next text begins. */
  #isNoted = true

  /** The parts of a text that stand on one page each. */
  take(text: string): PagePiece[] {
    const pieces: PagePiece[] = []
    for (const part of text.split(BREAKS)) {
      if (part === SET_BREAK) {
        this.page += 1
        this.#isNoted = false
      } else if (part === FOUND_BREAK) {
        this.hasFound = true
        if (this.#isNoted) this.page += 1
        this.#isNoted = true
      } else if (part.trim() !== '') {
        this.#isNoted = true
        pieces.push({ text: part.trim(), page: this.page })
      }
    }
    return pieces
  }

  /** The cells of a row stand side by side: what one of them goes over, the others need not go over again. */
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
