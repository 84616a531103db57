import type { Line } from './lines.ts'

/** A page: its regions in reading order, each a list of lines. */
export type PageLines = Line[][]

const MIN_PAGES = 3
const MIN_SHARE = 0.4
/** How many heights at the top and at the bottom of a page can be a running head or foot. */
const EDGE_LINES = 2

/**
 * Leaves out what stands at the same place at the edge of page after page: titles, addresses, page numbers. Words stay once, where
 * they first appear, since a title page may say them only there.
 */
export function withoutRunningHeads(pages: readonly PageLines[]): PageLines[] {
  const seen = new Map<string, number[]>()
  const keys = pages.map((page) => edgeKeys(page))
  for (const [page, lines] of keys.entries()) {
    for (const key of new Set(lines.values())) seen.set(key, [...(seen.get(key) ?? []), page])
  }
  return pages.map((page, index) =>
    page.map((region) =>
      region.filter((line) => {
        const key = keys[index]?.get(line)
        const on = key === undefined ? [] : (seen.get(key) ?? [])
        if (!isRunning(on)) return true
        return on[0] === index && /\p{L}{3}/u.test(line.text)
      }),
    ),
  )
}

function isRunning(pages: readonly number[]): boolean {
  const first = pages[0]
  const last = pages.at(-1)
  if (first === undefined || last === undefined || pages.length < MIN_PAGES) return false
  return pages.length >= MIN_SHARE * (last - first + 1)
}

/** Lines at the edges, each with its words and its place. Numbers differ from page to page. */
function edgeKeys(page: PageLines): Map<Line, string> {
  const lines = page.flat()
  const heights = [...new Set(lines.map(({ y }) => Math.round(y)))].sort((a, b) => a - b)
  const edges = new Set([...heights.slice(0, EDGE_LINES), ...heights.slice(-EDGE_LINES)])
  const keys = new Map<Line, string>()
  for (const line of lines) {
    if (!edges.has(Math.round(line.y)) || line.text.length > 150) continue
    const words = line.text.toLowerCase().replace(/\d+/g, '#')
    const numeral = /^[ivxlc]+$/.test(words) ? '#' : words
    keys.set(line, `${Math.round(line.y / 4)} ${numeral}`)
  }
  return keys
}
