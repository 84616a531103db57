import { DEFAULT_SPLIT } from '../../../documents/chunking/split-text.ts'
import type { ReadLimits } from '../../../documents/readers/limits.ts'
import { textOfStretch } from '../passages/document-text.ts'
import { DocumentReader } from './document-reader.ts'

export interface FileToRead {
  bytes: Uint8Array
  name: string
  contentType: string
}

export interface FileText {
  text: string
  /** Whether the text is longer than the limit. */
  isCut: boolean
}

const MEMORY_MB = 512

/** One person can keep only one of them busy. */
const AT_ONCE = 2

/**
 * Reads single files in separate processes, so that they don't wait for documents of knowledge bases. Rejects with
 * `UnreadableDocument`.
 */
export function createTextReader(limits: Partial<ReadLimits>, maxCharacters: number) {
  const reader = new DocumentReader({ size: AT_ONCE, memoryMb: MEMORY_MB })
  return {
    async readText({ bytes, name, contentType }: FileToRead, signal: AbortSignal): Promise<FileText> {
      const options = { filename: name, contentType, limits }
      const order = { documents: [{ source: bytes, options }], name, split: DEFAULT_SPLIT }
      const { chunks } = await reader.read(order, { signal })
      const passages = chunks.map(({ start, end, text }) => ({ text, start_at: start, end_at: end }))
      const end = passages.at(-1)?.end_at ?? 0
      const text = textOfStretch(passages, { start: 0, end: Math.min(end, maxCharacters) })
      return { text, isCut: end > maxCharacters }
    },
    stop: (): Promise<void> => reader.stop(),
  }
}

export type TextReader = ReturnType<typeof createTextReader>
