import { say } from '@bellwether/wire'
import type { SaxesTagPlain } from 'saxes'
import { DocumentArchive } from '../document-archive.ts'
import type { Block, DocumentText } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import type { Margins } from '../margins.ts'
import { raisedText } from '../notation/raised-text.ts'
import { unreadChartsNote } from '../office/drawings/chart.ts'
import { streamXml, type XmlSource } from '../office/xml.ts'
import { authorText, toPictureText } from '../pictures/picture-texts.ts'
import { hiddenSheetsNote } from '../table.ts'
import { corrupt, unsupported } from '../unreadable-document.ts'
import { type MarginText, MasterPages } from './opendocument-margins.ts'
import { type EmbeddedObject, objectPart, readObjects } from './opendocument-objects.ts'
import { OpenDocumentTable } from './opendocument-table.ts'

/** Elements whose text is not part of the document. */
const SKIPPED = new Set([
  'office:annotation',
  'text:tracked-changes',
  'text:note-citation',
  'office:forms',
  'office:scripts',
])

/**
 * OpenDocument text, presentations and spreadsheets: all three have their text in `content.xml`, and their headers and
 * footers in `styles.xml`.
 */
export async function readOpenDocument(
  bytes: Uint8Array,
  budget: Budget,
  margins: Margins,
): Promise<DocumentText> {
  const archive = DocumentArchive.open(bytes, budget)
  if (await isEncrypted(archive)) throw unsupported(say('documents.unsupported_encrypted_opendocument'))
  if (!archive.has('content.xml')) throw corrupt()
  const source: XmlSource = { archive, budget, unread: [] }
  const masters = new MasterPages(budget)
  if (archive.has('styles.xml')) await streamXml(source, 'styles.xml', masters)
  const objects = await readObjects({ ...source, mayHaveDoctype: true })
  const content = new ContentReader(budget, margins, masters, objects)
  await streamXml(source, 'content.xml', content)
  const kept = (texts: readonly MarginText[]): Block[] =>
    texts.filter(({ text, ...about }) => margins.keeps(text, about)).map(({ text }) => ({ text }))
  // Without content, they are no document.
  const blocks =
    content.blocks.length === 0 ? [] : [...kept(masters.headers), ...content.blocks, ...kept(masters.footers)]
  const warnings = [...hiddenSheetsNote(content.hiddenSheets), ...unreadChartsNote(source), ...margins.notes]
  return { kind: 'opendocument', blocks, warnings }
}

async function isEncrypted(archive: DocumentArchive): Promise<boolean> {
  if (!archive.has(MANIFEST)) return false
  let start = ''
  for await (const piece of archive.read(MANIFEST)) {
    start += Buffer.from(piece).toString('latin1')
    if (start.length > 100_000) break
  }
  return start.includes('encryption-data')
}

const MANIFEST = 'META-INF/manifest.xml'

class ContentReader {
  readonly blocks: Block[] = []
  readonly #budget: Budget
  readonly #margins: Margins
  readonly #masters: MasterPages
  readonly #objects: ReadonlyMap<string, EmbeddedObject>
  /** Inside an element that is left out, if above 0. */
  #skipped = 0
  #line = ''
  #heading = 0
  /** Paragraphs around the current one: that of a note or a text box is inside another. */
  readonly #outer: { line: string; heading: number }[] = []
  #inText = 0
  /** The text of notes and boxes, which follows the paragraph that has them. */
  #inner: string[] = []
  #table: OpenDocumentTable | undefined
  /** Charts that wait for the end of what they are in. */
  readonly #charts: Block[] = []
  #slide = 0
  #sheet: string | undefined
  #isSpreadsheet = false
  /** Styles of tables that are not shown. */
  readonly #hiddenStyles = new Set<string>()
  /** Styles of raised text. */
  readonly #raisedStyles = new Set<string>()
  /** For each open span, where its text begins if it is raised. */
  readonly #spans: (number | undefined)[] = []
  #style = ''
  /** Their tables are left out. */
  readonly hiddenSheets: string[] = []

  /** Headers and footers of slides by kind and name. */
  readonly #declared = new Map<string, string>()
  #declaration: string | undefined
  /** What the current slide shows around its content. */
  #around: string[] = []
  /** The alternative text of the picture that is open. */
  #words: { title: string; desc: string; isPicture: boolean } | undefined
  #wordsIn: 'title' | 'desc' | undefined

  constructor(
    budget: Budget,
    margins: Margins,
    masters: MasterPages,
    objects: ReadonlyMap<string, EmbeddedObject>,
  ) {
    this.#objects = objects
    this.#budget = budget
    this.#margins = margins
    this.#masters = masters
  }

