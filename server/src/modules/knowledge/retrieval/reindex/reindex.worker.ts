import { parentPort } from 'node:worker_threads'
import { detectLanguage, type Language } from '../../../../platform/text/language.ts'
import { buildSegment, writeSegment } from '../../../../search/postings/segment.ts'

export interface ReindexOrder {
  title: string
  passages: readonly { heading: string; text: string }[]
  /** For documents that are too short to detect a language. */
  fallback: Language
}

export type ReindexAnswer = { language: Language; bytes: Uint8Array } | { error: string }

function reindex({ title, passages, fallback }: ReindexOrder): ReindexAnswer {
  const language = detectLanguage(passages.map(({ text }) => text).join('\n'), fallback)
  const texts = passages.map(({ heading, text }) => `${title}\n${heading}\n${text}`)
  return { language, bytes: writeSegment(buildSegment(texts, language)) }
}

parentPort?.on('message', (order: ReindexOrder) => {
  try {
    parentPort?.postMessage(reindex(order))
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies ReindexAnswer)
  }
})
