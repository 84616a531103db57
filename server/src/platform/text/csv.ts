const DELIMITERS = [',', ';', '\t', '|']
const SAMPLE_CHARACTERS = 20_000
const SAMPLE_ROWS = 50

export interface CsvOptions {
  /** Detected if omitted: spreadsheets in many countries use `;`, because the comma is their decimal separator. */
  delimiter?: string
  /** Called for every cell; may throw to stop. */
  onCell?(): void
}

/**
 * Rows of cells as in RFC 4180: quoted cells may contain delimiters, line breaks and doubled quotes. Accepts all
 * kinds of line breaks and a byte order mark. Pure.
 */
export function parseCsv(text: string, { delimiter, onCell }: CsvOptions = {}): string[][] {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  return parseRows(source, delimiter ?? findDelimiter(source), onCell)
}

/** The delimiter that splits most of the first lines into the same number of cells. Pure. */
export function findDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  let best = ','
  let bestScore = 0
  for (const delimiter of DELIMITERS) {
    const widths = parseRows(sample, delimiter)
      .slice(0, SAMPLE_ROWS)
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

function parseRows(text: string, delimiter: string, onCell?: () => void): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    onCell?.()
    const { cell, end } = cellAt(text, at, delimiter)
    row.push(cell)
    at = end
    if (text[at] === delimiter) {
      at += 1
      if (at === text.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

/** Blanks before a quote are not part of the cell. */
function cellAt(text: string, start: number, delimiter: string) {
  let quote = start
  while (text[quote] === ' ') quote += 1
  return text[quote] === '"' ? quotedCell(text, start, quote, delimiter) : plainCell(text, start, delimiter)
}

const isEnd = (char: string | undefined, delimiter: string): boolean =>
  char === undefined || char === delimiter || char === '\n' || char === '\r'

function plainCell(text: string, start: number, delimiter: string) {
  let end = start
  while (!isEnd(text[end], delimiter)) end += 1
  return { cell: text.slice(start, end), end }
}

function quotedCell(text: string, start: number, quote: number, delimiter: string) {
  let close = text.indexOf('"', quote + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  // A quote that is never closed or is followed by text is a literal character: 5" pipe.
  if (close === -1 || !isEnd(text[close + 1], delimiter)) return plainCell(text, start, delimiter)
  return { cell: text.slice(quote + 1, close).replaceAll('""', '"'), end: close + 1 }
}
