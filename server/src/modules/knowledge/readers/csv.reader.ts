import { decodeText } from './decode-text.ts'
import type { DocumentText } from './document-text.ts'
import type { Budget } from './limits.ts'
import { sheetBlocks } from './table.ts'

const DELIMITERS = [',', ';', '\t', '|']

export function readCsv(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const text = decodeText(bytes, charset)
  budget.spend(text.length)
  // Excel writes the delimiter into the first line of files that it exports for itself.
  const told = /^sep=(.)\n/.exec(text)
  const body = told ? text.slice(told[0].length) : text
  const rows = parseCsv(body, told?.[1] ?? findDelimiter(body), budget)
  return { kind: 'csv', blocks: sheetBlocks(rows) }
}

/** The one that parts the first lines into the same number of cells, most of them. */
export function findDelimiter(text: string): string {
  const sample = text.slice(0, 20_000)
  let best = ','
  let bestScore = 0
  for (const delimiter of DELIMITERS) {
    const widths = parseCsv(sample, delimiter)
      .slice(0, 50)
      .map((row) => row.length)
    const usual = mostFrequent(widths)
    if (usual < 2) continue
    const score =
      (widths.filter((width) => width === usual).length / widths.length) * 100 + Math.min(usual, 20)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

function mostFrequent(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** RFC 4180: a cell in quotes may hold delimiters, line ends and doubled quotes. */
export function parseCsv(text: string, delimiter: string, budget?: Budget): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    budget?.tick()
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter)
    row.push(cell)
    at = end
    if (text[at] === delimiter) {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    at += 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

function plainCell(text: string, start: number, delimiter: string) {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  return { cell: text.slice(start, end), end }
}

function quotedCell(text: string, start: number, delimiter: string) {
  let close = text.indexOf('"', start + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  // A quote that is never closed, or that text follows, was no quoting: 5" pipe.
  const next = text[close + 1]
  if (close === -1 || (next !== undefined && next !== delimiter && next !== '\n'))
    return plainCell(text, start, delimiter)
  return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
}
