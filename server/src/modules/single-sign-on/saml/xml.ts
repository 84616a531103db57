import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SaxesAttributeNS, SaxesParser } from 'saxes'

/** An element with its namespace. Prefixes are each program's own choice. */
export interface XmlElement {
  name: string
  namespace: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** Characters directly inside this element. */
  text: string
}

export const NAMESPACES = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  mdui: 'urn:oasis:names:tc:SAML:metadata:ui',
} as const

const MAX_DEPTH = 50
const SLICE = 64 * 1024

/** XML that SAML does not have: broken, with a document type, or too deep. */
export class XmlFault extends Error {
  override name = 'XmlFault'
}

/** Attributes without a prefix, by name. SAML's own have none. */
const plainAttributes = (attributes: Record<string, SaxesAttributeNS>): Record<string, string> =>
  Object.fromEntries(
    Object.values(attributes)
      .filter(({ prefix }) => prefix === '')
      .map(({ local, value }) => [local, value]),
  )

export interface Visitor {
  /** Whether the element is kept with all it contains; `left` gets it. Not asked inside kept elements. */
  entered(element: XmlElement): boolean
  left(element: XmlElement, isKept: boolean): void
}

/**
 * Reads a document as a stream: what is not kept takes no memory. A document type is refused, so that entities can't
 * be declared, and none is ever fetched. Takes turns with other work.
 */
export async function walkXml(text: string, visitor: Visitor): Promise<void> {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const open: { element: XmlElement; isKept: boolean }[] = []
  parser.on('error', (error) => {
    throw new XmlFault('the document is not well-formed', { cause: error })
  })
  parser.on('doctype', () => {
    throw new XmlFault('the document contains a DOCTYPE')
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length >= MAX_DEPTH) throw new XmlFault('the document is nested too deeply')
    const parent = open.at(-1)
    const element: XmlElement = {
      name: local,
      namespace: uri,
      attributes: plainAttributes(attributes),
      children: [],
      text: '',
    }
    if (parent?.isKept) parent.element.children.push(element)
    open.push({ element, isKept: parent?.isKept || visitor.entered(element) })
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed && !open.at(-1)?.isKept) visitor.left(closed.element, closed.isKept)
  })
  const addText = (characters: string) => {
    const at = open.at(-1)
    if (at?.isKept) at.element.text += characters
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    await nextTurn()
  }
  parser.close()
}

/** A small document as a whole. */
export async function readXml(text: string): Promise<XmlElement> {
  let root: XmlElement | undefined
  await walkXml(text, {
    entered: () => true,
    left(element) {
      root = element
    },
  })
  if (!root) throw new XmlFault('the document is empty')
  return root
}

/** Direct children with this name. */
export const childrenOf = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name && child.namespace === namespace)

/** Elements with this name, however deep. */
export const descendantsOf = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  element.children.flatMap((child) => [
    ...(child.name === name && child.namespace === namespace ? [child] : []),
    ...descendantsOf(child, namespace, name),
  ])
