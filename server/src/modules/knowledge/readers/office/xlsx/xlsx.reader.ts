import { say } from '@bellwether/wire'
import { DocumentArchive } from '../../document-archive.ts'
import type { Block, DocumentText } from '../../document-text.ts'
import type { Budget } from '../../limits.ts'
import { sheetBlocks } from '../../table.ts'
import { corrupt } from '../../unreadable-document.ts'
import { mainPart, relationsOf, titleOf } from '../office-parts.ts'
import { childrenOf, type Element, eachElement, elementsOf, type XmlSource } from '../xml.ts'
import { type CellContext, cellText, columnOf, readNumberStyles, stringText } from './cells.ts'

/** Characters between two cells of a Markdown table. */
const CELL_BORDER = 3

export async function readXlsx(bytes: Uint8Array, budget: Budget): Promise<DocumentText> {
  const source: XmlSource = { archive: DocumentArchive.open(bytes, budget), budget }
  const workbook = await readWorkbook(source)
  budget.checkPages(workbook.sheets.length, 'sheets')
  const blocks: Block[] = []
  for (const [index, { name, part }] of workbook.sheets.entries()) {
    budget.report(index, workbook.sheets.length, 'sheets')
    const table = sheetBlocks(await readRows(source, part, workbook.cells), { sheet: name })
    if (table.length > 0) blocks.push({ text: name, heading: 1, sheet: name }, ...table)
  }
  const title = await titleOf(source)
  return {
    kind: 'xlsx',
    ...(title === undefined ? {} : { title }),
    blocks,
    ...(workbook.hidden.length > 0 ? { warnings: [hiddenSheets(workbook.hidden)] } : {}),
  }
}

const hiddenSheets = (names: readonly string[]) =>
  say('document_warnings.hidden_sheets', { sheets: names.join(', ') })

async function readWorkbook(source: XmlSource) {
  const main = await mainPart(source, 'xl/workbook.xml')
  if (!source.archive.has(main)) throw corrupt()
  const relations = await relationsOf(source, main)
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part ?? ''
  const elements = await elementsOf(source, main, 'sheet', 'workbookPr')
  const [properties] = elements.filter(({ name }) => name === 'workbookPr')
  const all = elements.filter(({ name }) => name === 'sheet').map((sheet) => toSheet(sheet, relations))
  const sheets = all.filter(({ part }) => source.archive.has(part))
  const cells: CellContext = {
    strings: (await elementsOf(source, partOf('sharedStrings'), 'si')).map(stringText),
    ...(await readNumberStyles(source, partOf('styles'))),
    from1904: ['1', 'true'].includes(properties?.attributes['date1904'] ?? ''),
  }
  return {
    cells,
    sheets: sheets.filter(({ hidden }) => !hidden),
    hidden: sheets.filter(({ hidden }) => hidden).map(({ name }) => name),
  }
}

const toSheet = ({ attributes }: Element, relations: readonly { id: string; part: string }[]) => ({
  name: attributes['name'] ?? 'Sheet',
  hidden: (attributes['state'] ?? 'visible') !== 'visible',
  part: relations.find(({ id }) => id === attributes['r:id'])?.part ?? '',
})

/** Rows hold only the cells that have something, so that one cell far to the right costs nothing. */
async function readRows(source: XmlSource, part: string, context: CellContext): Promise<string[][]> {
  const rows: Map<number, string>[] = []
  const used = new Set<number>()
  await eachElement(source, part, new Set(['row']), (row) => {
    const cells = toCells(row, context)
    if (cells.size === 0) return
    for (const [column, text] of cells) {
      used.add(column)
      source.budget.spend(text.length)
    }
    rows.push(cells)
  })
  const columns = [...used].sort((a, b) => a - b)
  return rows.map((cells) => {
    source.budget.spend(columns.length * CELL_BORDER)
    return columns.map((column) => cells.get(column) ?? '')
  })
}

function toCells(row: Element, context: CellContext): Map<number, string> {
  const cells = new Map<number, string>()
  let next = 0
  for (const cell of childrenOf(row, 'c')) {
    const column = columnOf(cell.attributes['r']) ?? next
    const text = cellText(cell, context).trim()
    if (text !== '') cells.set(column, text)
    next = column + 1
  }
  return cells
}
