import { KNOWLEDGE_LIMITS, type LambJob, type Passage, textOf } from '@bellwether/wire'
import type { BaseWithOwner, Knowledge, KnowledgeFileRow } from '../../../modules/knowledge/index.ts'
import {
  findVideoId,
  parseOrEmpty,
  progressOf,
  readSettings,
  readWarnings,
  shownParams,
  toSplitSettings,
} from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { toZonedIso } from '../iso-time.ts'

/** Describes the search in the terms of servers that only use embeddings. */
export const EMBEDDINGS = {
  model: 'keywords',
  vendor: 'bellwether',
  api_endpoint: null,
  apikey_configured: false,
} as const

/** The label that the calling system gave, or the account. */
export const ownerOf = (base: Pick<BaseWithOwner, 'external_owner' | 'owner_id'>): string =>
  base.external_owner ?? String(base.owner_id)

/** As LAMB's knowledge server describes it. */
export const toCollection = (base: BaseWithOwner) => ({
  id: base.id,
  name: base.name,
  description: base.description,
  visibility: base.is_shared === 1 ? 'public' : 'private',
  owner: ownerOf(base),
  creation_date: toZonedIso(base.created_at),
  embeddings_model: EMBEDDINGS,
})

export const toLambBase = (base: BaseWithOwner, caller: UserCaller, canModify: boolean) => ({
  ...toCollection(base),
  id: String(base.id),
  owner: String(base.owner_id),
  is_owner: base.owner_id === caller.userId,
  is_shared: base.is_shared === 1,
  can_modify: canModify,
  shared_by: base.owner_id === caller.userId ? null : base.owner_name,
  created_at: base.created_at,
  updated_at: base.updated_at,
})

/** Newest first. */
const ALL_FILES = {
  limit: KNOWLEDGE_LIMITS.filesPerUser,
  offset: 0,
  sortBy: 'created_at',
  descending: true,
} as const

export const listFiles = async (
  { documents }: Pick<Knowledge, 'documents'>,
  caller: UserCaller,
  base: number,
  status?: KnowledgeFileRow['status'],
): Promise<KnowledgeFileRow[]> => (await documents.list(caller, base, { ...ALL_FILES, status })).files

/** The URL of the original: on the web, or here for people with access to the knowledge base. */
export const toFileUrl = (
  publicUrl: string,
  file: Pick<KnowledgeFileRow, 'id' | 'knowledge_base_id' | 'source_url'>,
): string =>
  file.source_url ?? `${publicUrl}/knowledge-bases/${file.knowledge_base_id}/files/${file.id}/original`

export const toLambFile = (publicUrl: string, file: KnowledgeFileRow) => ({
  id: String(file.id),
  filename: file.name,
  size: file.size,
  content_type: file.content_type,
  created_at: file.created_at,
  file_url: toFileUrl(publicUrl, file),
  status: file.status,
  document_count: file.chunk_count,
  error_message: file.error_message,
})

/** Describes a file as the job that processes it. */
export function toJob(publicUrl: string, base: BaseWithOwner, file: KnowledgeFileRow): LambJob {
  const { percentage, message, eta_seconds, retryable } = progressOf(file, nowSeconds())
  return {
    id: file.id,
    job_id: file.id,
    collection_id: base.id,
    collection_name: base.name,
    original_filename: file.name,
    // Paths on the server's disk are not exposed.
    file_path: file.name,
    file_url: toFileUrl(publicUrl, file),
    file_size: file.size,
    content_type: file.content_type,
    plugin_name: file.plugin_name,
    plugin_params: shownParams(parseOrEmpty(file.plugin_params)),
    status: file.status,
    document_count: file.chunk_count,
    created_at: toZonedIso(file.created_at),
    updated_at: toZonedIso(file.updated_at),
    processing_started_at: file.started_at === null ? null : toZonedIso(file.started_at),
    processing_completed_at: file.finished_at === null ? null : toZonedIso(file.finished_at),
    processing_duration_seconds:
      file.started_at === null || file.finished_at === null ? null : file.finished_at - file.started_at,
    progress: { current: file.progress_current, total: file.progress_total, percentage, message },
    error_message: file.error_message,
    error_details: file.error_code === null ? null : { code: file.error_code, attempts: file.attempts },
    processing_stats:
      file.status === 'completed'
        ? {
            chunks: file.chunk_count,
            characters: file.character_count,
            language: file.language,
            warnings: readWarnings(file.warnings).map(textOf),
          }
        : null,
    owner: String(file.owner_id),
    stage: file.stage,
    eta_seconds,
    error_code: file.error_code,
    retryable,
  }
}

/** The file of a passage, and how it was indexed. */
interface AboutFile {
  file: KnowledgeFileRow
  base: BaseWithOwner
  /** Such as `openai/text-embedding-3-small`; undefined without embeddings. */
  embeddings: string | undefined
}

/** In LAMB's format. Sizes that a file does not set are those of its knowledge base. */
function aboutFile({ file, base, embeddings }: AboutFile) {
  const params = parseOrEmpty(file.plugin_params)
  const { size, overlap } = toSplitSettings(file.plugin_name, params, readSettings(base.settings))
  const slash = embeddings?.indexOf('/') ?? -1
  const { video_url } = params
  return {
    file_size: file.size,
    content_type: file.content_type,
    plugin_name: file.plugin_name,
    language: file.language,
    chunk_count: file.chunk_count,
    chunk_size: size,
    chunk_overlap: overlap,
    chunking_strategy: strategyOf(file.plugin_name, params),
    ingestion_timestamp: file.finished_at === null ? null : toZonedIso(file.finished_at),
    embedding_vendor: embeddings === undefined ? EMBEDDINGS.vendor : embeddings.slice(0, slash),
    embedding_model: embeddings === undefined ? EMBEDDINGS.model : embeddings.slice(slash + 1),
    ...(typeof video_url === 'string'
      ? { video_id: findVideoId(video_url) ?? null, video_title: file.title.replace(/ \(\d+:\d\d\)$/, '') }
      : {}),
  }
}

function strategyOf(plugin: string, params: Readonly<Record<string, unknown>>): string {
  const { chunking_mode: mode, splitter_type: splitter } = params
  if (plugin.endsWith('hierarchical_ingest')) return 'hierarchical'
  if (typeof mode === 'string' && mode !== 'standard') return mode
  return typeof splitter === 'string' ? splitter : 'RecursiveCharacterTextSplitter'
}

/** A passage in LAMB's format. */
export const toResult = (publicUrl: string, passage: Passage, about?: AboutFile) => {
  const { text, similarity, scores, filename, title, collection, file_id, ordinal, ...place } = passage
  const ids = { id: Number(file_id), knowledge_base_id: Number(collection), source_url: place.source_url }
  return {
    similarity,
    data: text,
    metadata: {
      ...place,
      source: filename,
      filename,
      title,
      extension: /\.(\w{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? '',
      file_url: toFileUrl(publicUrl, ids),
      file_id,
      document_id: `${file_id}-${ordinal}`,
      chunk_index: ordinal,
      ...(about ? aboutFile(about) : {}),
      scores,
    },
  }
}
