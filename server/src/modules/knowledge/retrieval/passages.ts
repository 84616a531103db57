import type { Passage, SearchGrade } from '@bellwether/wire'
import type { FoundChunk } from '../../../search/ranking/rank-parts.ts'
import { textOfStretch } from '../passages/document-text.ts'
import type { ChunkRow, PassageRow } from '../passages/passage.repository.ts'

/** The result of a search. */
export interface FoundPassages {
  /** Best first. */
  passages: Passage[]
  /** `nothing`: no passage answers the question. The passages are only the closest ones, and not for a model. */
  grade: SearchGrade
  /** Whether embeddings were used: `unavailable` if the provider failed, `off` if there are none. */
  vectors: 'used' | 'unavailable' | 'off'
  /** `failed`: the order is that of the search. */
  reranked?: 'yes' | 'failed'
  /** Why these passages were chosen, if not for their match with the question. */
  reason?: 'whole_documents'
  /** For `nothing`: what there is instead, so that a model can say so. */
  nearest?: NearestDocument[]
}

/** A document that does not answer the question. */
export interface NearestDocument {
  title: string
  /** How it begins; only if no word of the question is in any document: it may be about all of them. */
  opening?: string
}

/** A chunk that was found, with its text. */
export interface Placed {
  chunk: FoundChunk & { rerank?: number }
  row: PassageRow
}

const place = (row: PassageRow) => ({
  file_id: String(row.file_id),
  ordinal: row.ordinal,
  title: row.file_title || row.file_name,
  filename: row.file_name,
  // For a site: the URL of the page.
  source_url: row.url ?? row.source_url,
  page: row.page,
  page_end: row.page_end,
  slide: row.slide,
  sheet: row.sheet,
  time: row.time,
  heading: row.heading,
  start: row.start_at,
  end: row.end_at,
  text: row.text,
})

export const toPassage = ({ chunk, row }: Placed): Passage => ({
  collection: String(chunk.base),
  ...place(row),
  similarity: round(chunk.similarity),
  scores: {
    fused: round(chunk.score),
    words: round(chunk.words),
    grams: round(chunk.grams),
    vectors: chunk.vectors === null ? null : round(chunk.vectors),
    ...(chunk.rerank === undefined ? {} : { rerank: round(chunk.rerank) }),
  },
})

/** A passage that was chosen for its position, not for its words. */
export const withoutScores = (row: PassageRow): Passage => ({
  collection: String(row.knowledge_base_id),
  ...place(row),
  similarity: 1,
  scores: { fused: 1, words: 0, grams: 0, vectors: null },
})

/** The section of a passage, joined from its parts: the text from `start` to `end`, and its position. */
export function joinSection({ chunk, row }: Placed, parts: readonly ChunkRow[]): Passage {
  const sectionParts = parts.filter((part) => part.file_id === row.file_id && part.parent === row.parent)
  const [first] = sectionParts
  if (!first) return toPassage({ chunk, row })
  const stretch = {
    start: first.start_at,
    end: sectionParts.reduce((end, part) => Math.max(end, part.end_at), 0),
  }
  const { page, slide, sheet, time, url } = first
  const last = sectionParts.at(-1) ?? first
  const lastPage = last.page_end ?? last.page
  const page_end = lastPage === page ? null : lastPage
  return {
    ...toPassage({ chunk, row: { ...row, page, page_end, slide, sheet, time, url } }),
    ...stretch,
    text: textOfStretch(sectionParts, stretch),
  }
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000
