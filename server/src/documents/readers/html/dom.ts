/** The part of the DOM that is used here; the server has no DOM types. */
export interface DomNode {
  nodeType: number
  textContent: string | null
  childNodes: Iterable<DomNode>
  localName?: string
  getAttribute?: (name: string) => string | null
}

export interface DomElement extends DomNode {
  querySelectorAll: (selector: string) => Iterable<DomElement>
  querySelector: (selector: string) => DomElement | null
  remove: () => void
  setAttribute: (name: string, value: string) => void
  append: (...nodes: DomNode[]) => void
  replaceWith: (node: DomNode) => void
}

export interface DomDocument extends Pick<DomElement, 'querySelectorAll'> {
  createElement: (name: string) => DomElement
}

export const TEXT_NODE = 3
export const ELEMENT_NODE = 1

export const attributeOf = (node: DomNode, name: string): string => node.getAttribute?.(name) ?? ''

/** Lowercased, because elements created by scripts have uppercase names. */
export const nameOf = (node: DomNode): string => node.localName?.toLowerCase() ?? ''
