import { DocumentArchive } from '../../document-archive.ts'
import type { Block, DocumentText } from '../../document-text.ts'
import type { Budget } from '../../limits.ts'
import { type Margins, PAGE_NUMBER } from '../../margins.ts'
import { toNoteMark } from '../../note-mark.ts'
import { PictureFinder } from '../../pictures/picture-finder.ts'
import { toBlocks, unreadChartsNote } from '../drawings/chart.ts'
import type { DrawnPicture } from '../drawings/pictures.ts'
import { mainPart, type Relation, relationsOf, titleOf } from '../office-parts.ts'
import { childOf, chosenAlternative, type Element, eachElement, elementsOf, type XmlSource } from '../xml.ts'
import { type Inline, readInline, saysPage } from './inline.ts'
import { Numbering } from './numbering.ts'
import { PageCounter, type PagePiece, SET_BREAK, withoutBreaks } from './pages.ts'
import { headingOf, numberingOf, type ParagraphStyle, pageBreakOf, readStyles } from './styles.ts'
import { rowsOf, tablesByPage } from './table-rows.ts'

const LIST_CHARACTERS = 800

export async function readDocx(
  bytes: Uint8Array,
  budget: Budget,
  margins: Margins,
  pictures = new PictureFinder(),
): Promise<DocumentText> {
  const source: XmlSource = { archive: DocumentArchive.open(bytes, budget), budget, unread: [] }
  const main = await mainPart(source, 'word/document.xml')
  const relations = await relationsOf(source, main)
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part ?? ''
  const parts = new Map(relations.map(({ id, part }) => [id, part]))
  const body = new DocxBody({
    budget,
    margins,
    styles: await readStyles(source, partOf('styles')),
    numbering: await Numbering.read(source, partOf('numbering')),
    footnote: await readNotes(source, partOf('footnotes'), 'footnote'),
    endnote: await readNotes(source, partOf('endnotes'), 'endnote'),
    frame: await readFrames(source, relations),
    notePicture: ({ relation = '', ...picture }) => pictures.note({ ...picture, part: parts.get(relation) }),
  })
  const marginsOf = async (type: string): Promise<Element[]> =>
    (
      await Promise.all(
        relations
          .filter((relation) => relation.type === type)
          .map(({ part }) => elementsOf(source, part, 'p')),
      )
    ).flat()
  for (const paragraph of await marginsOf('header')) body.addMargin(paragraph)
  await eachElement(source, main, new Set(['p', 'tbl', 'AlternateContent']), (element) => body.add(element))
  for (const paragraph of await marginsOf('footer')) body.addMargin(paragraph)
  await pictures.load(source.archive)
  const warnings = [...unreadChartsNote(source), ...margins.notes]
  return { kind: 'docx', title: await titleOf(source), blocks: body.blocks, warnings }
}

/** What belongs to the body, from other parts of the file. */
interface Parts {
  budget: Budget
  margins: Margins
  styles: ReadonlyMap<string, ParagraphStyle>
  numbering: Numbering
  footnote: ReadonlyMap<string, Element>
  endnote: ReadonlyMap<string, Element>
  frame: ReadonlyMap<string, Block[]>
  notePicture: (picture: DrawnPicture) => string
}

async function readNotes(source: XmlSource, part: string, name: string): Promise<Map<string, Element>> {
  const elements = await elementsOf(source, part, name)
  // Separator lines are notes too, with a type.
  const real = elements.filter(
    ({ attributes }) => attributes['type'] === undefined || attributes['type'] === 'normal',
  )
  return new Map(real.map((element) => [element.attributes['id'] ?? '', element]))
}

/** Charts and diagrams, by the id of their relation. */
async function readFrames(
  source: XmlSource,
  relations: readonly Relation[],
): Promise<ReadonlyMap<string, Block[]>> {
  const frames = new Map<string, Block[]>()
  for (const { id } of relations) frames.set(id, await toBlocks(source, relations, { relation: id }, {}))
  return frames
}

