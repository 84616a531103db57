import { gapBetween } from '../join-lines.ts'
import { tableBlocks } from '../table.ts'
import type { Line } from './lines.ts'

export interface Paragraph {
  text: string
  size: number
  lines: number
  /** Its last line reaches the right edge. */
  isFull: boolean
}

/** A list marker, which always starts a paragraph. */
export const MARKER = /^(?:[•●○▪■◦‣–—*·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s/

/** The lines of a region as paragraphs and tables. `compounds` are words that this document spells with a hyphen. */
export function toParagraphs(lines: readonly Line[], compounds: ReadonlySet<string>): Paragraph[] {
  const shape = shapeOf(lines)
  const paragraphs: Paragraph[] = []
  let current: Line[] = []
  const flush = () => {
    const [first] = current
    const end = current.at(-1)?.end ?? 0
    if (first)
      paragraphs.push({
        text: joinLines(current, shape, compounds),
        size: first.size,
        lines: current.length,
        isFull: lines.length > 1 && end >= shape.right - 0.1 * (shape.right - shape.left),
      })
    current = []
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (!line) continue
    const rows = tableAt(lines, index)
    if (rows) {
      flush()
      for (const { text } of rows.blocks)
        paragraphs.push({ text, size: line.size, lines: rows.count, isFull: false })
      index += rows.count - 1
      continue
    }
    const before = current.at(-1)
    if (before && beginsParagraph(before, line, shape)) flush()
    current.push(line)
  }
  flush()
  return paragraphs.filter(({ text }) => text !== '')
}

interface Shape {
  left: number
  right: number
  leading: number
}

function shapeOf(lines: readonly Line[]): Shape {
  const steps = lines
    .slice(1)
    .map((line, index) => line.y - (lines[index]?.y ?? line.y))
    .filter((step) => step > 0)
    .sort((a, b) => a - b)
  return {
    left: lines.reduce((left, { x }) => Math.min(left, x), Number.POSITIVE_INFINITY),
    right: lines.reduce((right, { end }) => Math.max(right, end), 0),
    leading: steps[steps.length >> 1] ?? 0,
  }
}

function beginsParagraph(before: Line, line: Line, { left, right, leading }: Shape): boolean {
  const step = line.y - before.y
  if (Math.abs(line.size - before.size) > 0.12 * Math.max(line.size, before.size)) return true
  if (step < 0 || step > Math.max(1.3 * leading, 1.05 * line.size) || step > 2.2 * line.size) return true
  if (MARKER.test(line.text)) return true
  const indented = line.x > before.x + 0.8 * line.size && before.x < left + 0.8 * line.size
  const endedEarly = before.end < right - 0.15 * (right - left)
  return /[.!?:;»”"’)。！？：；」』）]$/.test(before.text) && (indented || endedEarly)
}

function joinLines(lines: readonly Line[], { right }: Shape, compounds: ReadonlySet<string>): string {
  let text = ''
  for (const line of lines) {
    text = text === '' ? line.text : joinTwo(text, line.text, compounds)
    // Where the next letter had room, the line does not end within a Korean word.
    if (line.end + line.size < right) text = text.replace(/(?<=\p{Script=Hangul})\u00ad$/u, '')
  }
  return text
}

/** Joins a word that is divided at the end of a line, unless the hyphen belongs to it. */
export function joinTwo(before: string, next: string, compounds: ReadonlySet<string>): string {
  const parted = /(\p{L}+)[-\u2010\u00ad]$/u.exec(before)
  if (!parted) return before + gapBetween(before, next) + next
  const rest = /^\p{L}+/u.exec(next)?.[0] ?? ''
  const isCompound = compounds.has(`${parted[1]}-${rest}`.toLowerCase()) && !before.endsWith('\u00ad')
  return isCompound || !/^\p{Ll}/u.test(next) ? before + next : before.slice(0, -1) + next
}

/** Words with a hyphen in the middle of a line. */
export function compoundsIn(lines: Iterable<Line>): Set<string> {
  const compounds = new Set<string>()
  for (const { text } of lines) {
    for (const [word] of text.matchAll(/\p{L}+-\p{L}+/gu)) compounds.add(word.toLowerCase())
  }
  return compounds
}

const MIN_ROWS = 3

/** Consecutive rows with aligned cells. */
function tableAt(lines: readonly Line[], from: number) {
  let end = from
  while ((lines[end]?.cells.length ?? 0) > 1) end += 1
  const rows = lines.slice(from, end)
  if (rows.length < MIN_ROWS) return undefined
  const columns = columnsOf(rows)
  const widest = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  // Cells that overlap other columns are not a table but text with gaps.
  if (columns.length < 2 || columns.length < widest) return undefined
  const texts = rows.map(({ cells }) =>
    columns.map((column) =>
      cells
        .filter(({ x }) => x >= column.x && x <= column.end)
        .map(({ text }) => text)
        .join(' '),
    ),
  )
  return { count: rows.length, blocks: tableBlocks(texts) }
}

function columnsOf(rows: readonly Line[]): { x: number; end: number }[] {
  const cells = rows.flatMap((row) => row.cells).sort((a, b) => a.x - b.x)
  const columns: { x: number; end: number }[] = []
  for (const { x, end } of cells) {
    const last = columns.at(-1)
    if (last && x <= last.end) last.end = Math.max(last.end, end)
    else columns.push({ x, end })
  }
  return columns
}
