import type { Block } from '../../document-text.ts'
import { tableBlocks } from '../../table.ts'
import { childOf, childrenOf, type Element } from '../xml.ts'

/** Rows may be inside content controls or insertions; `before` is the number of empty columns at the start of a row. */
export function rowsOf(table: Element): { cells: Element[]; before: number }[] {
  return through(table, 'tr').map((row) => ({
    cells: through(row, 'tc'),
    before: Math.min(
      Number(
        childrenOf(row, 'trPr').flatMap((properties) => childrenOf(properties, 'gridBefore'))[0]?.attributes[
          'val'
        ] ?? 0,
      ) || 0,
      100,
    ),
  }))
}

const through = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => {
    if (child.name === name) return isDeleted(child) ? [] : [child]
    return ['sdt', 'sdtContent', 'ins', 'customXml'].includes(child.name) ? through(child, name) : []
  })

const isDeleted = (row: Element) => row.name === 'tr' && childOf(childOf(row, 'trPr'), 'del') !== undefined

/** Each page gets its own table with the same header row. */
export function tablesByPage(rows: readonly { texts: string[]; page: number }[]): Block[] {
  const header = rows[0]?.texts
  const pages = [...new Set(rows.map(({ page }) => page))]
  return pages.flatMap((page, at) => {
    const pageRows = rows.filter((row) => row.page === page).map(({ texts }) => texts)
    return tableBlocks(at > 0 && header ? [header, ...pageRows] : pageRows, { page })
  })
}
