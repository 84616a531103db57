import { type Message, say } from '@bellwether/wire'
import type { Block } from './document-text.ts'

/** Longer tables become several blocks, each with the header row. */
const GROUP_CHARACTERS = 800
const MAX_REPEATED_HEADER = 300

/** Converts rows of cells to Markdown tables. The first row is the header. Empty rows and columns are removed. */
export function tableBlocks(rows: readonly (readonly string[])[], place: Partial<Block> = {}): Block[] {
  const trimmed = trimTable(rows)
  const [header, ...body] = trimmed
  if (!header) return []
  const head = `${toRow(header)}\n${toRow(header.map(() => '---'))}`
  const lead = head.length <= MAX_REPEATED_HEADER ? head : undefined
  const blocks: Block[] = []
  let group = [head]
  let size = head.length
  for (const row of body) {
    const line = toRow(row)
    if (group.length > 1 && size + line.length > GROUP_CHARACTERS) {
      blocks.push({ ...place, text: group.join('\n') })
      group = lead === undefined ? [] : [lead]
      size = lead?.length ?? 0
    }
    group.push(line)
    size += line.length + 1
  }
  if (group.length > 0) blocks.push({ ...place, text: group.join('\n') })
  return blocks
}

/** Rows that hold only the cells that have something, so that one cell far to the right costs nothing. */
export class SparseRows {
  readonly #rows: ReadonlyMap<number, string>[] = []
  readonly #columns = new Set<number>()

  add(cells: ReadonlyMap<number, string>): void {
    if (cells.size === 0) return
    for (const column of cells.keys()) this.#columns.add(column)
    this.#rows.push(cells)
  }

  /** All rows with the same columns; those that are empty in all rows are left out. */
  filled(onRow?: (columns: number) => void): string[][] {
    const columns = [...this.#columns].sort((a, b) => a - b)
    return this.#rows.map((cells) => {
      onRow?.(columns.length)
      return columns.map((column) => cells.get(column) ?? '')
    })
  }
}

/** A sheet often starts with a title and notes in single cells; they become text, and the header follows. */
export function sheetBlocks(rows: readonly (readonly string[])[], place: Partial<Block> = {}): Block[] {
  const filledRows = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
  const width = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length
  const first = filledRows.findIndex((row) => width(row) > 1)
  const lead = filledRows.slice(0, Math.max(first, 0)).map((row) => row.map(toCell).join(' ').trim())
  return [
    ...lead.map((text) => ({ ...place, text })),
    ...tableBlocks(filledRows.slice(Math.max(first, 0)), place),
  ]
}

/** Sheets that their author hid are left out, but not silently. */
export const hiddenSheetsNote = (names: readonly string[]): Message[] =>
  names.length === 0 ? [] : [say('document_warnings.hidden_sheets', { sheets: names.join(', ') })]

function trimTable(rows: readonly (readonly string[])[]): string[][] {
  const used = new Set<number>()
  const clean = rows.map((row) => row.map(toCell))
  for (const row of clean) {
    for (const [index, cell] of row.entries()) if (cell !== '') used.add(index)
  }
  const columns = [...used].sort((a, b) => a - b)
  return clean
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => columns.map((index) => row[index] ?? ''))
}

const toCell = (text: string) => text.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')

const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
