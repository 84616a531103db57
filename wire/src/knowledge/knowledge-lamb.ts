import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { counted, KNOWLEDGE_LIMITS, text } from './knowledge-limits.ts'

/** Requests of LAMB clients for knowledge bases and for a knowledge base server. */
const access_control = z.enum(['private', 'public'])
const record = z.record(z.string(), z.unknown())
const name = text(KNOWLEDGE_LIMITS.name).refine((value) => value.trim() !== '', fieldText('fields.empty'))
const description = text(KNOWLEDGE_LIMITS.description).nullish()

export const lambCreateKnowledgeBaseSchema = z.object({
  name,
  description,
  access_control: access_control.nullish(),
  metadata: record.nullish(),
})
export const lambChangeKnowledgeBaseSchema = z.object({
  name: name.nullish(),
  description,
  access_control: access_control.nullish(),
})
/** `force` is our addition: LAMB always refuses while assistants of colleagues search it. */
export const lambShareKnowledgeBaseSchema = z.object({
  is_shared: z.boolean(),
  force: z.boolean().optional(),
})

/** `plugin_params` takes precedence over the other fields. */
export const lambKnowledgeQuerySchema = z.object({
  query_text: z.string().max(KNOWLEDGE_LIMITS.question),
  plugin_name: z.string().max(100).nullish(),
  top_k: z.unknown().optional(),
  threshold: z.unknown().optional(),
  plugin_params: record.nullish(),
})

/** The page sends `parameters`, the command line `plugin_params`. */
export const lambIngestBaseSchema = z.object({
  plugin_name: z.string().max(100),
  parameters: record.nullish(),
  plugin_params: record.nullish(),
})

export const lambIngestFileSchema = z.looseObject({ file: z.file(), plugin_name: z.string().max(100) })

export const lambJobListQuerySchema = z.object({
  status: z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled', 'deleted']).optional(),
  limit: counted(1, KNOWLEDGE_LIMITS.page, 50),
  offset: counted(0, 1_000_000, 0),
  sort_by: z
    .enum(['created_at', 'updated_at', 'original_filename', 'name', 'status', 'file_size'])
    .default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export const lambRetryJobSchema = z.object({
  override_params: record.nullish(),
  new_params: record.nullish(),
})

export const lambJobSchema = z.object({
  id: z.int(),
  job_id: z.int(),
  collection_id: z.int(),
  collection_name: z.string(),
  original_filename: z.string(),
  file_path: z.string(),
  file_url: z.string(),
  file_size: z.int(),
  content_type: z.string(),
  plugin_name: z.string(),
  plugin_params: record,
  status: z.string(),
  document_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  processing_started_at: z.string().nullable(),
  processing_completed_at: z.string().nullable(),
  processing_duration_seconds: z.number().nullable(),
  progress: z.object({ current: z.int(), total: z.int(), percentage: z.number(), message: z.string() }),
  error_message: z.string().nullable(),
  error_details: record.nullable(),
  processing_stats: record.nullable(),
  owner: z.string(),
  /** The following fields are our additions. */
  stage: z.string(),
  eta_seconds: z.int().nullable(),
  error_code: z.string().nullable(),
  retryable: z.boolean(),
})
export type LambJob = z.infer<typeof lambJobSchema>

export const kbServerCollectionSchema = z.looseObject({
  name,
  description,
  visibility: z.string().max(20).nullish().meta({ description: '`private` or `public`' }),
  owner: z
    .union([z.string().max(200), z.int()])
    .nullish()
    .meta({ description: 'A label for the owner in the calling system. Access depends on the key only.' }),
})
export const kbServerEmbeddingsSchema = z.looseObject({
  embeddings_model: z.looseObject({ apikey: z.string().max(1000).nullish() }),
})
export const kbServerIngestFileSchema = z.looseObject({
  file: z.file(),
  plugin_name: z.string().max(100).default('simple_ingest'),
  plugin_params: z.string().max(100_000).default('{}'),
})
export const kbServerIngestUrlSchema = z.object({
  urls: z.array(text(2000)).min(1).max(KNOWLEDGE_LIMITS.filesAtOnce),
  plugin_name: z.string().max(100).default('url_ingest'),
  plugin_params: record.nullish(),
})
export const kbServerDocumentsSchema = z.object({
  documents: z
    .array(z.object({ text: z.string().min(1), metadata: record.nullish() }))
    .min(1)
    .max(10_000),
})
export const kbServerListQuerySchema = z.object({
  skip: counted(0, 1_000_000, 0),
  limit: counted(1, KNOWLEDGE_LIMITS.page, 100),
  owner: z.string().max(200).optional(),
  visibility: access_control.optional(),
})
