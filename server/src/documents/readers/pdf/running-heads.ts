import { type LeftOut, PAGE_NUMBER } from '../margins.ts'
import type { Line } from './lines.ts'

/** A page: its regions in reading order, each a list of lines. */
export type PageLines = Line[][]

export interface WithoutHeads extends LeftOut {
  pages: PageLines[]
}

const MIN_PAGES = 3
/** Minimum share of the pages between the first and the last that have it. */
const MIN_SHARE = 0.6
/** How many lines at the top and at the bottom of a page can be a header or footer. */
const EDGE_LINES = 2
/** Share of the page height at the top and at the bottom in which headers and footers are. */
const MARGIN = 0.15
const MAX_LENGTH = 150

/** A line at the edge of a page. */
interface EdgeLine {
  page: number
  line: Line
  /** Lines of different pages at the same height. */
  height: number
  /** A number that may count the pages: alone, or in the first or last cell. */
  number: { value: number; isRoman: boolean } | undefined
  /** The rest; empty for a number alone. */
  words: string
}

/**
 * Removes page numbers and repeated headers and footers: a line must be in the margin and the same on most pages, at the
 * same height. Its first occurrence stays, because a title page may have it only there. What may be content stays:
 * `Question 1`, `Question 2`, …, points that differ, numbers that do not count the pages, the head of a table, and a
 * line that is the only content of its page. `heights`: the heights of the pages; without them, every page is margin.
 */
export function withoutRunningHeads(
  pages: readonly PageLines[],
  heights: readonly number[] = [],
): WithoutHeads {
  const edges = pages.map((page, index) => edgeLines(page, index, heights[index]))
  const counting = findCounting(edges.flat())
  const numbers = findPageNumbers(counting)
  const repeated = findRepeated(edges.flat(), counting)
  const leftOut = new Map<string, number>()
  let pageNumbers = 0
  const clean = pages.map((page) => {
    const isHead = (line: Line): boolean => numbers.has(line) || repeated.has(line)
    const stays = (line: Line): boolean => !numbers.has(line) && repeated.get(line) !== 'again'
    if (page.flat().every(isHead)) return page
    for (const line of page.flat()) {
      if (stays(line)) continue
      if (numbers.has(line)) pageNumbers++
      else {
        const { words } = partsOf(line)
        leftOut.set(words, (leftOut.get(words) ?? 0) + 1)
      }
    }
    return page.map((region) => region.filter(stays))
  })
  return {
    pages: clean,
    leftOut: Array.from(leftOut, ([text, count]) => ({ text, times: count })),
    pageNumbers,
  }
}

function edgeLines(page: PageLines, index: number, pageHeight: number | undefined): EdgeLine[] {
  const lines = page.flat()
  const heights = [...new Set(lines.map(({ y }) => Math.round(y)))].sort((a, b) => a - b)
  const edges = new Set([...heights.slice(0, EDGE_LINES), ...heights.slice(-EDGE_LINES)])
  const isInMargin = (y: number): boolean =>
    pageHeight === undefined || y <= MARGIN * pageHeight || y >= (1 - MARGIN) * pageHeight
  return lines
    .filter((line) => edges.has(Math.round(line.y)) && isInMargin(line.y))
    .filter((line) => line.text.length <= MAX_LENGTH && !isTableHead(line, lines))
    .map((line) => ({ page: index, line, height: Math.round(line.y / 4), ...partsOf(line) }))
}

/** The cells of the next line begin at the same places. */
function isTableHead({ cells, y }: Line, lines: readonly Line[]): boolean {
  if (cells.length < 2) return false
  const next = lines.filter((line) => line.y > y).sort((a, b) => a.y - b.y)[0]
  return (
    next?.cells.length === cells.length &&
    cells.every(({ x }, at) => Math.abs(x - (next.cells[at]?.x ?? Infinity)) < 3)
  )
}

/** A header may have the page number beside its title, in a separate cell. */
function partsOf({ cells, text }: Line): Pick<EdgeLine, 'number' | 'words'> {
  const alone = numberOf(text)
  if (alone) return { number: alone, words: '' }
  const [first, last] = [cells[0], cells.at(-1)]
  if (cells.length > 1 && first && last) {
    for (const [cell, rest] of [
      [last, cells.slice(0, -1)],
      [first, cells.slice(1)],
    ] as const) {
      const number = numberOf(cell.text)
      if (number) return { number, words: rest.map((other) => other.text).join(' ') }
    }
  }
  return { number: undefined, words: text }
}

