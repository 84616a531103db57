import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface KnowledgeBaseTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  name: string
  description: Generated<string>
  /** Shared with the whole organization. */
  is_shared: Generated<Flag>
  /** JSON. */
  settings: Generated<string>
  /** Incremented on every change that affects search results. */
  index_version: Generated<number>
  /** Its documents are found by parts in the database instead of segments in memory. */
  is_large: Generated<Flag>
  /** The version that was last checked for whether parts have to be built. */
  indexed_version: Generated<number>
  index_leased_by: string | null
  /** Unix seconds. */
  index_leased_until: Generated<number>
  /** What a LAMB installation calls the owner, if it keeps its collection here. Gives no access. */
  external_owner: string | null
  created_at: number
  updated_at: number
}

/** A document of a knowledge base, and the job that processes it. */
export interface KnowledgeFileTable {
  id: Generated<number>
  knowledge_base_id: number
  /** The person who added it, so that processing time is shared fairly between people. */
  owner_id: number
  name: string
  content_type: Generated<string>
  size: Generated<number>
  /** SHA-256 of the content. */
  checksum: Generated<string>
  /** Path of the original below the knowledge folder of the data directory; null for a URL. */
  stored_path: string | null
  source_url: string | null
  plugin_name: string
  /** JSON. */
  plugin_params: Generated<string>
  status: Generated<'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'>
  stage: Generated<string>
  progress_current: Generated<number>
  progress_total: Generated<number>
  error_code: string | null
  error_message: string | null
  /** JSON: code and parameters of `error_message`, for translation. */
  error_said: string | null
  /** JSON list of texts: parts of the document that were left out. */
  warnings: Generated<string>
  title: Generated<string>
  language: Generated<string>
  chunk_count: Generated<number>
  character_count: Generated<number>
  attempts: Generated<number>
  /** Unix seconds: not before this time. */
  run_after: Generated<number>
  leased_by: string | null
  /** Unix seconds. */
  leased_until: Generated<number>
  started_at: number | null
  finished_at: number | null
  created_at: number
  updated_at: number
}

/** A passage. Its text is also `start_at` to `end_at` of the document's whole text. */
export interface KnowledgeChunkTable {
  file_id: number
  ordinal: number
  start_at: number
  end_at: number
  page: number | null
  /** The last page, if the passage continues on another one. */
  page_end: number | null
  slide: number | null
  sheet: string | null
  /** When it starts in a recording: `00:12:03`. */
  time: string | null
  /** The page it was read from, if the document consists of several web pages. */
  url: string | null
  heading: Generated<string>
  /** Passages of a file with the same number belong together. */
  parent: number
  text: string
}

/** The search index of a document; see modules/knowledge/search/segment.ts. */
export interface KnowledgeSegmentTable {
  /** Changes each time the document is processed. */
  id: Generated<number>
  file_id: number
  /** The part of a large knowledge base that it is in; null while it is in none. */
  part_id: number | null
  /** How `bytes` is written; earlier formats are replaced in the background. */
  format: Generated<number>
  bytes: Uint8Array
}

/** Some documents of a large knowledge base; see modules/knowledge/retrieval/database/large. */
export interface KnowledgePartTable {
  id: Generated<number>
  knowledge_base_id: number
  passages: number
  /** Unix seconds: while it is being built, and after it was replaced. Only a part without this is searched. */
  delete_after: number | null
  header: Uint8Array
}

/** Terms of a part, with the passages that have them. */
export interface KnowledgeTermBlockTable {
  part_id: number
  /** 0 words, 1 grams. */
  kind: number
  first_term: number
  last_term: number
  /** In how many passages the term is, of a block with one term; otherwise 0. */
  passages: number
  bytes: Uint8Array
}

/** The embeddings of a document's passages, and the job that creates them. */
export interface KnowledgeVectorTable {
  id: Generated<number>
  file_id: number
  /** Provider and model, `openai/text-embedding-3-small`. */
  model: string
  /** 0 until there is a vector. */
  dimension: Generated<number>
  /** See modules/knowledge/vectors/vector-block.ts. */
  bytes: Uint8Array
  /** Number of passages with a vector. */
  passages: Generated<number>
  /** Only `ready` rows are searched; they never change. */
  status: Generated<'waiting' | 'ready' | 'failed'>
  error_message: string | null
  /** Unix seconds: not before this time. */
  run_after: Generated<number>
  leased_by: string | null
  /** Unix seconds. */
  leased_until: Generated<number>
  updated_at: number
}

/** A copy of the vectors of a large knowledge base, in a table of its own that pgvector searches. */
export interface KnowledgeNearestTable {
  id: Generated<number>
  knowledge_base_id: number
  model: string
  dimension: number
  /** The copy. It may be missing, for example after a backup was restored. */
  table_name: string
  /** 0 until it has an index. */
  is_ready: Generated<Flag>
}

/** Whose vectors are in a copy. */
export interface KnowledgeNearestFileTable {
  nearest_id: number
  /** The row of `knowledge_vectors`, which may be deleted already. */
  vectors_id: number
}

/** An evaluation question of a knowledge base. */
export interface RetrievalQuestionTable {
  id: Generated<number>
  knowledge_base_id: number
  question: string
  /** JSON list of the passages it should find. */
  expected: string
  note: Generated<string>
  created_by: number | null
  created_at: number
  updated_at: number
}

/** One evaluation of a knowledge base. */
export interface RetrievalRunTable {
  id: Generated<number>
  knowledge_base_id: number
  /** JSON. */
  settings: string
  /** JSON list, one entry per question. */
  results: string
  /** JSON. */
  summary: string
  /** The index version of the knowledge base when it ran. */
  index_version: number
  created_by: number | null
  created_at: number
}

/** A label that educators put on a file. */
export interface KnowledgeFileTagTable {
  file_id: number
  knowledge_base_id: number
  /** The tag in lower case: tags that differ only in case are the same. */
  tag_key: string
  tag: string
}

/** What changed in the passages of a file when it was last replaced. */
export interface KnowledgeReplacementTable {
  file_id: number
  /** The original that the current passages are from, until the new one is processed. */
  previous_path: string | null
  /** Unix seconds; null while the new version is being processed for the first time. */
  finished_at: number | null
  unchanged: Generated<number>
  changed: Generated<number>
  added: Generated<number>
  removed: Generated<number>
  /** JSON: the texts of the first passages that differ. */
  passages: Generated<string>
}
