import { isUnreadable } from '../../../documents/readers/unreadable-document.ts'
import { invalid } from '../../../platform/errors.ts'
import { DocumentReader } from '../reading/document-reader.ts'

/** The text of an uploaded file, with its tables in Markdown. Fails with 422 if it can't be read. */
export type ReadText = (
  file: { bytes: Uint8Array; filename: string },
  signal: AbortSignal,
) => Promise<{ title: string; text: string }>

/** The whole text is needed, so it is split as little as possible. */
const WHOLE = { size: 100_000, most: 100_000, overlap: 0, parent: 100_000, grouping: { by: 'size' } } as const
const LIMITS = { milliseconds: 30_000, pages: 200, characters: 2_000_000 }

/** Reads files that are not stored, in a reading process. */
export function createReadText(): { readText: ReadText; close: () => Promise<void> } {
  const reader = new DocumentReader({ size: 1 })
  return {
    async readText({ bytes, filename }, signal) {
      try {
        const documents = [{ source: bytes, options: { filename, limits: LIMITS } }]
        const { title, chunks } = await reader.read({ documents, name: '', split: WHOLE }, { signal })
        return { title, text: chunks.map((chunk) => chunk.text).join('\n\n') }
      } catch (error) {
        if (isUnreadable(error)) throw invalid(error.userMessage)
        throw error
      }
    },
    close: () => reader.stop(),
  }
}
