import { posix } from 'node:path'
import { say } from '@bellwether/wire'
import { DocumentArchive } from '../document-archive.ts'
import type { Block, DocumentText } from '../document-text.ts'
import { readHtml } from '../html/html.reader.ts'
import type { Budget } from '../limits.ts'
import { type Element, eachElement, type XmlSource } from '../office/xml.ts'
import type { PictureFinder } from '../pictures/picture-finder.ts'
import { corrupt, isUnreadable, unsupported } from '../unreadable-document.ts'

/** E-books: the chapters in the order of the book. */
export async function readEpub(
  bytes: Uint8Array,
  budget: Budget,
  pictures: PictureFinder,
): Promise<DocumentText> {
  const archive = DocumentArchive.open(bytes, budget)
  const source: XmlSource = { archive, budget, mayHaveDoctype: true }
  const partOf = partFinder(archive)
  let opf: string | undefined
  await eachElement(source, 'META-INF/container.xml', new Set(['rootfile']), ({ attributes }) => {
    opf ??= attributes['full-path']
  })
  const list = partOf(opf ?? '')
  if (list === undefined) throw corrupt()
  const { title, chapters: paths } = await readPackage(source, list)
  const chapters = paths.flatMap((path) => partOf(path) ?? [])
  const locked = await lockedParts(source)
  if (chapters.some((chapter) => locked.has(chapter))) throw unsupported(say('documents.copy_protected'))
  const blocks: Block[] = []
  for (const [at, chapter] of chapters.entries()) {
    budget.report(at, chapters.length, 'pages')
    blocks.push(...readChapter(await readWhole(archive, chapter), budget, pictures))
  }
  return { kind: 'epub', ...(title ? { title } : {}), blocks }
}

/** Finds a part as lenient reading apps do: some programs write other cases, backslashes or paths from the root. */
function partFinder(archive: DocumentArchive): (path: string) => string | undefined {
  const plain = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '').normalize().toLowerCase()
  const parts = new Map(archive.names().map((name) => [plain(name), name]))
  return (path) => (archive.has(path) ? path : parts.get(plain(path)))
}

async function readPackage(source: XmlSource, opf: string) {
  const items = new Map<string, string>()
  const pages: string[] = []
  const order: string[] = []
  let title = ''
  await eachElement(source, opf, new Set(['title', 'item', 'itemref']), (element: Element) => {
    const { id, href, idref, properties = '' } = element.attributes
    if (element.name === 'title') title ||= element.text.trim()
    else if (id !== undefined && href !== undefined) {
      const path = decode(href.split('#')[0] ?? '')
      const part = path.startsWith('/') ? path : posix.join(posix.dirname(opf), path.replaceAll('\\', '/'))
      items.set(id, part)
      if (/html/.test(element.attributes['media-type'] ?? '') && !/\bnav\b/.test(properties)) pages.push(part)
    } else if (idref !== undefined) order.push(idref)
  })
  const chapters = order.flatMap((id) => items.get(id) ?? [])
  // Some programs write no order of reading.
  return { title, chapters: chapters.length > 0 ? chapters : pages }
}

/** Chapters that only the shop's own app can open. Fonts may be obscured as well; they are not needed. */
async function lockedParts(source: XmlSource): Promise<Set<string>> {
  const list = 'META-INF/encryption.xml'
  const locked = new Set<string>()
  if (source.archive.has(list))
    await eachElement(source, list, new Set(['CipherReference']), ({ attributes }) => {
      locked.add(decode(attributes['URI'] ?? ''))
    })
  return locked
}

const decode = (href: string): string => {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

/** A chapter that only has images is not an error. */
function readChapter(bytes: Uint8Array, budget: Budget, pictures: PictureFinder): Block[] {
  try {
    const options = { charset: 'utf-8', pictures, isAllContent: true }
    return readHtml(bytes, budget, options).blocks.map(({ gap: _gap, ...block }) => block)
  } catch (error) {
    if (isUnreadable(error) && error.code === 'empty') return []
    throw error
  }
}

async function readWhole(archive: DocumentArchive, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of archive.read(name)) pieces.push(piece)
  return Buffer.concat(pieces)
}