/** Turns the body's paragraphs and tables into blocks, one after the other. */
class DocxBody {
  readonly #blocks: Block[] = []
  readonly #pages = new PageCounter()
  readonly #parts: Parts
  readonly #noteNumbers = new Map<string, number>()
  #waiting: Inline['after'] = []
  #list: Block | undefined
  #isInNote = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Page numbers are known only if the document has page breaks. */
  get blocks(): Block[] {
    if (this.#pages.hasBreaks) return this.#blocks
    return this.#blocks.map(({ page: _page, ...block }) => block)
  }

  /** A paragraph of a header or footer, once for all pages that have it. */
  addMargin(paragraph: Element): void {
    this.#isInNote = true
    const text = oneLine(withoutBreaks(this.#paragraphText(paragraph)))
    this.#isInNote = false
    this.#waiting = []
    const isPageNumber = PAGE_NUMBER.test(text) && saysPage(text, paragraph)
    if (this.#parts.margins.keeps(text, { isPageNumber })) this.#push({ text, page: this.#pages.page })
  }

  /** A paragraph or table of the body; its charts, diagrams and notes follow it. */
  add(element: Element): void {
    this.#addContent(element)
    const after = this.#waiting
    this.#waiting = []
    for (const { kind, id } of after)
      if (kind === 'frame')
        for (const { text } of this.#parts.frame.get(id) ?? []) this.#push({ text, page: this.#pages.page })
      else this.#addNote(kind, id)
    // Word does not allow nested notes; if there is one, it is skipped.
    this.#waiting = []
  }

  #addContent(element: Element): void {
    if (element.name === 'tbl') this.#addTable(element)
    else if (element.name === 'p') this.#addParagraph(element)
    else if (element.name === 'AlternateContent') this.#addEach(chosenAlternative(element))
    else if (!element.name.endsWith('Pr')) this.#addEach(element)
  }

  #addEach(element: Element | undefined): void {
    for (const child of element?.children ?? []) this.#addContent(child)
  }

  #addParagraph(paragraph: Element): void {
    const inline = this.#read(paragraph)
    const style = this.#styleOf(paragraph)
    const isOnNewPage = style.pageBreakBefore === true && this.#blocks.length > 0
    const [first, ...others] = this.#pages.take(isOnNewPage ? SET_BREAK + inline.text : inline.text)
    if (first) {
      const { heading } = style
      const label = this.#labelOf(style)
      if (heading === undefined) this.#pushItem(first, label, style)
      else {
        const text = [first, ...others].map((piece) => piece.text).join(' ')
        this.#push({
          text: oneLine(label && label !== '-' ? `${label} ${text}` : text),
          heading,
          page: first.page,
        })
      }
      if (heading === undefined)
        for (const { continues, ...piece } of others)
          this.#push({ ...piece, ...(continues ? { continues } : { gap: '\n' }) })
    }
    for (const box of inline.boxes) this.#addEach(box)
  }

