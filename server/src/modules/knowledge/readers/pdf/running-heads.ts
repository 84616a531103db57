import type { Line } from './lines.ts'

/** A page: its regions in reading order, each a list of lines. */
export type PageLines = Line[][]

export interface WithoutHeads {
  pages: PageLines[]
  /** The removed texts, with the number of pages. */
  leftOut: { text: string; pages: number }[]
  /** The number of pages whose page number was removed. */
  pageNumbers: number
}

const MIN_PAGES = 3
/** Minimum share of the pages between the first and the last that have it. */
const MIN_SHARE = 0.6
/** How many lines at the top and at the bottom of a page can be a header or footer. */
const EDGE_LINES = 2
const MAX_LENGTH = 150

/** A number alone, or with the word for page: `3`, `- 3 -`, `iv`, `Page 3 of 12`, `pàg. 3/12`. */
const PAGE_NUMBER =
  /^[\s\-–—·|[(]*(?:(?:page|pages|pág|pag|pàg|página|pagina|pàgina|orrialdea|orr|or|seite|p|pg|pp)\.?\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:\/|of|de|von|sur|di)\s*\d{1,4})?(?:\.?\s*(?:orrialdea|orr))?[\s\-–—·|\])]*$/iu

/**
 * Removes page numbers and repeated headers and footers: a line must be the same on most pages, at the same height.
 * Its first occurrence stays, because a title page may have it only there. `Question 1`, `Question 2`, … differ, so
 * they stay, and so does a line that is the only content of its page.
 */
export function withoutRunningHeads(pages: readonly PageLines[]): WithoutHeads {
  const keys = pages.map(edgeKeys)
  const seen = new Map<string, number[]>()
  for (const [page, lines] of keys.entries())
    for (const key of new Set(lines.values())) seen.set(key, [...(seen.get(key) ?? []), page])
  const leftOut = new Map<string, number>()
  let pageNumbers = 0
  const clean = pages.map((page, index) => {
    const isHead = (line: Line): boolean => {
      const key = keys[index]?.get(line)
      return key !== undefined && isRunning(seen.get(key) ?? [])
    }
    const stays = (line: Line): boolean => {
      const key = keys[index]?.get(line)
      return !isHead(line) || (!isPageNumber(line) && seen.get(key ?? '')?.[0] === index)
    }
    if (page.flat().every(isHead)) return page
    for (const line of page.flat()) {
      if (stays(line)) continue
      if (isPageNumber(line)) pageNumbers++
      else leftOut.set(wordsOf(line), (leftOut.get(wordsOf(line)) ?? 0) + 1)
    }
    return page.map((region) => region.filter(stays))
  })
  return {
    pages: clean,
    leftOut: Array.from(leftOut, ([text, count]) => ({ text, pages: count })),
    pageNumbers,
  }
}

function isRunning(pages: readonly number[]): boolean {
  const first = pages[0]
  const last = pages.at(-1)
  if (first === undefined || last === undefined || pages.length < MIN_PAGES) return false
  return pages.length >= MIN_SHARE * (last - first + 1)
}

const isPageNumber = (line: Line): boolean => PAGE_NUMBER.test(line.text)

/** A header may have the page number beside its title, in a separate cell. */
const wordsOf = ({ cells, text }: Line): string =>
  cells.length < 2
    ? text
    : cells
        .map((cell) => cell.text)
        .filter((cell) => !PAGE_NUMBER.test(cell))
        .join(' ')

/** The lines at the edges of a page, with their text and position. */
function edgeKeys(page: PageLines): Map<Line, string> {
  const lines = page.flat()
  const heights = [...new Set(lines.map(({ y }) => Math.round(y)))].sort((a, b) => a - b)
  const edges = new Set([...heights.slice(0, EDGE_LINES), ...heights.slice(-EDGE_LINES)])
  const keys = new Map<Line, string>()
  for (const line of lines) {
    if (!edges.has(Math.round(line.y)) || line.text.length > MAX_LENGTH) continue
    keys.set(line, `${Math.round(line.y / 4)} ${isPageNumber(line) ? '#' : wordsOf(line).toLowerCase()}`)
  }
  return keys
}
