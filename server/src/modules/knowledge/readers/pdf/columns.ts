import type { Fragment } from './fragments.ts'
import { type Line, toLines, toRows } from './lines.ts'

/** Nested columns: three or four side by side. */
const DEEPEST = 3
const STEPS = 60
const MIN_ROWS = 4

/** Reading order: full-width rows, then the left column to its end, then the right one. */
export function toRegions(fragments: readonly Fragment[], depth = 0): Fragment[][] {
  if (fragments.length === 0) return []
  const rows = toRows(fragments)
  const gutter = depth < DEEPEST ? findGutter(fragments, rows) : undefined
  if (gutter === undefined) return [[...fragments]]
  return bandsOf(rows, gutter).flatMap((band) => {
    if (band.spans) return [band.fragments]
    const left = band.fragments.filter((fragment) => fragment.x < gutter)
    const right = band.fragments.filter((fragment) => fragment.x >= gutter)
    const columns = [left, right].map((side) => toRegions(side, depth + 1))
    const isText = columns.every((regions) => regions.length > 1 || regions.every(isProse))
    return isText && left.length > 0 && right.length > 0 ? columns.flat() : [band.fragments]
  })
}

const crosses = ({ x, width }: Fragment, at: number) => x < at && x + width > at

/** The position that separates most rows into left and right: the middle of the gap. */
function findGutter(fragments: readonly Fragment[], rows: readonly Fragment[][]): number | undefined {
  if (rows.length < MIN_ROWS) return undefined
  const start = leftOf(fragments)
  const width = rightOf(fragments) - start
  let best = { from: 0, to: 0, score: MIN_ROWS - 1 }
  for (let step = STEPS * 0.2; step <= STEPS * 0.8; step += 1) {
    const at = start + (width * step) / STEPS
    const score = scoreOf(rows, at)
    if (score > best.score) best = { from: step, to: step, score }
    else if (score === best.score && step === best.to + 1) best.to = step
  }
  return best.score < MIN_ROWS ? undefined : start + (width * (best.from + best.to)) / 2 / STEPS
}

function scoreOf(rows: readonly Fragment[][], at: number): number {
  let left = 0
  let right = 0
  let spanning = 0
  for (const row of rows) {
    if (row.some((fragment) => crosses(fragment, at))) {
      spanning += 1
      continue
    }
    if (row.some(({ x }) => x < at)) left += 1
    if (row.some(({ x }) => x >= at)) right += 1
  }
  const parted = Math.min(left, right)
  return parted * 2 > spanning ? parted : 0
}

interface Band {
  spans: boolean
  fragments: Fragment[]
}

/** Consecutive rows that all span the page, or all don't. */
function bandsOf(rows: readonly Fragment[][], gutter: number): Band[] {
  const bands: Band[] = []
  for (const row of rows) {
    const spans = row.some((fragment) => crosses(fragment, gutter))
    const last = bands.at(-1)
    if (last?.spans === spans) last.fragments.push(...row)
    else bands.push({ spans, fragments: [...row] })
  }
  return bands
}

/** Lines of a column are long, have no gaps, and most of them fill it; cells of a table are short. */
function isProse(fragments: readonly Fragment[]): boolean {
  const lines = toLines(fragments)
  const start = leftOf(fragments)
  const width = rightOf(fragments) - start
  const lengths = lines.map(({ text }) => text.length).sort((a, b) => a - b)
  if (lines.length < MIN_ROWS) return (lengths.at(-1) ?? 0) >= 25
  const singleCell = lines.filter(({ cells }) => cells.length === 1)
  const full = lines.filter(({ end }) => end - start > 0.7 * width)
  if ((lengths[lengths.length >> 1] ?? 0) < 18 || full.length * 2 < lines.length) return false
  // Justified text in a narrow column has gaps as wide as those of a table, but at different places.
  return (
    singleCell.length >= 0.7 * lines.length || (full.length >= 0.7 * lines.length && !hasAlignedGaps(lines))
  )
}

/** How many lines of a table have a gap at the same place. */
const ALIGNED = 0.3
const ALIGNED_POINTS = 6

function hasAlignedGaps(lines: readonly Line[]): boolean {
  const edgesOf = [
    ({ cells }: Line) => cells.slice(1).map(({ x }) => x),
    ({ cells }: Line) => cells.slice(0, -1).map(({ end }) => end),
  ]
  return edgesOf.some((edges) => {
    const counts = new Map<number, number>()
    for (const edge of lines.flatMap(edges)) {
      const place = Math.round(edge / ALIGNED_POINTS)
      counts.set(place, (counts.get(place) ?? 0) + 1)
    }
    return Math.max(0, ...counts.values()) >= Math.max(3, ALIGNED * lines.length)
  })
}

/** Not spread into Math.min: a page may have more fragments than a call may have arguments. */
const leftOf = (fragments: readonly Fragment[]) =>
  fragments.reduce((left, { x }) => Math.min(left, x), Number.POSITIVE_INFINITY)
const rightOf = (fragments: readonly Fragment[]) =>
  fragments.reduce((right, { x, width }) => Math.max(right, x + width), Number.NEGATIVE_INFINITY)
