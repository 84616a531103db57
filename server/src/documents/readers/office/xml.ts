import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { DocumentArchive } from '../document-archive.ts'
import type { Budget } from '../limits.ts'
import { corrupt, UnreadableDocument } from '../unreadable-document.ts'

/** An element of a part. Names have no prefix, because each program chooses its own. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Characters directly inside this element. */
  text: string
}

export interface XmlSource {
  archive: DocumentArchive
  budget: Budget
  /** Old e-books have one. Its entities are not expanded either. */
  mayHaveDoctype?: boolean
  /** Collects the titles of charts that have no values. */
  unread?: string[]
}

/** What is called while a part is streamed. */
export interface XmlHandler {
  open(tag: SaxesTagPlain): void
  close(tag: SaxesTagPlain): void
  text(text: string): void
}

/** Office files never have a DOCTYPE, so one is refused: no custom entity is ever expanded. */
export async function streamXml(
  { archive, budget, mayHaveDoctype = false }: XmlSource,
  part: string,
  handler: XmlHandler,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', (error) => {
    throw corrupt(error)
  })
  parser.on('doctype', () => {
    if (!mayHaveDoctype) throw corrupt()
  })
  parser.on('opentag', (tag) => {
    budget.tick()
    depth += 1
    if (depth > budget.limits.xmlDepth) throw corrupt()
    handler.open(tag)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    handler.close(tag)
  })
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => handler.text(text))
  await feed(archive.read(part), parser)
}

/** Yields each outermost element with one of these names; everything else is dropped. */
export async function eachElement(
  source: XmlSource,
  part: string,
  names: ReadonlySet<string>,
  visit: (element: Element) => void,
): Promise<void> {
  const open: Element[] = []
  await streamXml(source, part, {
    open(tag) {
      const name = localName(tag.name)
      const parent = open.at(-1)
      if (!parent && !names.has(name)) return
      const element: Element = { name, attributes: withoutPrefixes(tag.attributes), children: [], text: '' }
      parent?.children.push(element)
      open.push(element)
    },
    close() {
      const element = open.pop()
      if (element && open.length === 0) visit(element)
    },
    text(text) {
      const element = open.at(-1)
      if (element) element.text += text
    },
  })
}

async function feed(pieces: AsyncIterable<Uint8Array>, parser: SaxesParser): Promise<void> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const piece of pieces) {
      decoder ??= new TextDecoder(encodingOf(piece))
      parser.write(decoder.decode(piece, { stream: true }))
    }
    parser.write(decoder?.decode() ?? '').close()
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error
    throw corrupt(error)
  }
}

function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return 'utf-8'
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** `r:id` keeps its prefix, because slides have it beside `id` on the same element. */
function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith('xmlns')) plain[name.startsWith('r:') ? name : localName(name)] = value
  }
  return plain
}

/** The elements with these names in a small part; empty if the part does not exist. */
export async function elementsOf(source: XmlSource, part: string, ...names: string[]): Promise<Element[]> {
  if (!source.archive.has(part)) return []
  const elements: Element[] = []
  await eachElement(source, part, new Set(names), (element) => elements.push(element))
  return elements
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child) => child.name === name)

/** The child at the end of a path of names. */
export const childAt = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce(childOf, element)

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** All descendants with this name in document order, without nested ones. */
export function* descendantsOf(element: Element, name: string): Generator<Element> {
  for (const child of element.children) {
    if (child.name === name) yield child
    else yield* descendantsOf(child, name)
  }
}

/** Some content is stored twice, for new and old programs. The new form counts, unless it is empty. */
export function chosenAlternative(alternateContent: Element): Element | undefined {
  const choice = childOf(alternateContent, 'Choice')
  if (choice && hasText(choice)) return choice
  return childOf(alternateContent, 'Fallback') ?? choice
}

const hasText = ({ name, text, children }: Element): boolean =>
  name === 'chart' || (name === 't' && text !== '') || children.some(hasText)
