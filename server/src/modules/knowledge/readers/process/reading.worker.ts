import { parentPort } from 'node:worker_threads'
import { currentThread } from '../../../../platform/threads/cpu-time.ts'
import type { IndexedChunk, PreparedDocument } from '../../ingestion/index-document.ts'
import type { DescribePictures, Descriptions, PictureToDescribe } from '../pictures/picture-finder.ts'
import { isUnreadable } from '../unreadable-document.ts'
import { prepareDocument } from './prepare-document.ts'
import type { FromReader, ReadingOrder, ReadingProgress, ToReader } from './reading-messages.ts'

// Entry point of the thread that reads, splits and indexes documents, one at a time.

const PORTION_CHARACTERS = 250_000
const PROGRESS_EVERY_MS = 100

const port = parentPort
if (!port) throw new Error('reading.worker must run as a worker thread')
const send = (message: FromReader) => port.postMessage(message)

let handed: ReadingOrder['documents'][number][] = []
let askedForMore: (() => void) | undefined
let toldDescriptions: ((descriptions: Descriptions) => void) | undefined

port.on('message', (message: ToReader) => {
  if (message.type === 'more') askedForMore?.()
  else if (message.type === 'described') toldDescriptions?.(message.descriptions)
  else if (message.type === 'pages') handed.push(...message.documents)
  else {
    void answer({ ...message.order, documents: [...handed, ...message.order.documents] })
    handed = []
  }
})

const thread = currentThread()

async function answer(order: ReadingOrder): Promise<void> {
  send({ type: 'started', thread })
  try {
    await sendDocument(await prepareDocument(order, throttled(), describe))
  } catch (error) {
    if (isUnreadable(error)) send({ type: 'unreadable', code: error.code, message: error.userMessage })
    else send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function sendDocument({ chunks, ...document }: PreparedDocument): Promise<void> {
  let portion: IndexedChunk[] = []
  let size = 0
  for (const chunk of chunks) {
    portion.push(chunk)
    size += chunk.text.length
    if (size < PORTION_CHARACTERS) continue
    await sendPortion(portion)
    portion = []
    size = 0
  }
  // The index is transferred, not copied: it is about three times as large as the text.
  port?.postMessage({ type: 'done', document, rest: portion } satisfies FromReader, [document.segment.buffer])
}

function sendPortion(chunks: IndexedChunk[]): Promise<void> {
  return new Promise((resolve) => {
    askedForMore = resolve
    send({ type: 'chunks', chunks })
  })
}

const describe: DescribePictures = (pictures) =>
  new Promise((resolve) => {
    toldDescriptions = resolve
    const copies = pictures.map((picture) => ({ ...picture, bytes: Uint8Array.from(picture.bytes) }))
    // Transferred, not copied: they may have many megabytes.
    port.postMessage({ type: 'pictures', pictures: copies } satisfies FromReader, buffersOf(copies))
  })

const buffersOf = (pictures: readonly PictureToDescribe[]): ArrayBuffer[] =>
  pictures.flatMap(({ bytes: { buffer } }) => (buffer instanceof ArrayBuffer ? [buffer] : []))

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
