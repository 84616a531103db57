import type { PdfPage, TextItem } from './open-pdf.ts'

const DEEPEST = 100

interface Tag {
  role?: unknown
  /** Text that stands for the content: an alternative text, or what the letters drawn there mean. */
  alt?: unknown
  children?: unknown
  /** Of content on the page. */
  id?: unknown
}

/** The alternative texts of a tagged PDF's figures, in reading order; empty if they can't be read. */
export async function figureTexts(page: PdfPage): Promise<string[]> {
  const words: string[] = []
  await eachTag(page, ({ role, alt }) => {
    if (role === 'Figure' && typeof alt === 'string' && alt.trim() !== '') words.push(alt.trim())
  })
  return words
}

/** The text of a page, with what the tags of spans say that they mean instead of the letters that are drawn. */
export async function taggedText(page: PdfPage): Promise<TextItem[]> {
  const meanings = new Map<unknown, string>()
  await eachTag(page, ({ role, alt, children }) => {
    const [content, ...others] = Array.isArray(children) ? children : []
    if (role === 'Span' && typeof alt === 'string' && others.length === 0) meanings.set(content?.id, alt)
  })
  meanings.delete(undefined)
  // Ligatures are resolved after the letters are in reading order.
  const options = { disableNormalization: true, includeMarkedContent: meanings.size > 0 }
  const { items } = await page.getTextContent(options)
  return meanings.size > 0 ? replaced(items, meanings) : items
}

/** The first item of each span gets its meaning and the width of all of them. */
function replaced(items: readonly TextItem[], meanings: ReadonlyMap<unknown, string>): TextItem[] {
  const kept: TextItem[] = []
  const open: { meaning: string | undefined; first?: TextItem }[] = []
  for (const item of items) {
    const span = open.findLast(({ meaning }) => meaning !== undefined)
    if (item.type?.startsWith('begin')) open.push({ meaning: meanings.get(item.id) })
    else if (item.type === 'endMarkedContent') open.pop()
    else if (span?.meaning === undefined) kept.push(item)
    else if (span.first) span.first.width = (span.first.width ?? 0) + (item.width ?? 0)
    else if (item.str?.trim()) {
      span.first = { ...item, str: span.meaning }
      kept.push(span.first)
    }
  }
  return kept
}

async function eachTag(page: PdfPage, visit: (tag: Tag) => void): Promise<void> {
  const walk = (node: unknown, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > DEEPEST) return
    const tag: Tag = node
    visit(tag)
    if (Array.isArray(tag.children)) for (const child of tag.children) walk(child, depth + 1)
  }
  // Damaged tags don't affect the text.
  walk(await page.getStructTree().catch(() => undefined), 0)
}