/** Lines with numbers that grow with the pages: answers, years, totals and words such as `civil` do not. */
function findCounting(lines: readonly EdgeLine[]): Set<EdgeLine> {
  const groups = [...groupBy(lines, ({ height }) => height).values()]
  const runs = groups.flatMap(runsOf).filter((run) => run.length >= MIN_PAGES)
  return new Set(runs.flat())
}

/** Lines of one height whose numbers differ as their pages do. */
function runsOf(lines: readonly EdgeLine[]): EdgeLine[][] {
  const numbered = lines.filter(({ number }) => number !== undefined)
  const offsetOf = ({ number, page }: EdgeLine): string => `${(number?.value ?? 0) - page} ${number?.isRoman}`
  const runs: EdgeLine[][] = []
  for (const line of numbered) {
    const run = runs.at(-1)
    if (run?.[0] && offsetOf(run[0]) === offsetOf(line)) run.push(line)
    else runs.push([line])
  }
  return runs
}

/** If a page has two, one is the number of a question. */
function findPageNumbers(counting: ReadonlySet<EdgeLine>): Set<Line> {
  const alone = [...counting].filter(({ words }) => words === '')
  const perPage = [...groupBy(alone, ({ page }) => page).values()]
  return new Set(perPage.flatMap((lines) => (lines.length === 1 ? lines : [])).map(({ line }) => line))
}

function numberOf(text: string): EdgeLine['number'] {
  const digits = PAGE_NUMBER.exec(text)?.[1]?.toLowerCase()
  if (digits === undefined) return undefined
  if (/^\d/.test(digits)) return { value: Number(digits), isRoman: false }
  const values = [...digits].map((letter) => ROMAN[letter] ?? 0)
  const value = values.reduce((sum, one, at) => sum + (one < (values[at + 1] ?? 0) ? -one : one), 0)
  return { value, isRoman: true }
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The same words at the same height on most pages, or on most left or right pages. */
function findRepeated(
  lines: readonly EdgeLine[],
  counting: ReadonlySet<EdgeLine>,
): Map<Line, 'first' | 'again'> {
  const repeated = new Map<Line, 'first' | 'again'>()
  const wordsOf = (line: EdgeLine) => (counting.has(line) ? line.words : line.line.text).toLowerCase()
  for (const atHeight of groupBy(lines, ({ height }) => height).values()) {
    const byWords = groupBy(atHeight, wordsOf)
    const shapes = groupBy([...byWords.keys()], shapeOf)
    const often = [...byWords].filter(([words, same]) => words !== '' && pagesOf(same).length >= MIN_PAGES)
    const oftenOn = new Set(often.flatMap(([, same]) => pagesOf(same)))
    for (const [words, same] of often) {
      // `Points: 2` on some pages and `Points: 3` on others.
      if (shapes.get(shapeOf(words))?.length !== 1) continue
      const pages = pagesOf(same)
      if (!isOnMost(pages) && !isOnEverySecond(pages, oftenOn)) continue
      for (const { line, page } of same) repeated.set(line, page === pages[0] ? 'first' : 'again')
    }
  }
  return repeated
}

const shapeOf = (words: string): string => words.replace(/\d+/g, '#')

const pagesOf = (lines: readonly EdgeLine[]): number[] => [...new Set(lines.map(({ page }) => page))]

const isOnMost = (pages: readonly number[], step = 1): boolean =>
  pages.length >= MIN_SHARE * (1 + ((pages.at(-1) ?? 0) - (pages[0] ?? 0)) / step)

/** In a book, left and right pages have heads of their own. `oftenOn`: pages with any repeated line at this height. */
function isOnEverySecond(pages: readonly number[], oftenOn: ReadonlySet<number>): boolean {
  const first = pages[0] ?? 0
  if (pages.some((page) => (page - first) % 2 !== 0) || !isOnMost(pages, 2)) return false
  const between = pages.slice(1).map((page) => page - 1)
  return between.filter((page) => oftenOn.has(page)).length >= MIN_SHARE * between.length
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
