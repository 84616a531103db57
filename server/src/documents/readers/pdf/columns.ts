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
    const sides = partAt(band.fragments, gutter)
    const columns = sides.map((side) => toRegions(side, depth + 1))
    const isText = columns.every((regions) => regions.length > 1 || regions.every(isProse))
    if (isText && sides.every((side) => side.length > 0)) return columns.flat()
    return besideTable(band.fragments) ?? [band.fragments]
  })
}

const partAt = (fragments: readonly Fragment[], gutter: number): [Fragment[], Fragment[]] => [
  fragments.filter((fragment) => fragment.x < gutter),
  fragments.filter((fragment) => fragment.x >= gutter),
]

/** A column of text and a table beside it. A table whose cells are long texts has short lines where these end. */
function besideTable(fragments: readonly Fragment[]): [Fragment[], Fragment[]] | undefined {
  const rows = toRows(fragments)
  const scores = gutterScores(fragments, rows)
  const best = scores.reduce((most, { score }) => Math.max(most, score), 0)
  if (best < MIN_ROWS) return undefined
  // Within running text is no gap, so its edge is the first or the last one.
  const gaps = scores.filter(({ score }) => score >= NEARLY * best)
  const [first, last] = [gaps[0], gaps.at(-1)]
  if (!first || !last) return undefined
  const atFirst = partAt(fragments, first.at)
  if (isFlow(atFirst[0]) && isGrid(atFirst[1])) return atFirst
  const atLast = partAt(fragments, last.at)
  return isFlow(atLast[1]) && isGrid(atLast[0]) ? atLast : undefined
}

const NEARLY = 0.8
const MIN_FLOW = 6

/** Lines of running text: nearly all of them fill the column. */
function isFlow(fragments: readonly Fragment[]): boolean {
  const lines = toLines(fragments)
  const start = leftOf(fragments)
  const width = rightOf(fragments) - start
  const full = lines.filter(
    ({ end, text, cells }) => end - start > 0.8 * width && text.length >= 18 && cells.length === 1,
  )
  return lines.length >= MIN_FLOW && full.length >= 0.8 * lines.length
}

const isGrid = (fragments: readonly Fragment[]): boolean => {
  const lines = toLines(fragments)
  const rows = lines.filter(({ cells }) => cells.length > 1)
  return rows.length >= 3 && rows.length >= 0.6 * lines.length && hasAlignedGaps(lines)
}

const crosses = ({ x, width }: Fragment, at: number) => x < at && x + width > at

/** The position that separates most rows into left and right: the middle of the gap. */
function findGutter(fragments: readonly Fragment[], rows: readonly Fragment[][]): number | undefined {
  if (rows.length < MIN_ROWS) return undefined
  let best = { from: 0, to: 0, last: -1, score: MIN_ROWS - 1 }
  for (const [step, { at, score }] of gutterScores(fragments, rows).entries()) {
    if (score > best.score) best = { from: at, to: at, last: step, score }
    else if (score === best.score && step === best.last + 1) best = { ...best, to: at, last: step }
  }
  return best.score < MIN_ROWS ? undefined : (best.from + best.to) / 2
}

/** How well each position would separate the rows. */
function gutterScores(fragments: readonly Fragment[], rows: readonly Fragment[][]) {
  const start = leftOf(fragments)
  const width = rightOf(fragments) - start
  const steps = Array.from({ length: STEPS * 0.6 + 1 }, (_one, index) => STEPS * 0.2 + index)
  return steps.map((step) => {
    const at = start + (width * step) / STEPS
    return { at, score: scoreOf(rows, at) }
  })
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
