import { readFile, stat } from 'node:fs/promises'
import { indexDocument, type PreparedDocument } from '../../ingestion/index-document.ts'
import { joinBlocks } from '../document-text.ts'
import { DEFAULT_LIMITS } from '../limits.ts'
import type { DescribePictures } from '../pictures/picture-finder.ts'
import { type ReadOptions, readDocument, requireSize } from '../read-document.ts'
import { prepareSite } from './prepare-site.ts'
import type { DocumentSource, DocumentToRead, ReadingOrder, ReadingProgress } from './reading-messages.ts'

/** Reads, splits and indexes. Blocks its process. */
export async function prepareDocument(
  order: ReadingOrder,
  onProgress: (progress: ReadingProgress) => void,
  describe?: DescribePictures,
): Promise<PreparedDocument> {
  const { documents, name, split, language } = order
  const [file] = documents
  if (documents.length !== 1 || !file || 'kept' in file || file.url !== undefined)
    return prepareSite(order, readOne, onProgress)
  const { blocks, title, warnings = [] } = await readOne(file, onProgress, describe)
  const { text, marks } = joinBlocks(blocks)
  onProgress({ stage: 'split', current: 0, total: text.length, unit: 'bytes' })
  const indexed = indexDocument({ title: title ?? name, text, marks, language }, split)
  return { ...indexed, title: title ?? '', characters: text.length, warnings }
}

/** Images are described in uploaded files only; those of web pages are not fetched. */
async function readOne(
  { source, options }: DocumentToRead,
  onProgress: (progress: ReadingProgress) => void,
  describe?: DescribePictures,
) {
  const bytes = typeof source === 'string' ? await readBytes(source, options) : source
  return readDocument(bytes, options, {
    describe,
    onProgress: (progress) => onProgress({ stage: 'read', ...progress }),
  })
}

async function readBytes(path: DocumentSource & string, { limits }: ReadOptions): Promise<Uint8Array> {
  const { size } = await stat(path)
  requireSize(size, limits?.bytes ?? DEFAULT_LIMITS.bytes)
  return readFile(path)
}
