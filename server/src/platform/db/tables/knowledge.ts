import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface KnowledgeBaseTable {
  id: Generated<number>
  organization_id: number
  owner_id: number
  name: string
  description: Generated<string>
  /** Open to the whole organization. */
  is_shared: Generated<Flag>
  /** JSON. */
  settings: Generated<string>
  /** Grows with every change of what is found in it. */
  index_version: Generated<number>
  created_at: number
  updated_at: number
}

/** A document of a knowledge base, which is also the job that reads it. */
export interface KnowledgeFileTable {
  id: Generated<number>
  knowledge_base_id: number
  /** Who brought it: work is shared out fairly between people. */
  owner_id: number
  name: string
  content_type: Generated<string>
  size: Generated<number>
  /** SHA-256 of the content. */
  checksum: Generated<string>
  /** Where the original is, under the knowledge folder of the data directory; null for what was given as an address. */
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
  /** JSON list of texts: what was left out of the document. */
  warnings: Generated<string>
  title: Generated<string>
  language: Generated<string>
  chunk_count: Generated<number>
  character_count: Generated<number>
  attempts: Generated<number>
  /** Unix seconds: not before then. */
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
  slide: number | null
  sheet: string | null
  /** The page that it was read from, where a document is several pages of a site. */
  url: string | null
  heading: Generated<string>
  /** Passages of a file with the same number stand together. */
  parent: number
  text: string
}

/** What a document is found by; see modules/knowledge/search/segment.ts. */
export interface KnowledgeSegmentTable {
  /** Another one each time that the document is read. */
  id: Generated<number>
  file_id: number
  bytes: Uint8Array
}

/** What a model of embeddings made of a document's passages, which is also the job that has it made. */
export interface KnowledgeVectorTable {
  id: Generated<number>
  file_id: number
  /** Provider and model, `openai/text-embedding-3-small`. */
  model: string
  /** 0 until the first vector is there. */
  dimension: Generated<number>
  /** See modules/knowledge/vectors/vector-block.ts. */
  bytes: Uint8Array
  /** How many passages have their vector. */
  passages: Generated<number>
  /** Only what is ready is searched, and does not change any more. */
  status: Generated<'waiting' | 'ready' | 'failed'>
  error_message: string | null
  /** Unix seconds: not before then. */
  run_after: Generated<number>
  leased_by: string | null
  /** Unix seconds. */
  leased_until: Generated<number>
  updated_at: number
}

/** A question that a knowledge base is tried with. */
export interface RetrievalQuestionTable {
  id: Generated<number>
  knowledge_base_id: number
  question: string
  /** JSON list: the passages that it should find. */
  expected: string
  note: Generated<string>
  created_by: number | null
  created_at: number
  updated_at: number
}

/** What the questions of a knowledge base found, once. */
export interface RetrievalRunTable {
  id: Generated<number>
  knowledge_base_id: number
  /** JSON. */
  settings: string
  /** JSON list, one for each question. */
  results: string
  /** JSON. */
  summary: string
  /** Of the knowledge base when it ran. */
  index_version: number
  created_by: number | null
  created_at: number
}
