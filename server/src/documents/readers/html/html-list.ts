import { toNumeral } from '../notation/numerals.ts'
import { attributeOf, type DomDocument, type DomNode, nameOf } from './dom.ts'

const FORMATS: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
}

/** Marks the items of a list as browsers show them, so that "answer b" finds its item. */
export function itemMarker(list: DomNode): (item: DomNode) => string {
  if (nameOf(list) !== 'ol') return () => '-'
  const isReversed = list.getAttribute?.('reversed') != null
  const items = [...list.childNodes].filter((child) => nameOf(child) === 'li')
  const format = formatOf(list)
  let next = integerOf(list, 'start') ?? (isReversed ? items.length : 1)
  return (item) => {
    const number = integerOf(item, 'value') ?? next
    next = number + (isReversed ? -1 : 1)
    return `${number > 0 ? toNumeral(number, format) : number}.`
  }
}

const formatOf = (list: DomNode): string =>
  FORMATS[styledType(list) ?? attributeOf(list, 'type')] ?? 'decimal'

const styledType = (list: DomNode): string | undefined =>
  /list-style(?:-type)?\s*:\s*([\w-]+)/i.exec(attributeOf(list, 'style'))?.[1]?.toLowerCase()

/** The search for the main content drops styles, but not the type that they stand for. */
export function keepListTypes(document: DomDocument): void {
  for (const list of document.querySelectorAll('ol[style]')) {
    const type = styledType(list)
    if (type !== undefined) list.setAttribute('type', type)
  }
}

function integerOf(node: DomNode, name: string): number | undefined {
  const value = attributeOf(node, name).trim()
  return /^-?\d{1,9}$/.test(value) ? Number(value) : undefined
}
