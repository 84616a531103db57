import type { SaxesTagPlain } from 'saxes'
import type { Budget } from '../limits.ts'
import { PAGE_NUMBER } from '../margins.ts'

/** A paragraph of a header or footer. */
export interface MarginText {
  text: string
  isPageNumber: boolean
}

const MARGIN = /^style:(header|footer)(?:-left|-first)?$/
/** Filled in by the program; in `styles.xml` they have a meaningless text. */
const FILLED_IN = new Set(['text:sheet-name', 'presentation:footer', 'presentation:header'])
const PAGE_FIELDS = new Set(['text:page-number', 'text:page-count'])
/** Pages that are only printed, and elements whose text is not shown. */
const SKIPPED = new Set([
  'style:handout-master',
  'presentation:notes',
  'svg:title',
  'svg:desc',
  'office:forms',
])

/** The master pages of an OpenDocument file: headers and footers of texts and sheets, and what is on every slide. */
export class MasterPages {
  readonly headers: MarginText[] = []
  readonly footers: MarginText[] = []
  /** The texts that the slides of a master page show, by its name. */
  readonly onSlides = new Map<string, string[]>()
  readonly #budget: Budget
  readonly #open: string[] = []
  #master = ''
  #margin: MarginText[] | undefined
  /** The depths of the elements in which text does not count, and of a frame on a master page. */
  #skippedFrom = Infinity
  #frameFrom = Infinity
  #paragraph: { text: string; hasPage: boolean } | undefined

  constructor(budget: Budget) {
    this.#budget = budget
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const depth = this.#open.push(name)
    const isHidden = MARGIN.test(name) && attributes['style:display'] === 'false'
    if (SKIPPED.has(name) || FILLED_IN.has(name) || isHidden)
      this.#skippedFrom = Math.min(this.#skippedFrom, depth)
    if (name === 'style:master-page') this.#master = attributes['style:name'] ?? ''
    const kind = MARGIN.exec(name)?.[1]
    if (kind !== undefined) this.#margin = kind === 'header' ? this.headers : this.footers
    else if (name.startsWith('draw:') && this.#open.at(-2) === 'style:master-page') {
      // Placeholders have a class; their texts are on the slides themselves.
      if (attributes['presentation:class'] === undefined) this.#frameFrom = depth
    } else if (name === 'text:p' && (this.#margin || depth > this.#frameFrom))
      this.#paragraph = { text: '', hasPage: false }
    else if (this.#paragraph) {
      if (PAGE_FIELDS.has(name)) this.#paragraph.hasPage = true
      if (name === 'text:s' || name === 'text:tab' || name === 'text:line-break') this.#paragraph.text += ' '
    }
  }

  text(text: string): void {
    if (this.#paragraph && this.#open.length < this.#skippedFrom) this.#paragraph.text += text
  }

  close({ name }: SaxesTagPlain): void {
    const depth = this.#open.length
    this.#open.pop()
    if (depth === this.#skippedFrom) this.#skippedFrom = Infinity
    if (depth === this.#frameFrom) this.#frameFrom = Infinity
    if (MARGIN.test(name)) this.#margin = undefined
    if (name === 'text:p') this.#closeParagraph()
  }

  #closeParagraph(): void {
    const { text: raw, hasPage } = this.#paragraph ?? { text: '', hasPage: false }
    this.#paragraph = undefined
    const text = raw.replace(/\s+/g, ' ').trim()
    if (text === '') return
    this.#budget.spend(text.length)
    if (this.#margin) this.#margin.push({ text, isPageNumber: hasPage && PAGE_NUMBER.test(text) })
    else this.onSlides.set(this.#master, [...(this.onSlides.get(this.#master) ?? []), text])
  }
}
