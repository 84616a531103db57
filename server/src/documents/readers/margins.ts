import { type Message, PAGE_NUMBERS, REPEATED_LINES, say } from '@bellwether/wire'

/** A number alone, or with the word for page: `3`, `- 3 -`, `iv`, `Page 3 of 12`, `pàg. 3/12`. */
export const PAGE_NUMBER =
  /^[\s\-–—·|[(]*(?:(?:page|pages|pág|pag|pàg|página|pagina|pàgina|orrialdea|orr|or|seite|p|pg|pp)\.?\s*)?(\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|de|von|sur|di)\s*\d{1,4})?(?:\.?\s*(?:orrialdea|orr))?[\s\-–—·|\])]*$/iu

/** What was left out of the margins of a document. */
export interface LeftOut {
  /** The texts that repeat, with how often they were left out. */
  leftOut: readonly { text: string; times: number }[]
  /** How many page numbers were left out. */
  pageNumbers: number
}

const MAX_LISTED = 50

/** Nothing is left out silently: the file's page lists it, and offers to keep it. */
export function leftOutNotes({ leftOut, pageNumbers }: LeftOut): Message[] {
  const lines = leftOut.slice(0, MAX_LISTED).map(({ text, times }) => `“${text}” (${times})`)
  const list = lines.join(', ') + (leftOut.length > MAX_LISTED ? ', …' : '')
  return [
    ...(lines.length > 0 ? [say(REPEATED_LINES, { lines: list })] : []),
    ...(pageNumbers > 0 ? [say(PAGE_NUMBERS, { count: pageNumbers })] : []),
  ]
}

/**
 * The headers and footers of a format that marks them as such: each text counts once, page numbers not at all, unless
 * all of them are kept.
 */
export class Margins {
  readonly #keepsAll: boolean
  readonly #again = new Map<string, number>()
  #pageNumbers = 0

  constructor(keepsAll = false) {
    this.#keepsAll = keepsAll
  }

  /** Whether this text is part of the document. */
  keeps(text: string, { isPageNumber = false } = {}): boolean {
    if (text === '') return false
    if (this.#keepsAll) return true
    if (isPageNumber) {
      this.#pageNumbers++
      return false
    }
    const before = this.#again.get(text)
    this.#again.set(text, before === undefined ? 0 : before + 1)
    return before === undefined
  }

  get leftOut(): LeftOut['leftOut'] {
    return Array.from(this.#again, ([text, times]) => ({ text, times })).filter(({ times }) => times > 0)
  }

  get pageNumbers(): number {
    return this.#pageNumbers
  }

  get notes(): Message[] {
    return leftOutNotes(this)
  }
}

export const together = (one: LeftOut, other: LeftOut): LeftOut => ({
  leftOut: [...one.leftOut, ...other.leftOut],
  pageNumbers: one.pageNumbers + other.pageNumbers,
})
