import { attributeOf, type DomNode, nameOf } from './dom.ts'

/** The cells of each row, through head, body and foot. */
export function rowsOf(table: DomNode): DomNode[][] {
  const rows: DomNode[][] = []
  for (const child of table.childNodes) {
    if (nameOf(child) === 'tr')
      rows.push([...child.childNodes].filter((cell) => ['td', 'th'].includes(nameOf(cell))))
    else if (['thead', 'tbody', 'tfoot'].includes(nameOf(child))) rows.push(...rowsOf(child))
  }
  return rows
}

export const captionsOf = (table: DomNode): DomNode[] =>
  [...table.childNodes].filter((child) => nameOf(child) === 'caption')

const WIDEST_SPAN = 50
const MAX_SPAN = 1000

/** Cells at their visible position: a cell that spans rows or columns has its text in the first one. */
export function toGrid(rows: readonly DomNode[][], textOf: (cell: DomNode) => string): string[][] {
  /** For each column, how many further rows the cell above spans. */
  const spans: number[] = []
  return rows.map((cells) => {
    const row: string[] = []
    const skipSpanned = () => {
      for (let remaining = spans[row.length] ?? 0; remaining > 0; remaining = spans[row.length] ?? 0) {
        spans[row.length] = remaining - 1
        row.push('')
      }
    }
    for (const cell of cells) {
      skipSpanned()
      const [across, down] = [spanOf(cell, 'colspan', WIDEST_SPAN), spanOf(cell, 'rowspan', MAX_SPAN)]
      for (let column = 0; column < across; column += 1) {
        spans[row.length] = down - 1
        row.push(column === 0 ? textOf(cell) : '')
      }
    }
    skipSpanned()
    return row
  })
}

const spanOf = (cell: DomNode, name: string, most: number): number =>
  Math.min(Math.max(Math.floor(Number(attributeOf(cell, name))) || 1, 1), most)

/** Old pages use tables for layout: one column, or nested tables. */
export function isDataTable(table: DomNode): boolean {
  const rows = rowsOf(table)
  return (
    rows.some((cells) => cells.length > 1) && !rows.some((cells) => cells.some((cell) => contains(cell, 6)))
  )
}

const LAYOUT = new Set(['table', 'h1', 'h2', 'h3', 'article', 'main', 'form'])

const contains = (node: DomNode, depth: number): boolean => {
  if (depth === 0) return false
  for (const child of node.childNodes) {
    if (LAYOUT.has(nameOf(child)) || contains(child, depth - 1)) return true
  }
  return false
}
