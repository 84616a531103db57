import { findDelimiter, parseCsv } from '../../../platform/text/csv.ts'

export type Table = string[][]

/** Text read from a document: a title, if it has one, and its tables. */
export interface TablesOfText {
  title: string
  tables: Table[]
}

const MAX_TABLES = 50
const isRule = (cells: readonly string[]): boolean => cells.every((cell) => /^:?-{2,}:?$/.test(cell))

/** Tables in Markdown, or else the whole text as cells separated by tabs, semicolons or commas. Pure. */
export function findTables(text: string): TablesOfText {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const tables = markdownTables(lines)
  const title = titleOf(lines)
  if (tables.length > 0) return { title, tables: joined(tables) }
  const table = separatedTable(text)
  return { title: table ? '' : title, tables: table ? [table] : [] }
}

function titleOf(lines: readonly string[]): string {
  const heading = lines.find((line) => /^#{1,6}\s+\S/.test(line))
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
  if (heading !== undefined) return plain(heading.replace(/^#+\s*/, ''))
  return first.startsWith('|') || first.length > 120 ? '' : plain(first)
}

function markdownTables(lines: readonly string[]): Table[] {
  const tables: Table[] = []
  let rows: Table = []
  for (const line of [...lines, '']) {
    if (line.trim().startsWith('|')) {
      const cells = toCells(line)
      if (!isRule(cells)) rows.push(cells)
    } else if (rows.length > 0) {
      tables.push(rows)
      rows = []
    }
  }
  return tables.slice(0, MAX_TABLES)
}

const toCells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.replaceAll('\\|', '|')))

/** Without Markdown's marks and line breaks in cells. */
const plain = (text: string): string =>
  text
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Long tables are read in parts, each with the header; they belong together. */
function joined(tables: readonly Table[]): Table[] {
  const all: Table[] = []
  for (const table of tables) {
    const last = all.at(-1)
    if (last && JSON.stringify(last[0]) === JSON.stringify(table[0])) last.push(...table.slice(1))
    else all.push([...table])
  }
  return all
}

function separatedTable(text: string): Table | undefined {
  const delimiter = text.includes('\t') ? '\t' : findDelimiter(text)
  const rows = parseCsv(text, { delimiter })
    .map((row) => row.map(plain))
    .filter((row) => row.some((cell) => cell !== ''))
  const width = rows[0]?.length ?? 0
  const isTable = width >= 3 && rows.length >= 2 && rows.every((row) => Math.abs(row.length - width) <= 1)
  return isTable ? rows : undefined
}
