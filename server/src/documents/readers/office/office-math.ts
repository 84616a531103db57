import { grouped, raised } from '../notation/formulas.ts'
import { childOf, childrenOf, type Element } from './xml.ts'

/** An equation on one line: (a+b)/c, x^2, √(x). Enough to be found and understood by a model. */
export function mathText(element: Element | undefined): string {
  if (!element) return ''
  const shape = SHAPES[element.name]
  if (shape) return shape(element)
  if (element.name === 't') return element.text
  return element.children.map(mathText).join('')
}

const part = (element: Element, name: string) => mathText(childOf(element, name))
const property = (element: Element, properties: string, name: string) =>
  childOf(childOf(element, properties), name)?.attributes['val']

const SHAPES: Record<string, (element: Element) => string> = {
  f: (element) => `${grouped(part(element, 'num'))}/${grouped(part(element, 'den'))}`,
  sSup: (element) => part(element, 'e') + raised('^', part(element, 'sup')),
  sSub: (element) => part(element, 'e') + raised('_', part(element, 'sub')),
  sSubSup: (element) =>
    part(element, 'e') + raised('_', part(element, 'sub')) + raised('^', part(element, 'sup')),
  rad: (element) => `${part(element, 'deg')}√${grouped(part(element, 'e'))}`,
  nary: (element) =>
    `${property(element, 'naryPr', 'chr') ?? '∫'}${raised('_', part(element, 'sub'))}${raised('^', part(element, 'sup'))} ${part(element, 'e')}`,
  d: (element) => {
    const inner = childrenOf(element, 'e').map(mathText).join(', ')
    return `${property(element, 'dPr', 'begChr') ?? '('}${inner}${property(element, 'dPr', 'endChr') ?? ')'}`
  },
  func: (element) => `${part(element, 'fName').trim()} ${part(element, 'e')}`,
  limLow: (element) => `${part(element, 'e')}${raised('_', part(element, 'lim'))}`,
  limUpp: (element) => part(element, 'e') + raised('^', part(element, 'lim')),
  acc: (element) => part(element, 'e') + (property(element, 'accPr', 'chr') ?? '\u0302'),
  bar: (element) =>
    `${part(element, 'e')}${property(element, 'barPr', 'pos') === 'top' ? '\u0305' : '\u0332'}`,
  eqArr: (element) => childrenOf(element, 'e').map(mathText).join('; '),
  sPre: (element) =>
    raised('^', part(element, 'sup')) + raised('_', part(element, 'sub')) + part(element, 'e'),
  m: (element) =>
    `[${childrenOf(element, 'mr')
      .map((row) => childrenOf(row, 'e').map(mathText).join(', '))
      .join('; ')}]`,
}
