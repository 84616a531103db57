import { readFile, stat } from 'node:fs/promises'
import { joinBlocks } from '../../../documents/readers/document-text.ts'
import { DEFAULT_LIMITS } from '../../../documents/readers/limits.ts'
import type { DescribePictures, Descriptions } from '../../../documents/readers/pictures/picture-finder.ts'
import { type ReadOptions, readDocument, requireSize } from '../../../documents/readers/read-document.ts'
import { isUnreadable } from '../../../documents/readers/unreadable-document.ts'
import { openHelperPort } from '../../../platform/threads/helper-port.ts'
import { type IndexedChunk, indexDocument, type PreparedDocument } from './index-document.ts'
import { prepareSite } from './prepare-site.ts'
import type {
  DocumentPart,
  DocumentSource,
  DocumentToRead,
  FromReader,
  ReadingOrder,
  ReadingProgress,
  ToReader,
} from './reading-messages.ts'

// Entry point of the process that reads, splits and indexes documents, one at a time.

const PART_CHARACTERS = 250_000
const PART_BYTES = 1024 * 1024
const PROGRESS_EVERY_MS = 100

const port = openHelperPort()
const send = (message: FromReader) => port.postMessage(message)

let handed: ReadingOrder['documents'][number][] = []
let askedForMore: (() => void) | undefined
let toldDescriptions: ((descriptions: Descriptions) => void) | undefined

port.on('message', (received) => {
  const message = received as ToReader
  if (message.type === 'more') askedForMore?.()
  else if (message.type === 'described') toldDescriptions?.(message.descriptions)
  else if (message.type === 'pages') handed.push(...message.documents)
  else {
    void answer({ ...message.order, documents: [...handed, ...message.order.documents] })
    handed = []
  }
})

async function answer(order: ReadingOrder): Promise<void> {
  try {
    await sendDocument(await prepareDocument(order, throttled(), describe))
  } catch (error) {
    if (isUnreadable(error)) send({ type: 'unreadable', code: error.code, message: error.userMessage })
    else send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function sendDocument({ chunks, segment, ...document }: PreparedDocument): Promise<void> {
  const parts = [...partsOf(chunks, segment)]
  const last = parts.pop() as DocumentPart
  for (const part of parts) await sendPart(part)
  send({ type: 'done', document, last })
}

function* partsOf(chunks: readonly IndexedChunk[], segment: Uint8Array): Generator<DocumentPart> {
  let at = 0
  let next = 0
  do {
    const first = next
    for (let size = 0; next < chunks.length && size < PART_CHARACTERS; next++)
      size += chunks[next]?.text.length ?? 0
    const bytes = segment.subarray(at, at + PART_BYTES)
    yield { chunks: chunks.slice(first, next), bytes, at, total: segment.length }
    at += bytes.length
  } while (next < chunks.length || at < segment.length)
}

function sendPart(part: DocumentPart): Promise<void> {
  return new Promise((resolve) => {
    askedForMore = resolve
    send({ type: 'part', part })
  })
}

const describe: DescribePictures = (pictures) =>
  new Promise((resolve) => {
    toldDescriptions = resolve
    send({ type: 'pictures', pictures })
  })

function throttled(): (progress: ReadingProgress) => void {
  let last = Number.NEGATIVE_INFINITY
  let stage = ''
  return (progress) => {
    const now = performance.now()
    if (progress.stage === stage && now - last < PROGRESS_EVERY_MS) return
    last = now
    stage = progress.stage
    send({ type: 'progress', progress })
  }
}

/** Reads, splits and indexes. Blocks its process. */
async function prepareDocument(
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
