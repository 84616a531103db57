import { parentPort } from 'node:worker_threads'
import type { IndexedChunk, PreparedDocument } from '../ingestion/index-document.ts'
import { prepareDocument } from './prepare-document.ts'
import type { FromReader, ReadingOrder, ReadingProgress, ToReader } from './reading-messages.ts'
import { isUnreadable } from './unreadable-document.ts'

// The entry of the thread in which documents are read, split and indexed: one at a time, as the server asks.

const PORTION_CHARACTERS = 250_000
const PROGRESS_EVERY_MS = 100

const port = parentPort
if (!port) throw new Error('reading.worker runs as a thread of the server')
const send = (message: FromReader) => port.postMessage(message)

let askedForMore: (() => void) | undefined

port.on('message', (message: ToReader) => {
  if (message.type === 'more') askedForMore?.()
  else void answer(message.order)
})

async function answer(order: ReadingOrder): Promise<void> {
  try {
    await sendDocument(await prepareDocument(order, throttled()))
  } catch (error) {
    if (isUnreadable(error)) send({ type: 'unreadable', code: error.code, message: error.message })
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
  if (portion.length > 0) await sendPortion(portion)
  send({ type: 'done', document })
}

function sendPortion(chunks: IndexedChunk[]): Promise<void> {
  return new Promise((resolve) => {
    askedForMore = resolve
    send({ type: 'chunks', chunks })
  })
}

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