  open({ name: full, attributes }: SaxesTagPlain): void {
    const name = localOf(full)
    if (this.#skipped > 0 || SKIPPED.has(full)) {
      this.#skipped++
      return
    }
    if (full === 'draw:page') this.#openSlide(attributes)
    else if (DECLARED.test(full)) this.#declaration = `${name} ${attributes['presentation:name'] ?? ''}`
    else if (full === 'draw:frame') this.#words = { title: '', desc: '', isPicture: false }
    else if (full === 'draw:image' && this.#words) this.#words.isPicture = true
    else if (full === 'svg:title' || full === 'svg:desc') this.#wordsIn = name === 'title' ? 'title' : 'desc'
    else if (full === 'office:spreadsheet') this.#isSpreadsheet = true
    else if (full === 'style:style') this.#style = attributes['style:name'] ?? ''
    else if (full === 'style:table-properties' && attributes['table:display'] === 'false')
      this.#hiddenStyles.add(this.#style)
    else if (
      full === 'style:text-properties' &&
      /^(?:super|[1-9]\d*%)/.test(attributes['style:text-position'] ?? '')
    )
      this.#raisedStyles.add(this.#style)
    else if (full === 'text:span')
      this.#spans.push(
        this.#raisedStyles.has(attributes['text:style-name'] ?? '') ? this.#line.length : undefined,
      )
    else if (full === 'draw:object') this.#openObject(this.#objects.get(objectPart(attributes)))
    else if (full === 'table:table') this.#openTable(attributes)
    else if (name === 'table-cell' || name === 'covered-table-cell')
      this.#table?.openCell(Number(attributes['table:number-columns-repeated'] ?? 1))
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
    if (this.#skipped > 0) return
    if (this.#declaration !== undefined)
      this.#declared.set(this.#declaration, (this.#declared.get(this.#declaration) ?? '') + text)
    else if (this.#wordsIn !== undefined) {
      if (this.#words) this.#words[this.#wordsIn] += text
    } else if (this.#inText > 0) this.#line += text.replace(/\s+/g, ' ')
  }

  close({ name: full }: SaxesTagPlain): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (full === 'text:h' || full === 'text:p') this.#closeText()
    else if (full === 'text:span') this.#closeSpan()
    else if (full === 'draw:page') this.#closeSlide()
    else if (full === 'draw:frame') this.#closePicture()
    else if (full === 'svg:title' || full === 'svg:desc') this.#wordsIn = undefined
    else if (DECLARED.test(full)) this.#declaration = undefined
    else if (full === 'table:table-cell' || full === 'table:covered-table-cell') this.#table?.closeCell()
    else if (full === 'table:table-row') this.#table?.closeRow()
    else if (full === 'table:table') this.#closeTable()
  }

  #openObject({ formula, chart }: EmbeddedObject = { formula: '', chart: [] }): void {
    this.#line += formula
    this.#charts.push(...chart)
    this.#placeCharts()
  }

  /** They follow the paragraph or table that has them. */
  #placeCharts(): void {
    if (this.#inText > 0 || this.#table) return
    for (const { text } of this.#charts.splice(0)) this.#add(text, 0)
  }

  #closeSpan(): void {
    const start = this.#spans.pop()
    if (start === undefined) return
    const before = this.#line.slice(0, start)
    this.#line = before + raisedText(before, this.#line.slice(start))
  }

  #openSlide(attributes: Record<string, string>): void {
    this.#slide++
    const declared = ['header', 'footer', 'date-time'].map((kind) =>
      this.#declared.get(`${kind}-decl ${attributes[`presentation:use-${kind}-name`] ?? ''}`),
    )
    const shown = this.#masters.onSlides.get(attributes['draw:master-page-name'] ?? '') ?? []
    this.#around = [...shown, ...declared.map((text) => text?.replace(/\s+/g, ' ').trim() ?? '')]
  }

  #closeSlide(): void {
    for (const text of this.#around) if (this.#margins.keeps(text)) this.#add(text, 0)
    this.#around = []
  }

  /** Like a note, the text for a picture does not divide the sentence it is in. */
  #closePicture(): void {
    const { title, desc, isPicture } = this.#words ?? { title: '', desc: '', isPicture: false }
    this.#words = undefined
    const text = isPicture ? toPictureText(authorText(desc, title).words) : ''
    if (text === '') return
    if (this.#inText > 0) this.#inner.push(text)
    else if (this.#table?.isInCell) this.#table.addText(text)
    else this.#add(text, 0)
  }

  #openTable(attributes: Record<string, string>): void {
    if (this.#table) {
      this.#table.openTable()
      return
    }
    const name = attributes['table:name']
    if (this.#isSpreadsheet && this.#hiddenStyles.has(attributes['table:style-name'] ?? '')) {
      this.hiddenSheets.push(name ?? '')
      this.#skipped = 1
      return
    }
    this.#table = new OpenDocumentTable()
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
    if (this.#table?.isInCell) this.#table.addText([text, ...inner].join(' ').trim())
    else {
      if (text !== '') this.#add(text, heading)
      for (const piece of inner) this.#add(piece, 0)
      this.#placeCharts()
    }
  }

  #closeTable(): void {
    if (!this.#table?.closeTable()) return
    const blocks = [...this.#table.blocks(this.#isSpreadsheet), ...this.#charts.splice(0)]
    this.#table = undefined
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

const DECLARED = /^presentation:(?:header|footer|date-time)-decl$/

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)
