import type { Block } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { raisedText } from '../notation/raised-text.ts'
import { PictureFinder } from '../pictures/picture-finder.ts'
import { tableBlocks } from '../table.ts'
import { attributeOf, type DomNode, ELEMENT_NODE, nameOf, TEXT_NODE } from './dom.ts'
import { itemMarker } from './html-list.ts'
import { formulaOf, isMath } from './html-math.ts'
import { pictureOf } from './html-picture.ts'
import { captionsOf, isDataTable, rowsOf, toGrid } from './html-table.ts'

const SKIPPED = new Set(
  'script style noscript template iframe object embed canvas audio video head button input select textarea dialog rp rt rtc'.split(
    ' ',
  ),
)
/** Tags of other programs within a sentence: Word's names of places, MathJax. */
const FOREIGN = /:|^mjx-/
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark rb ruby s samp small span strike strong sub sup time tt u var wbr nobr'.split(
    ' ',
  ),
)
/** Of drawings in SVG. */
const LABELS = new Set(['text', 'foreignobject'])
const LIST_CHARACTERS = 800
const DEEPEST = 500

/** Walks a page and collects its blocks: headings, paragraphs, lists and tables. */
export class HtmlBlocks {
  readonly blocks: Block[] = []
  /** How deeply the elements seen so far are nested. */
  deepest = 0
  readonly #budget: Budget
  readonly #pictures: PictureFinder
  #line = ''
  #list: Block | undefined

  constructor(budget: Budget, pictures = new PictureFinder()) {
    this.#budget = budget
    this.#pictures = pictures
  }

  read(root: DomNode): Block[] {
    this.#children(root, 0, 0)
    this.#flush()
    return this.blocks
  }

