import { childAt, childOf, type Element, elementsOf, type XmlSource } from '../xml.ts'

export interface ParagraphStyle {
  heading?: number
  numberingId?: string
  numberingLevel?: number
  /** The paragraph starts a page. */
  pageBreakBefore?: boolean
}

/** What the styles of a Word file say about headings and lists. Style ids are translated by Word, names are not. */
export async function readStyles(source: XmlSource, part: string): Promise<Map<string, ParagraphStyle>> {
  const elements = await elementsOf(source, part, 'style')
  const byId = new Map(elements.map((element) => [element.attributes['styleId'] ?? '', element]))
  return new Map([...byId].map(([id, element]) => [id, resolveStyle(element, byId, 0)]))
}

function resolveStyle(element: Element, byId: ReadonlyMap<string, Element>, depth: number): ParagraphStyle {
  const base = byId.get(childOf(element, 'basedOn')?.attributes['val'] ?? '')
  // A style may be based on itself through others; ten steps are more than real files have.
  const inherited = base && depth < 10 ? resolveStyle(base, byId, depth + 1) : {}
  return { ...inherited, ...ownStyle(element) }
}

function ownStyle(element: Element): ParagraphStyle {
  const properties = childOf(element, 'pPr')
  const heading = headingOfName(childOf(element, 'name')?.attributes['val']) ?? headingOf(properties)
  return {
    ...(heading === undefined ? {} : { heading }),
    ...numberingOf(properties),
    ...pageBreakOf(properties),
  }
}

function headingOfName(name: string | undefined): number | undefined {
  if (name?.toLowerCase() === 'title') return 1
  const level = /^heading ([1-9])$/i.exec(name ?? '')?.[1]
  return level === undefined ? undefined : Math.min(Number(level), 6)
}

/** Outline levels count from 0; 9 says "body text". */
export function headingOf(properties: Element | undefined): number | undefined {
  const level = Number(childOf(properties, 'outlineLvl')?.attributes['val'] ?? Number.NaN)
  return level >= 0 && level < 9 ? Math.min(level + 1, 6) : undefined
}

export function pageBreakOf(properties: Element | undefined): Pick<ParagraphStyle, 'pageBreakBefore'> {
  const element = childOf(properties, 'pageBreakBefore')
  if (!element) return {}
  return { pageBreakBefore: !['0', 'false', 'off'].includes(element.attributes['val'] ?? '') }
}

export function numberingOf(
  properties: Element | undefined,
): Pick<ParagraphStyle, 'numberingId' | 'numberingLevel'> {
  const id = childAt(properties, 'numPr', 'numId')?.attributes['val']
  const level = childAt(properties, 'numPr', 'ilvl')?.attributes['val']
  return {
    ...(id === undefined ? {} : { numberingId: id }),
    ...(level === undefined ? {} : { numberingLevel: Number(level) }),
  }
}
