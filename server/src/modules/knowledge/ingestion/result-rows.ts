import type { PreparedDocument } from '../reading/index-document.ts'
import { withoutPassword } from '../records/file-password.ts'
import { givenTitle, parseOrEmpty } from '../records/records.ts'
import type { Job } from './job.repository.ts'

/** What a document is stored with, apart from its passages. */
export const resultColumns = (job: Job, document: PreparedDocument) => ({
  title: givenTitle(job.plugin_params) ?? document.title,
  language: document.language,
  character_count: document.characters,
  warnings: JSON.stringify(document.warnings),
  // A password that worked is no longer needed.
  plugin_params: JSON.stringify(withoutPassword(parseOrEmpty(job.plugin_params))),
})

/** One by one: all rows of a book together would need as much memory as the book itself. */
export function* rowsOf(file: number, chunks: PreparedDocument['chunks']) {
  for (const [ordinal, chunk] of chunks.entries()) yield toRow(file, ordinal, chunk)
}

const toRow = (file: number, ordinal: number, chunk: PreparedDocument['chunks'][number]) => ({
  file_id: file,
  ordinal,
  start_at: chunk.start,
  end_at: chunk.end,
  page: chunk.page ?? null,
  page_end: chunk.page_end ?? null,
  slide: chunk.slide ?? null,
  sheet: chunk.sheet ?? null,
  time: chunk.time ?? null,
  url: chunk.url ?? null,
  heading: chunk.heading,
  parent: chunk.parent,
  text: chunk.text,
})
