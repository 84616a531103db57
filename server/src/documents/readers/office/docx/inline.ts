import { raisedText } from '../../notation/raised-text.ts'
import { toNoteMark } from '../../note-mark.ts'
import { type DrawnPicture, picturesIn } from '../drawings/pictures.ts'
import { relatedPart } from '../drawings/shapes.ts'
import { mathText } from '../office-math.ts'
import { childOf, childrenOf, chosenAlternative, type Element } from '../xml.ts'
import { FOUND_BREAK, SET_BREAK } from './pages.ts'
import { symbolText } from './symbols.ts'

/** The content of a paragraph: its text and text boxes, and what follows it. */
export interface Inline {
  text: string
  boxes: Element[]
  /** Notes, charts and diagrams. */
  after: { kind: 'footnote' | 'endnote' | 'frame'; id: string }[]
}

/** Text deleted or moved by a reviewer, and technical elements. */
const SKIPPED = new Set([
  'pPr',
  'rPr',
  'del',
  'moveFrom',
  'instrText',
  'delText',
  'sdtPr',
  'sdtEndPr',
  'commentReference',
])
/** Drawings, inline or anchored, and those of older versions. */
const DRAWINGS = new Set(['inline', 'anchor', 'pict', 'object'])
const SIGNS: Record<string, string> = {
  tab: ' ',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  ptab: ' ',
  lastRenderedPageBreak: FOUND_BREAK,
}

const signOf = ({ name, attributes }: Element): string | undefined =>
  name === 'br' && attributes['type'] === 'page' ? SET_BREAK : SIGNS[name]

export interface InlineHooks {
  noteNumber(kind: string, id: string): number
  /** The text to insert for an image. */
  note(picture: DrawnPicture): string
}

export function readInline(paragraph: Element, { noteNumber, note }: InlineHooks): Inline {
  const inline: Inline = { text: '', boxes: [], after: [] }
  const visit = (element: Element): void => {
    const sign = signOf(element)
    const part = relatedPart(element)
    if (part !== undefined) inline.after.push({ kind: 'frame', id: part })
    else if (sign !== undefined) inline.text += sign
    else if (element.name === 't') inline.text += element.text
    else if (element.name === 'r') visitRun(element)
    else if (element.name === 'oMath') inline.text += mathText(element)
    else if (element.name === 'txbxContent') inline.boxes.push(element)
    else if (element.name === 'AlternateContent') visitEach(chosenAlternative(element))
    else if (element.name === 'sym')
      inline.text += symbolText(element.attributes['font'], element.attributes['char'])
    else if (DRAWINGS.has(element.name)) visitDrawing(element)
    else if (element.name === 'ffData') inline.text += chosenIn(element)
    else if (element.name === 'ruby') visitEach(childOf(element, 'rubyBase'))
    else if (element.name === 'footnoteReference' || element.name === 'endnoteReference') visitNote(element)
    else if (!SKIPPED.has(element.name)) visitEach(element)
  }
  const visitEach = (element: Element | undefined) => {
    for (const child of element?.children ?? []) visit(child)
  }
  const visitRun = (run: Element) => {
    if (isHidden(run)) return
    const before = inline.text
    visitEach(run)
    if (childOf(childOf(run, 'rPr'), 'vertAlign')?.attributes['val'] === 'superscript')
      inline.text = before + raisedText(before, inline.text.slice(before.length))
  }
  const visitDrawing = (drawing: Element) => {
    for (const picture of picturesIn(drawing)) inline.text += ` ${note(picture)} `
    visitEach(drawing)
  }
  const visitNote = ({ name, attributes }: Element) => {
    const kind = name === 'footnoteReference' ? 'footnote' : 'endnote'
    const id = attributes['id'] ?? ''
    inline.after.push({ kind, id })
    inline.text += toNoteMark(noteNumber(kind, id))
  }
  visitEach(paragraph)
  inline.text = tidy(inline.text)
  return inline
}

/** What a form field of older versions shows, unless its text follows: the chosen entry, or a box with or without a check. */
function chosenIn(field: Element): string {
  const list = childOf(field, 'ddList')
  if (list) {
    const chosen = Number(childOf(list, 'result')?.attributes['val'] ?? 0)
    return childrenOf(list, 'listEntry')[chosen]?.attributes['val'] ?? ''
  }
  const box = childOf(field, 'checkBox')
  if (!box) return ''
  const state = childOf(box, 'checked') ?? childOf(box, 'default')
  return state && !OFF.has(state.attributes['val'] ?? '') ? '☒' : '☐'
}

const OFF: ReadonlySet<string> = new Set(['0', 'false', 'off'])

/** Hidden text is not visible to readers of the document. */
function isHidden(run: Element): boolean {
  const vanish = childOf(childOf(run, 'rPr'), 'vanish')
  return vanish !== undefined && !OFF.has(vanish.attributes['val'] ?? '')
}

/** A number with the word for page, or one that Word computes for each page; another may be a year. */
export const saysPage = (text: string, paragraph: Element): boolean =>
  /\p{L}.*\d/u.test(text) || hasPageField(paragraph)

const hasPageField = ({ name, text, attributes, children }: Element): boolean =>
  name === 'pgNum' ||
  (name === 'instrText' && /\bPAGE\b/i.test(text)) ||
  (name === 'fldSimple' && /\bPAGE\b/i.test(attributes['instr'] ?? '')) ||
  children.some(hasPageField)

const tidy = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
