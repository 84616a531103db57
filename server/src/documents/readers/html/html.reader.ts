import { say } from '@bellwether/wire'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import type { Budget } from '../limits.ts'
import { PictureFinder } from '../pictures/picture-finder.ts'
import { UnreadableDocument } from '../unreadable-document.ts'
import { attributeOf, type DomDocument, type DomElement } from './dom.ts'
import { HtmlBlocks } from './html-blocks.ts'
import { isDeeperThan } from './html-depth.ts'
import { keepListTypes } from './html-list.ts'

/** Larger pages are read completely, because finding the main content would take too long. */
const MAX_FOR_MAIN_PART = 3_000_000
/** Searching nested elements takes quadratic time in their depth. */
const DEEPEST_FOR_MAIN_PART = 200
/** Parsing takes quadratic time in the depth. No real page is nested this deep. */
const DEEPEST_PAGE = 30_000
/** The main content must have at least this share of the page's text; otherwise something was lost. */
const MIN_SHARE = 0.6
const MAX_ELEMENTS = 100_000
const NEVER_TEXT = 'script, style, noscript, template, nav, [aria-hidden=true]'
const NOT_CONTENT = `${NEVER_TEXT}, footer, aside, [role=navigation], [role=banner], [role=contentinfo], [role=search]`
/** Content that looks like something else: boxes of textbooks, the source of a quotation, questions of a test. */
const BOXES = 'main aside, article aside, blockquote footer, fieldset, form:has(fieldset, h2, h3, h4)'

export interface HtmlOptions {
  charset?: string | undefined
  pictures?: PictureFinder
  /** All of it is content, as in a book or mail: it has no menus, and notes and boxes anywhere. */
  isAllContent?: boolean
}

export function readHtml(
  bytes: Uint8Array,
  budget: Budget,
  { charset, pictures = new PictureFinder(), isAllContent = false }: HtmlOptions = {},
): DocumentText {
  const html = decodeText(bytes, charset ?? charsetIn(bytes))
  budget.checkTime()
  requireShallow(html)
  const page: DomElement & DomDocument = parseHTML(withRoot(html)).document
  const title = page.querySelector('title')?.textContent?.replace(/\s+/g, ' ').trim()
  const reader = new HtmlBlocks(budget, pictures)
  const allBlocks = readWhole(page, reader, isAllContent ? NEVER_TEXT : NOT_CONTENT)
  const mayHaveMainPart =
    !isAllContent && html.length <= MAX_FOR_MAIN_PART && reader.deepest <= DEEPEST_FOR_MAIN_PART
  const main = mayHaveMainPart ? readMainPart(html, budget, pictures) : []
  const blocks = lengthOf(main) >= MIN_SHARE * lengthOf(allBlocks) ? withHeadings(main, allBlocks) : allBlocks
  return { kind: 'html', ...(title ? { title } : {}), blocks }
}

function requireShallow(html: string): void {
  if (!isDeeperThan(html, DEEPEST_PAGE)) return
  throw new UnreadableDocument('expands_too_much', say('documents.page_too_deep'))
}

/** The declared encoding, as browsers look for it. */
export function charsetIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString(
    'latin1',
  )
  return (
    /<meta[^>]{0,500}charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ??
    /^<\?xml[^>]{0,200}encoding=["']([\w-]+)/.exec(start)?.[1]
  )
}

/** A fragment without <html> would be put beside the document, not into it. */
const withRoot = (html: string) =>
  /<html[\s>]/i.test(html.slice(0, 5000)) ? html : `<html><body>${html}</body></html>`

function readWhole(page: DomElement & DomDocument, reader: HtmlBlocks, left: string): Block[] {
  showFormulas(page)
  const boxes = new Set(page.querySelectorAll(BOXES))
  for (const element of [...page.querySelectorAll(left)]) if (!boxes.has(element)) element.remove()
  return reader.read(page.querySelector('body') ?? page)
}

function readMainPart(html: string, budget: Budget, pictures: PictureFinder): Block[] {
  const { document } = parseHTML(withRoot(html))
  showFormulas(document)
  openBoxes(document)
  keepListTypes(document)
  const options = { maxElemsToParse: MAX_ELEMENTS, serializer: (node: DomElement) => node }
  const content = quietly(() => new Readability(document, options).parse()?.content)
  budget.checkTime()
  return content ? new HtmlBlocks(budget, pictures).read(content) : []
}

/** What MathJax drew for a formula, which stands beside it as a script. */
const DRAWN_FORMULA = '.MathJax_Preview, .MathJax_Display, span.MathJax, .MathJax_SVG, .MathJax_CHTML'

/** Pages may have formulas as scripts of this type, for MathJax to draw. */
function showFormulas(document: DomDocument): void {
  const formulas = [...document.querySelectorAll('script[type^="math/tex"]')]
  if (formulas.length === 0) return
  for (const drawn of [...document.querySelectorAll(DRAWN_FORMULA)]) drawn.remove()
  for (const formula of formulas) {
    const shown = document.createElement('span')
    shown.textContent = `\\(${formula.textContent ?? ''}\\)`
    formula.replaceWith(shown)
  }
}

/** The search for the main content drops every aside, and anything that is called a sidebar. */
function openBoxes(document: DomDocument): void {
  for (const box of [...document.querySelectorAll(BOXES)]) {
    const open = document.createElement('div')
    open.setAttribute('class', attributeOf(box, 'class'))
    open.append(...box.childNodes)
    box.replaceWith(open)
  }
}

/** If finding the main content fails, the whole page is read. */
function quietly<T>(search: () => T): T | undefined {
  try {
    return search()
  } catch {
    return undefined
  }
}

/** The search for the main content drops the first heading and changes the level of others; this restores them. */
function withHeadings(main: readonly Block[], allBlocks: readonly Block[]): Block[] {
  const levels = new Map<string, number>()
  for (const { text, heading } of allBlocks) if (heading !== undefined) levels.set(text, heading)
  const blocks = main.map((block) =>
    block.heading === undefined ? block : { ...block, heading: levels.get(block.text) ?? block.heading },
  )
  const first = allBlocks.find(({ heading }) => heading !== undefined)
  if (!first || blocks.some(({ text, heading }) => heading !== undefined && text === first.text))
    return blocks
  return [first, ...blocks]
}

const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0)
