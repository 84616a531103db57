import { DocumentArchive } from '../../document-archive.ts'
import type { Block, DocumentText } from '../../document-text.ts'
import type { Budget } from '../../limits.ts'
import { type Margins, PAGE_NUMBER } from '../../margins.ts'
import { hiddenSheetsNote, SparseRows, sheetBlocks } from '../../table.ts'
import { corrupt } from '../../unreadable-document.ts'
import { mainPart, relationsOf, titleOf } from '../office-parts.ts'
import { childrenOf, type Element, eachElement, elementsOf, type XmlSource } from '../xml.ts'
import { besideCells } from './beside-cells.ts'
import { type CellContext, cellText, columnOf, readNumberStyles, stringText } from './cells.ts'

/** Characters between two cells of a Markdown table. */
const CELL_BORDER = 3

export async function readXlsx(bytes: Uint8Array, budget: Budget, margins: Margins): Promise<DocumentText> {
  const source: XmlSource = { archive: DocumentArchive.open(bytes, budget), budget }
  const workbook = await readWorkbook(source)
  budget.checkPages(workbook.sheets.length, 'sheets')
  const blocks: Block[] = []
  for (const [index, { name, part }] of workbook.sheets.entries()) {
    budget.report(index, workbook.sheets.length, 'sheets')
    const { rows, printed } = await readRows(source, part, workbook.cells)
    const table = sheetBlocks(rows, { sheet: name })
    const beside = await besideCells(source, part, name, margins)
    if (table.length + beside.length === 0) continue
    const around = printed.flatMap((element) => printedBlocks(element, name, margins))
    blocks.push({ text: name, heading: 1, sheet: name }, ...table, ...beside, ...around)
  }
  const warnings = [...hiddenSheetsNote(workbook.hidden), ...margins.notes]
  return { kind: 'xlsx', title: await titleOf(source), blocks, warnings }
}

/** Printed headers and footers, without the codes for fonts and for what Excel fills in (date, name of the file). */
function printedBlocks(printed: Element, sheet: string, margins: Margins): Block[] {
  const texts = printed.children.flatMap(({ text }) => text.replace(CODE, toText).split('\n'))
  const blocks: Block[] = []
  for (const text of texts.map((line) => line.replaceAll(/\s+/g, ' ').trim())) {
    const isPageNumber = text.includes(PAGE) && PAGE_NUMBER.test(text.replaceAll(PAGE, '1'))
    const shown = text.replaceAll(PAGE, '#')
    if (/[\p{L}\p{N}#]/u.test(shown) && margins.keeps(shown, { isPageNumber }))
      blocks.push({ text: shown, sheet })
  }
  return blocks
}

const CODE = /&(&|"[^"]*"|K[\dA-F]{6}|K\d{2}[+-]\d{3}|\d{1,3}|[A-Z])/gi
/** Stands for a page number. */
const PAGE = '\uE000'

function toText(_code: string, kind: string): string {
  if (kind === '&') return '&'
  if (/^[LCR]$/i.test(kind)) return '\n'
  return /^[PN]$/i.test(kind) ? PAGE : ''
}

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
    styles: await readNumberStyles(source, partOf('styles')),
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

interface Sheet {
  rows: string[][]
  /** Headers and footers for printing. */
  printed: Element[]
}

async function readRows(source: XmlSource, part: string, context: CellContext): Promise<Sheet> {
  const rows = new SparseRows()
  const printed: Element[] = []
  await eachElement(source, part, new Set(['row', 'headerFooter']), (row) => {
    if (row.name === 'headerFooter') {
      printed.push(row)
      return
    }
    const cells = toCells(row, context)
    for (const text of cells.values()) source.budget.spend(text.length)
    rows.add(cells)
  })
  const filled = rows.filled((columns) => source.budget.spend(columns * CELL_BORDER))
  return { rows: filled, printed }
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
