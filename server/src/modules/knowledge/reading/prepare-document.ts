import { readFile, stat } from 'node:fs/promises'
import { indexDocument, type PreparedDocument } from '../ingestion/index-document.ts'
import { type Block, joinBlocks } from './document-text.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { type ReadOptions, readDocument, requireSize } from './read-document.ts'
import type { DocumentSource, DocumentToRead, ReadingOrder, ReadingProgress } from './reading-messages.ts'
import { isUnreadable, UnreadableDocument } from './unreadable-document.ts'

/** Reads, splits and indexes. It takes the thread for as long as it lasts. */
export async function prepareDocument(
  { documents, name, split }: ReadingOrder,
  onProgress: (progress: ReadingProgress) => void,
): Promise<PreparedDocument> {
  const { blocks, title, warnings } =
    documents.length === 1 && documents[0]
      ? await readOne(documents[0], onProgress)
      : await readPages(documents, onProgress)
  const { text, marks } = joinBlocks(blocks)
  onProgress({ stage: 'split', current: 0, total: text.length, unit: 'bytes' })
  const indexed = indexDocument({ title: title ?? name, text, marks }, split)
  return { ...indexed, title: title ?? '', characters: text.length, warnings }
}

interface ReadText {
  blocks: Block[]
  title: string | undefined
  warnings: string[]
}

async function readOne(
  { source, options, url }: DocumentToRead,
  onProgress: (progress: ReadingProgress) => void,
): Promise<ReadText> {
  const bytes = typeof source === 'string' ? await readBytes(source, options) : source
  const read = await readDocument(bytes, options, (progress) => onProgress({ stage: 'read', ...progress }))
  const blocks = url === undefined ? read.blocks : read.blocks.map((block) => ({ ...block, url }))
  return { blocks, title: read.title, warnings: read.warnings ?? [] }
}

/** Each under its title. A page that can't be read is left out, unless that goes for all of them. */
async function readPages(
  documents: readonly DocumentToRead[],
  onProgress: (progress: ReadingProgress) => void,
): Promise<ReadText> {
  const pages: ReadText[] = []
  const warnings: string[] = []
  for (const [index, document] of documents.entries()) {
    onProgress({ stage: 'read', current: index, total: documents.length, unit: 'pages' })
    try {
      const { blocks, title } = await readOne(document, () => undefined)
      const about = title ?? document.options.filename
      const heading = {
        text: about,
        heading: 1,
        ...(document.url === undefined ? {} : { url: document.url }),
      }
      pages.push({ blocks: [heading, ...blocks.map(belowTitle)], title: about, warnings: [] })
    } catch (error) {
      if (!isUnreadable(error)) throw error
      warnings.push(`${document.url ?? document.options.filename}: ${error.message}`)
    }
  }
  if (pages.length === 0)
    throw new UnreadableDocument('empty', warnings[0] ?? 'There was nothing to read at this address.')
  return { blocks: pages.flatMap((page) => page.blocks), title: pages[0]?.title, warnings }
}

const belowTitle = (block: Block): Block =>
  block.heading === undefined ? block : { ...block, heading: Math.min(block.heading + 1, 6) }

async function readBytes(path: DocumentSource & string, { limits }: ReadOptions): Promise<Uint8Array> {
  const { size } = await stat(path)
  requireSize(size, limits?.bytes ?? DEFAULT_LIMITS.bytes)
  return readFile(path)
}
