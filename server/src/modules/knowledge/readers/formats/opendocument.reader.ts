import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { DocumentArchive } from '../document-archive.ts'
import type { Block, DocumentText } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { sheetBlocks, tableBlocks } from '../table.ts'
import { corrupt } from '../unreadable-document.ts'

/** Elements whose text is not part of the document. */
const SKIPPED = new Set([
  'annotation',
  'tracked-changes',
  'note-citation',
  'desc',
  'title',
  'forms',
  'scripts',
])
const MAX_REPEATED = 1000

/** OpenDocument text, presentations and spreadsheets: all three have their text in `content.xml`. */
export async function readOpenDocument(bytes: Uint8Array, budget: Budget): Promise<DocumentText> {
  const archive = DocumentArchive.open(bytes, budget)
  if (!archive.has('content.xml')) throw corrupt()
  const content = new ContentReader(budget)
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw corrupt(error)
  })
  parser.on('doctype', () => {
    throw corrupt()
  })
  parser.on('opentag', (tag) => content.open(tag))
  parser.on('closetag', (tag) => content.close(tag))
  parser.on('text', (text) => content.text(text))
  const decoder = new TextDecoder()
  for await (const piece of archive.read('content.xml')) parser.write(decoder.decode(piece, { stream: true }))
  parser.close()
  return { kind: 'opendocument', blocks: content.blocks }
}

class ContentReader {
  readonly blocks: Block[] = []
  readonly #budget: Budget
  #depth = 0
  /** Inside an element that is left out, if above 0. */
  #skipped = 0
  #line = ''
  #heading = 0
  /** Paragraphs around the current one: that of a note or a text box is inside another. */
  readonly #outer: { line: string; heading: number }[] = []
  #inText = 0
  /** The text of notes and boxes, which follows the paragraph that has them. */
  #inner: string[] = []
  #rows: string[][] | undefined
  #cell: { text: string; repeated: number } | undefined
  #tables = 0
  #slide = 0
  #sheet: string | undefined
  #isSpreadsheet = false

  constructor(budget: Budget) {
    this.#budget = budget
  }

  open({ name: full, attributes }: SaxesTagPlain): void {
    this.#budget.tick()
    if (++this.#depth > this.#budget.limits.xmlDepth) throw corrupt()
    const name = localOf(full)
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped++
      return
    }
    if (full === 'draw:page') this.#slide++
    else if (full === 'office:spreadsheet') this.#isSpreadsheet = true
    else if (full === 'table:table') this.#openTable(attributes['table:name'])
    else if (name === 'table-row') this.#rows?.push([])
    else if (name === 'table-cell' || name === 'covered-table-cell')
      this.#cell = { text: '', repeated: Number(attributes['table:number-columns-repeated'] ?? 1) }
    else if (full === 'text:h' || full === 'text:p') {
      if (this.#inText++ > 0) {
        this.#outer.push({ line: this.#line, heading: this.#heading })
        this.#line = ''
      }
      this.#heading = full === 'text:h' ? Math.min(6, Number(attributes['text:outline-level'] ?? 1) || 1) : 0
    } else if (full === 'text:s')
      this.#line += ' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, 100))
    else if (full === 'text:tab') this.#line += '\t'
    else if (full === 'text:line-break') this.#line += '\n'
  }

  text(text: string): void {
    if (this.#skipped === 0 && this.#inText > 0) this.#line += text.replace(/\s+/g, ' ')
  }

  close({ name: full }: SaxesTagPlain): void {
    this.#depth--
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (full === 'text:h' || full === 'text:p') this.#closeText()
    else if (full === 'table:table-cell' || full === 'table:covered-table-cell') this.#closeCell()
    else if (full === 'table:table') this.#closeTable()
  }

  #openTable(name: string | undefined): void {
    if (this.#tables++ > 0) return
    this.#rows = []
    this.#sheet = name
  }

  #closeText(): void {
    this.#inText--
    const text = this.#line.trim()
    const outer = this.#outer.pop()
    this.#line = outer?.line ?? ''
    const heading = this.#heading
    this.#heading = outer?.heading ?? 0
    if (outer) {
      if (text !== '') this.#inner.push(text)
      return
    }
    const inner = this.#inner
    this.#inner = []
    if (this.#cell)
      this.#cell.text = [this.#cell.text, text, ...inner].filter((piece) => piece !== '').join(' ')
    else {
      if (text !== '') this.#add(text, heading)
      for (const piece of inner) this.#add(piece, 0)
    }
  }

  #closeCell(): void {
    const row = this.#rows?.at(-1)
    const cell = this.#cell
    this.#cell = undefined
    if (!row || !cell) return
    const count = cell.text === '' ? 1 : Math.min(cell.repeated || 1, MAX_REPEATED)
    for (let at = 0; at < count; at++) row.push(cell.text)
  }

  #closeTable(): void {
    if (--this.#tables > 0) return
    const rows = (this.#rows ?? []).map(withoutEmptyEnd).filter((row) => row.length > 0)
    this.#rows = undefined
    const blocks = this.#isSpreadsheet ? sheetBlocks(rows) : tableBlocks(rows)
    if (this.#isSpreadsheet && this.#sheet && blocks.length > 0) this.#add(this.#sheet, 1)
    for (const { text } of blocks) this.#add(text, 0)
    this.#sheet = undefined
  }

  #add(text: string, heading: number): void {
    this.#budget.spend(text.length)
    this.blocks.push({
      text,
      ...(heading > 0 ? { heading } : {}),
      ...(this.#slide > 0 ? { slide: this.#slide } : {}),
      // Tables of a text have a name too, but only sheets are a place.
      ...(this.#sheet !== undefined && this.#isSpreadsheet ? { sheet: this.#sheet } : {}),
    })
  }
}

function withoutEmptyEnd(row: readonly string[]): string[] {
  let end = row.length
  while (end > 0 && row[end - 1] === '') end--
  return row.slice(0, end)
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)
