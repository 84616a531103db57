import { mathText } from '../office-math.ts'
import { childOf, chosenAlternative, type Element } from '../xml.ts'
import { symbolText } from './symbols.ts'

/** What stands in a paragraph: its words, and what hangs on it and follows it. */
export interface Inline {
  text: string
  boxes: Element[]
  notes: { kind: 'footnote' | 'endnote'; id: string }[]
}

/** Deleted or moved away by a reviewer, or machine matter. */
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
const SIGNS: Record<string, string> = {
  tab: ' ',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  ptab: ' ',
}

export function readInline(paragraph: Element, noteNumber: (kind: string, id: string) => number): Inline {
  const inline: Inline = { text: '', boxes: [], notes: [] }
  const visit = (element: Element): void => {
    const sign = SIGNS[element.name]
    if (sign !== undefined) inline.text += sign
    else if (element.name === 't') inline.text += element.text
    else if (element.name === 'r') visitRun(element)
    else if (element.name === 'oMath') inline.text += mathText(element)
    else if (element.name === 'txbxContent') inline.boxes.push(element)
    else if (element.name === 'AlternateContent') visitEach(chosenAlternative(element))
    else if (element.name === 'sym')
      inline.text += symbolText(element.attributes['font'], element.attributes['char'])
    else if (element.name === 'docPr') inline.text += pictureText(element)
    else if (element.name === 'ruby') visitEach(childOf(element, 'rubyBase'))
    else if (element.name === 'footnoteReference' || element.name === 'endnoteReference') visitNote(element)
    else if (!SKIPPED.has(element.name)) visitEach(element)
  }
  const visitEach = (element: Element | undefined) => {
    for (const child of element?.children ?? []) visit(child)
  }
  const visitRun = (run: Element) => {
    if (isHidden(run)) return
    visitEach(run)
  }
  const visitNote = ({ name, attributes }: Element) => {
    const kind = name === 'footnoteReference' ? 'footnote' : 'endnote'
    const id = attributes['id'] ?? ''
    inline.notes.push({ kind, id })
    inline.text += `[${noteNumber(kind, id)}]`
  }
  visitEach(paragraph)
  inline.text = tidy(inline.text)
  return inline
}

/** Text that the author hid is not what a reader of the document sees. */
function isHidden(run: Element): boolean {
  const vanish = childOf(childOf(run, 'rPr'), 'vanish')
  return vanish !== undefined && !['0', 'false', 'off'].includes(vanish.attributes['val'] ?? '')
}

/** The words that the author gave for a picture; a file's name is none. */
function pictureText({ attributes }: Element): string {
  const description = attributes['descr']?.trim() ?? ''
  return description === '' || /\.\w{3,4}$/.test(description) ? '' : ` [Picture: ${description}] `
}

const tidy = (text: string) =>
  text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
