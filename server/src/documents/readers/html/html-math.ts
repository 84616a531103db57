import { parseHTML } from 'linkedom'
import { grouped, raised } from '../notation/formulas.ts'
import { attributeOf, type DomElement, type DomNode, ELEMENT_NODE, nameOf } from './dom.ts'
import { isDeeperThan } from './html-depth.ts'

export const isMath = (name: string): boolean => localOf(name) === 'math'

/** A formula on one line: as the author wrote it, or from its parts, such as (a+b)/c and x^2. */
export function formulaOf(math: DomNode): string {
  const text = attributeOf(math, 'alttext') || texIn(math) || textOf(math)
  return text.replace(/\s+/g, ' ').trim()
}

/** The formula of a file that has nothing else, or nothing. */
export function formulaIn(xml: string): string {
  const root = /^(?:<\?[^>]*\?>|<!DOCTYPE[^>]*>|\s)*<(?:\w+:)?math[\s>]/.exec(xml)
  if (!root || isDeeperThan(xml, DEEPEST)) return ''
  const page: DomElement = parseHTML(
    `<html><body>${xml.slice(xml.lastIndexOf('<', root[0].length))}</body></html>`,
  ).document
  const math = [...(page.querySelector('body')?.childNodes ?? [])].find((node) => isMath(nameOf(node)))
  return math ? formulaOf(math) : ''
}

/** Deeper formulas are not made by people. */
const DEEPEST = 200

function texIn(node: DomNode): string {
  if (nameIn(node) === 'annotation' && /\bx-tex\b/i.test(attributeOf(node, 'encoding')))
    return node.textContent ?? ''
  for (const part of partsOf(node)) {
    const tex = texIn(part)
    if (tex !== '') return tex
  }
  return ''
}

function textOf(node: DomNode | undefined): string {
  if (!node) return ''
  const shape = SHAPES[nameIn(node)]
  if (shape) return shape(node)
  const parts = partsOf(node)
  return parts.length > 0 ? rowOf(parts) : signsOf(node)
}

/** Applied functions and products have invisible signs. */
const signsOf = (node: DomNode): string =>
  (node.textContent ?? '').replace(/\s+/g, ' ').replace(/[\u2061-\u2064]/g, '')

/** Names such as sin are not joined to what stands beside them. */
const rowOf = (parts: readonly DomNode[]): string =>
  parts
    .map(textOf)
    .reduce((row, text) => (isName(row.slice(-4), text) ? `${row} ${text}` : `${row}${text}`), '')

const isName = (before: string, next: string): boolean =>
  (/\p{L}{2}$/u.test(before) && /^[\p{L}\p{N}]/u.test(next)) ||
  (/[\p{L}\p{N}]$/u.test(before) && /^\p{L}{2}/u.test(next))

const partsOf = (node: DomNode): DomNode[] =>
  [...node.childNodes].filter(({ nodeType }) => nodeType === ELEMENT_NODE)
const partOf = (node: DomNode, at: number): string => textOf(partsOf(node)[at])

/** Arrows and bars above a letter belong to it; above a sum, its limit is an exponent. */
const above = (text: string): string => (/^[^\p{L}\p{N}]$/u.test(text) ? text : raised('^', text))

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)
const nameIn = (node: DomNode): string => localOf(nameOf(node))

const SHAPES: Record<string, (node: DomNode) => string> = {
  mfrac: (node) => `${grouped(partOf(node, 0))}/${grouped(partOf(node, 1))}`,
  msup: (node) => partOf(node, 0) + raised('^', partOf(node, 1)),
  msub: (node) => partOf(node, 0) + raised('_', partOf(node, 1)),
  msubsup: (node) => partOf(node, 0) + raised('_', partOf(node, 1)) + raised('^', partOf(node, 2)),
  mover: (node) => partOf(node, 0) + above(partOf(node, 1)),
  munder: (node) => `${partOf(node, 0)}${raised('_', partOf(node, 1))} `,
  munderover: (node) => `${partOf(node, 0)}${raised('_', partOf(node, 1))}${raised('^', partOf(node, 2))} `,
  msqrt: (node) => `√${grouped(rowOf(partsOf(node)))}`,
  mroot: (node) => `${partOf(node, 1)}√${grouped(partOf(node, 0))}`,
  mfenced: (node) =>
    `${attributeOf(node, 'open') || '('}${partsOf(node).map(textOf).join(', ')}${attributeOf(node, 'close') || ')'}`,
  mtable: (node) => `[${partsOf(node).map(textOf).join('; ')}]`,
  mtr: (node) => partsOf(node).map(textOf).join(', '),
  semantics: (node) => partOf(node, 0),
  mspace: () => ' ',
  mphantom: () => '',
}
