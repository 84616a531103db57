import type { Block, Place } from '../../document-text.ts'
import type { Margins } from '../../margins.ts'
import { toNumeral } from '../../notation/numerals.ts'
import { raisedText } from '../../notation/raised-text.ts'
import { tableBlocks } from '../../table.ts'
import { mathText } from '../office-math.ts'
import { childAt, childOf, childrenOf, chosenAlternative, descendantsOf, type Element } from '../xml.ts'
import { aboutOf, type DrawnPicture, isSmall, relationOf } from './pictures.ts'

/** A piece of a slide or sheet; a chart or diagram is only named here and read from its own part. */
export type SlidePiece = { block: Block } | { relation: string }

/** Date, header, footer and slide number are in the margin, and often the same on each slide. */
const IN_MARGIN = new Set(['dt', 'ftr', 'sldNum', 'hdr'])
const TITLES = new Set(['title', 'ctrTitle'])

/** The title first, then the shapes in their order, including nested groups. */
export function readShapes(
  tree: Element,
  place: Place,
  note: (picture: DrawnPicture) => string,
  margins: Margins,
): SlidePiece[] {
  const titles: SlidePiece[] = []
  const rest: SlidePiece[] = []
  const edges: SlidePiece[] = []
  const visit = (element: Element): void => {
    if (element.name === 'sp' || element.name === 'cxnSp') {
      const type = placeholderOf(element)
      if (type === 'sldImg') return
      if (isInMargin(element)) edges.push(...marginText(element, type, place, margins))
      else if (TITLES.has(type)) titles.push(...titleOf(element, place))
      else rest.push(...textBlocks(childOf(element, 'txBody'), place))
      return
    }
    if (element.name === 'pic') rest.push(...pictureText(element, place, note))
    else if (element.name === 'AlternateContent') visitEach(chosenAlternative(element))
    else if (element.name === 'graphicFrame') rest.push(...frameOf(element, place))
    else visitEach(element)
  }
  const visitEach = (element: Element | undefined) => {
    for (const child of element?.children ?? []) visit(child)
  }
  visitEach(tree)
  return [...titles, ...rest, ...edges]
}

function marginText(shape: Element, type: string, place: Place, margins: Margins): SlidePiece[] {
  const text = lineOf(shape)
  return margins.keeps(text, { isPageNumber: type === 'sldNum' }) ? [{ block: { text, ...place } }] : []
}

/** The texts of a layout or master that are not placeholders: they are shown on each of its slides. */
export function layoutTexts(tree: Element): string[] {
  const visit = (element: Element): string[] =>
    element.name === 'sp'
      ? placeholderOf(element) === ''
        ? [lineOf(element)]
        : []
      : element.children.flatMap(visit)
  return tree.children.flatMap(visit).filter((text) => text !== '')
}

export const isInMargin = (shape: Element): boolean => IN_MARGIN.has(placeholderOf(shape))

const placeholderOf = (shape: Element) => {
  const placeholder = childAt(shape, 'nvSpPr', 'nvPr', 'ph')
  return placeholder ? (placeholder.attributes['type'] ?? 'body') : ''
}