  #children(node: DomNode, depth: number, level: number): void {
    // The parser makes a text of each `<` that begins no tag. Added one by one, they would take quadratic time.
    let text = ''
    const addText = () => {
      if (text !== '') this.#add(text)
      text = ''
    }
    for (const child of node.childNodes) {
      if (child.nodeType === TEXT_NODE) text += child.textContent ?? ''
      else {
        addText()
        this.#visit(child, depth, level)
      }
    }
    addText()
  }

  #visit(node: DomNode, depth: number, level: number): void {
    this.#budget.tick()
    this.deepest = Math.max(this.deepest, depth)
    if (node.nodeType === TEXT_NODE) this.#add(node.textContent ?? '')
    else if (node.nodeType === ELEMENT_NODE && !isHidden(node)) {
      if (depth > DEEPEST) this.#add(node.textContent ?? '')
      else this.#element(node, nameOf(node), depth + 1, level)
    }
  }

  #element(node: DomNode, name: string, depth: number, level: number): void {
    if (SKIPPED.has(name)) return
    if (name === 'br') this.#line += '\n'
    else if (name === 'img') this.#picture(node)
    else if (name === 'svg') this.#drawing(node)
    else if (isMath(name)) this.#add(formulaOf(node))
    else if (name === 'sup') this.#raised(node, depth, level)
    else if (name === 'q') this.#quotation(node, depth, level)
    else if (INLINE.has(name) || FOREIGN.test(name)) this.#children(node, depth, level)
    else this.#blockElement(node, name, depth, level)
  }

  #blockElement(node: DomNode, name: string, depth: number, level: number): void {
    const heading = /^h([1-6])$/.exec(name)?.[1]
    if (heading !== undefined) this.#heading(node, Number(heading), depth, level)
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.#listItems(node, depth, level + 1)
    else if (name === 'table' && isDataTable(node)) this.#table(node)
    else if (name === 'pre') this.#preformatted(node)
    else {
      this.#flush()
      this.#children(node, depth, level)
      this.#flush()
    }
  }

  #heading(node: DomNode, heading: number, depth: number, level: number): void {
    this.#flush()
    this.#children(node, depth, level)
    const text = tidy(this.#line).replace(/\s+/g, ' ')
    this.#line = ''
    if (text !== '') this.#push({ text, heading })
  }

  /** The lines of a list form one block, up to the size of a passage; other content of an item follows it. */
  #listItems(list: DomNode, depth: number, level: number): void {
    if (level === 1 || this.#line.trim() !== '') this.#flushInto(level - 1)
    const markerOf = itemMarker(list)
    for (const item of list.childNodes) {
      if (item.nodeType !== ELEMENT_NODE || isHidden(item)) continue
      if (nameOf(item) !== 'li') {
        this.#visit(item, depth, level)
        continue
      }
      const before = this.#marker
      this.#marker = `${'  '.repeat(Math.min(level - 1, 8))}${markerOf(item)} `
      this.#children(item, depth, level)
      this.#flush()
      this.#marker = before
    }
    if (level === 1) this.#list = undefined
  }

  /** Set inside a list item before its first line. */
  #marker: string | undefined

  #flushInto(outerLevel: number): void {
    this.#flush()
    if (outerLevel === 0) this.#list = undefined
  }

  #table(table: DomNode): void {
    this.#flush()
    for (const caption of captionsOf(table)) {
      this.#add(this.#textOf(caption))
      this.#flush()
    }
    for (const block of tableBlocks(toGrid(rowsOf(table), (cell) => this.#textOf(cell)))) this.#push(block)
  }

  #textOf(cell: DomNode): string {
    return new HtmlBlocks(this.#budget, this.#pictures)
      .read(cell)
      .map((block) => block.text)
      .join(' ')
  }

  #preformatted(node: DomNode): void {
    this.#flush()
    const text = (node.textContent ?? '').replace(/^\n+/, '').trimEnd()
    if (text.trim() !== '') this.#push({ text })
  }

  #picture(node: DomNode): void {
    const picture = pictureOf(node)
    const { words } = picture
    // Encyclopedias show formulas as images, with the formula as alternative text.
    const text = /^\{?\\|\\displaystyle/.test(words) ? words : this.#pictures.note(picture)
    if (text !== '') this.#line += ` ${text} `
  }

  /** The labels of a drawing; one without them, as a drawn formula or an icon, does not end its sentence. */
  #drawing(node: DomNode): void {
    const labels: string[] = []
    const open = [node]
    for (let next = open.pop(); next; next = open.pop()) {
      this.#budget.tick()
      if (next.nodeType !== ELEMENT_NODE || isHidden(next)) continue
      if (LABELS.has(nameOf(next))) labels.push(tidy(next.textContent ?? ''))
      else open.push(...[...next.childNodes].reverse())
    }
    const text = labels.filter((label) => label !== '').join('\n')
    if (text === '') return
    this.#flush()
    this.#line = text
    this.#flush()
  }

  #raised(node: DomNode, depth: number, level: number): void {
    const text = (node.textContent ?? '').trim()
    const raised = raisedText(this.#line, text)
    if (raised === text) this.#children(node, depth, level)
    else this.#line += raised
  }

  #quotation(node: DomNode, depth: number, level: number): void {
    this.#add('“')
    this.#children(node, depth, level)
    this.#line = `${this.#line.trimEnd()}”`
  }

  #add(text: string): void {
    const words = text.replace(/\s+/g, ' ')
    this.#line += this.#line.endsWith(' ') || this.#line.endsWith('\n') ? words.trimStart() : words
  }

  #flush(): void {
    const text = tidy(this.#line)
    this.#line = ''
    if (text === '') return
    const marker = this.#marker
    if (marker === undefined) {
      this.#list = undefined
      this.#push({ text })
      return
    }
    this.#marker = ' '.repeat(marker.length)
    this.#pushItem(marker + text.replaceAll('\n', `\n${' '.repeat(marker.length)}`))
  }

  #pushItem(item: string): void {
    const list = this.#list
    if (list && list === this.blocks.at(-1) && list.text.length + item.length < LIST_CHARACTERS) {
      this.#budget.spend(item.length)
      list.text += `\n${item}`
      return
    }
    this.#list = { text: item }
    this.#push(this.#list)
  }

  #push(block: Block): void {
    this.#budget.spend(block.text.length)
    this.blocks.push(block)
  }
}

/** Hidden elements are skipped. */
function isHidden(node: DomNode): boolean {
  if (node.getAttribute?.('hidden') != null) return true
  return (
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributeOf(node, 'style')) && nameOf(node) !== 'math'
  )
}

const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