  #addTable(table: Element): void {
    const rows = rowsOf(table)
    const cells = rows.flatMap(({ cells }) => cells)
    // A table with one cell is a text frame.
    if (cells.length === 1) {
      this.#addEach(cells[0])
      return
    }
    const pageRows = rows.map(({ cells, before }) =>
      this.#pages.takeRow([
        ...Array<string>(before).fill(''),
        ...cells.flatMap((cell) => this.#cellTexts(cell)),
      ]),
    )
    for (const block of tablesByPage(pageRows)) this.#push(block)
  }

  /** A cell that spans columns fills all of them; one that continues the cell above is empty. */
  #cellTexts(cell: Element): string[] {
    const properties = childOf(cell, 'tcPr')
    const merge = childOf(properties, 'vMerge')
    const continued = merge !== undefined && merge.attributes['val'] !== 'restart'
    const span = Math.min(Number(childOf(properties, 'gridSpan')?.attributes['val'] ?? 1) || 1, 100)
    const isGone = continued || childOf(properties, 'cellDel') !== undefined
    const text = isGone ? '' : this.#textIn(cell)
    return [text, ...Array<string>(span - 1).fill('')]
  }

  /** A nested table can't be Markdown: its rows follow each other, with cells separated by a dot. */
  #textIn(element: Element): string {
    const texts = element.children.map((child) => {
      if (child.name === 'p') return this.#paragraphText(child)
      if (child.name === 'tbl') return this.#nestedTable(child)
      if (child.name === 'AlternateContent') return this.#textIn(chosenAlternative(child) ?? child)
      return child.name.endsWith('Pr') ? '' : this.#textIn(child)
    })
    return texts.filter((text) => text !== '').join(' ')
  }

  #nestedTable(table: Element): string {
    const rows = rowsOf(table).map(({ cells }) =>
      cells
        .map((cell) => this.#textIn(cell))
        .filter((text) => text !== '')
        .join(' · '),
    )
    return rows.filter((row) => row !== '').join('; ')
  }

  #paragraphText(paragraph: Element): string {
    const inline = this.#read(paragraph)
    const label = withoutBreaks(inline.text) === '' ? undefined : this.#labelOf(this.#styleOf(paragraph))
    const labelled = label === undefined ? inline.text : `${label} ${inline.text}`
    return [labelled, ...inline.boxes.map((box) => this.#textIn(box))].filter((text) => text !== '').join(' ')
  }

  #read(paragraph: Element): Inline {
    this.#parts.budget.tick()
    const inline = readInline(paragraph, {
      noteNumber: (kind, id) => this.#noteNumber(kind, id),
      // Notes have their own relations, so only the alternative text of images in them is kept.
      note: (picture) =>
        this.#parts.notePicture(this.#isInNote ? { ...picture, relation: undefined } : picture),
    })
    this.#waiting.push(...inline.after)
    return inline
  }

  #noteNumber(kind: string, id: string): number {
    const key = `${kind} ${id}`
    const number = this.#noteNumbers.get(key) ?? this.#noteNumbers.size + 1
    this.#noteNumbers.set(key, number)
    return number
  }

  #addNote(kind: 'footnote' | 'endnote', id: string): void {
    const note = this.#parts[kind].get(id)
    this.#isInNote = true
    const text = note === undefined ? '' : withoutBreaks(this.#textIn(note))
    this.#isInNote = false
    if (text !== '')
      this.#push({ text: `${toNoteMark(this.#noteNumber(kind, id))} ${text}`, page: this.#pages.page })
  }

  #styleOf(paragraph: Element): ParagraphStyle {
    const properties = childOf(paragraph, 'pPr')
    const style = this.#parts.styles.get(childOf(properties, 'pStyle')?.attributes['val'] ?? '')
    const heading = headingOf(properties)
    return {
      ...style,
      ...(heading === undefined ? {} : { heading }),
      ...numberingOf(properties),
      ...pageBreakOf(properties),
    }
  }

  #labelOf({ numberingId, numberingLevel }: ParagraphStyle): string | undefined {
    return numberingId === undefined
      ? undefined
      : this.#parts.numbering.next(numberingId, numberingLevel ?? 0)
  }

  /** Items of a list stay together, up to the size of a passage. */
  #pushItem(
    { text, page }: Pick<PagePiece, 'text' | 'page'>,
    label: string | undefined,
    { numberingLevel }: ParagraphStyle,
  ): void {
    if (label === undefined) {
      this.#push({ text, page })
      return
    }
    const item = listItem(text, label, numberingLevel)
    const list = this.#list
    const isOnList = list !== undefined && list === this.#blocks.at(-1) && list.page === page
    if (isOnList && list.text.length + item.length < LIST_CHARACTERS) {
      this.#parts.budget.spend(item.length)
      list.text += `\n${item}`
      return
    }
    this.#list = { text: item, page }
    this.#push(this.#list)
  }

  #push(block: Block): void {
    this.#parts.budget.spend(block.text.length)
    this.#blocks.push(block)
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

function listItem(text: string, label: string, level = 0): string {
  const indent = '  '.repeat(Math.min(level, 8))
  return `${indent}${label} ${text.replaceAll('\n', `\n${indent}  `)}`
}