const lineOf = (shape: Element): string =>
  paragraphsOf(childOf(shape, 'txBody'))
    .map((paragraph) => paragraph.text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

function titleOf(shape: Element, place: Place): SlidePiece[] {
  const text = lineOf(shape)
  return text === '' ? [] : [{ block: { text, heading: 1, ...place } }]
}

/** All paragraphs of a box are one block; those below the first level are a list. */
function textBlocks(body: Element | undefined, place: Place): SlidePiece[] {
  const paragraphs = paragraphsOf(body).filter(({ text }) => text !== '')
  if (paragraphs.length === 0) return []
  const isList =
    paragraphs.length > 1 && paragraphs.some(({ level, mark }) => level > 0 || mark !== undefined)
  const next = markCounter()
  const lines = paragraphs.map((paragraph) => {
    const mark = next(paragraph)
    return isList || mark !== '-'
      ? `${'  '.repeat(paragraph.level)}${mark} ${paragraph.text}`
      : paragraph.text
  })
  return [{ block: { text: lines.join('\n'), ...place } }]
}

interface Paragraph {
  text: string
  level: number
  /** That of a list. */
  mark: Element | undefined
}

/** Numbers paragraphs as PowerPoint does: a count goes on until a paragraph of a higher level or another kind. */
function markCounter(): (paragraph: Paragraph) => string {
  const counts: { kind: string; count: number }[] = []
  return ({ level, mark }) => {
    counts.length = Math.min(counts.length, level + 1)
    const { type = '', startAt = '1' } = mark?.name === 'buAutoNum' ? mark.attributes : {}
    if (type === '') {
      delete counts[level]
      return '-'
    }
    const kind = `${type} ${startAt}`
    const last = counts[level]
    const count = last?.kind === kind ? last.count + 1 : Number(startAt) || 1
    counts[level] = { kind, count }
    return autoNumber(type, count)
  }
}

const NUMERALS: readonly [RegExp, string][] = [
  [/^alphaLc/, 'lowerLetter'],
  [/^alphaUc/, 'upperLetter'],
  [/^romanLc/, 'lowerRoman'],
  [/^romanUc/, 'upperRoman'],
]

/** `type` names the numeral and its signs: alphaLcParenR is a). */
function autoNumber(type: string, count: number): string {
  const numeral = toNumeral(count, NUMERALS.find(([name]) => name.test(type))?.[1] ?? 'decimal')
  if (type.endsWith('ParenBoth')) return `(${numeral})`
  if (type.endsWith('ParenR')) return `${numeral})`
  return type.endsWith('Plain') ? numeral : `${numeral}.`
}

function paragraphsOf(body: Element | undefined): Paragraph[] {
  return childrenOf(body, 'p').map((paragraph) => {
    const properties = childOf(paragraph, 'pPr')
    return {
      text: runText(paragraph).replace(/\s+/g, ' ').trim(),
      level: Math.min(Number(properties?.attributes['lvl'] ?? 0) || 0, 8),
      mark: childOf(properties, 'buChar') ?? childOf(properties, 'buAutoNum'),
    }
  })
}

function runText(element: Element): string {
  return element.children.reduce((line, child) => line + textOf(child, line), '')
}

/** `line`: what stands before. */
function textOf(element: Element, line: string): string {
  if (element.name === 't') return element.text
  if (element.name === 'r') {
    const isRaised = Number(childOf(element, 'rPr')?.attributes['baseline'] ?? 0) > 0
    return isRaised ? raisedText(line, runText(element)) : runText(element)
  }
  if (element.name === 'br') return ' '
  if (element.name === 'oMath') return mathText(element)
  if (element.name === 'AlternateContent') {
    const alternative = chosenAlternative(element)
    return alternative ? runText(alternative) : ''
  }
  return runText(element)
}

function frameOf(frame: Element, place: Place): SlidePiece[] {
  const pieces: SlidePiece[] = []
  for (const table of descendantsOf(frame, 'tbl')) {
    const rows = childrenOf(table, 'tr').map((row) => childrenOf(row, 'tc').map(cellText))
    pieces.push(...tableBlocks(rows, place).map((block) => ({ block })))
  }
  const visit = (element: Element): void => {
    const relation = relatedPart(element)
    if (relation === undefined) element.children.forEach(visit)
    else pieces.push({ relation })
  }
  visit(frame)
  return pieces
}

/** The relation to the part of a chart or diagram. */
export const relatedPart = ({ name, attributes }: Element): string | undefined =>
  name === 'chart' || name === 'relIds' ? (attributes['r:id'] ?? attributes['r:dm']) : undefined

const cellText = (cell: Element) =>
  paragraphsOf(childOf(cell, 'txBody'))
    .map(({ text }) => text)
    .join(' ')

function pictureText(picture: Element, place: Place, note: (picture: DrawnPicture) => string): SlidePiece[] {
  const properties = childAt(picture, 'nvPicPr', 'cNvPr')
  const about = aboutOf(...(properties ? [properties] : []))
  const isOrnament = about.isOrnament || isSmall(childAt(picture, 'spPr', 'xfrm', 'ext'))
  const text = note({ ...about, isOrnament, relation: relationOf(picture) })
  return text === '' ? [] : [{ block: { text, ...place } }]
}
