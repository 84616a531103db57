import { openHelperPort } from '../../../../platform/threads/helper-port.ts'
import type { IndexedChunk, PreparedDocument } from '../../ingestion/index-document.ts'
import type { DescribePictures, Descriptions } from '../pictures/picture-finder.ts'
import { isUnreadable } from '../unreadable-document.ts'
import { prepareDocument } from './prepare-document.ts'
import type { DocumentPart, FromReader, ReadingOrder, ReadingProgress, ToReader } from './reading-messages.ts'

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
