import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { KNOWLEDGE_LIMITS, text, whole } from './knowledge-limits.ts'
import { placeShape } from './place.ts'

export * from './file-actions.ts'
export * from './file-notes.ts'
export * from './knowledge-files.ts'
export * from './knowledge-lamb.ts'
export { KNOWLEDGE_LIMITS } from './knowledge-limits.ts'
export * from './place.ts'
export * from './place-text.ts'
export * from './tag-limits.ts'

const settings = {
  chunk_size: whole(200, 4000).meta({ title: 'Passage length (characters)' }),
  chunk_overlap: whole(0, 1000).meta({ title: 'Overlap (characters)' }),
  /** Languages for OCR; empty disables it. */
  ocr_languages: z
    .array(z.enum(['eng', 'spa', 'cat', 'eus']))
    .max(4)
    .meta({ title: 'Text recognition (OCR) languages' }),
  /** A small knowledge base may be put into the prompt as a whole. */
  whole_documents: z.boolean().meta({ title: 'Send small knowledge bases whole' }),
  /** What LAMB calls the import configuration of a library. */
  import_defaults: z
    .object({
      image_descriptions: z.enum(['none', 'basic', 'llm']).optional(),
      max_discovery_depth: whole(0, 5).optional(),
    })
    .meta({ title: 'Defaults for files and pages that LAMB’s clients import' }),
}

/** How a knowledge base processes its documents. */
export const knowledgeSettingsSchema = z.object({
  chunk_size: settings.chunk_size.default(800),
  chunk_overlap: settings.chunk_overlap.default(0),
  ocr_languages: settings.ocr_languages.default([]),
  whole_documents: settings.whole_documents.default(false),
  import_defaults: settings.import_defaults.optional(),
})
export type KnowledgeSettings = z.infer<typeof knowledgeSettingsSchema>

const name = text(KNOWLEDGE_LIMITS.name).refine((value) => value.trim() !== '', fieldText('fields.empty'))
const description = text(KNOWLEDGE_LIMITS.description)
// Without defaults: settings that are left out stay unchanged.
const settingsChange = z.object(settings).partial()
const is_shared = z.boolean().optional().meta({ title: 'Share with everyone in my organization' })

export const createKnowledgeBaseSchema = z.object({
  name,
  description: description.default(''),
  settings: settingsChange.optional(),
  is_shared,
})
export const changeKnowledgeBaseSchema = z.object({
  name: name.optional(),
  description: description.optional(),
  settings: settingsChange.optional(),
  is_shared,
  force: z.boolean().optional().meta({
    description: 'Stop sharing even if colleagues’ assistants use it; otherwise the response is 409',
  }),
})
export type NewKnowledgeBase = z.infer<typeof createKnowledgeBaseSchema>
export type KnowledgeBaseChange = z.infer<typeof changeKnowledgeBaseSchema>

export const knowledgeBaseSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  is_owner: z.boolean(),
  can_modify: z.boolean(),
  is_shared: z.boolean(),
  owner_name: z.string(),
  settings: knowledgeSettingsSchema,
  created_at: z.int(),
  updated_at: z.int(),
})
export const knowledgeBaseListSchema = z.object({
  knowledge_bases: z.array(knowledgeBaseSchema),
  /** Assistants of this organization search its own server instead of these. */
  external_server: z.boolean(),
})
export const knowledgeBaseDetailSchema = knowledgeBaseSchema.extend({
  counts: z.object({ files: z.int(), passages: z.int(), by_status: z.record(z.string(), z.int()) }),
  /** The number of passages with a vector of the organization's model; null if it has none. */
  embedding: z
    .object({
      model: z.string(),
      done: z.int(),
      total: z.int(),
      error: z.string().nullable(),
      ...messageFields,
    })
    .nullable(),
})
/** The assistants that search it: the caller's own by name, those of others as a count. */
export const knowledgeUsageSchema = z.object({
  assistants: z.array(z.object({ id: z.int(), name: z.string() })),
  others: z.int(),
})
export const deletedKnowledgeBaseSchema = z.object({
  id: z.string(),
  files: z.int(),
  passages: z.int(),
  was_used_by: knowledgeUsageSchema,
})

export const knowledgeQuerySchema = z.object({
  question: text(KNOWLEDGE_LIMITS.question).refine((value) => value.trim() !== '', fieldText('fields.empty')),
  top_k: whole(1, KNOWLEDGE_LIMITS.topK).default(5),
  threshold: z.number().min(0).max(1).default(0),
  sections: z.boolean().default(false),
})

/** A passage that was found, its location, and why it was found. */
export const passageSchema = z.object({
  collection: z.string(),
  file_id: z.string(),
  ordinal: z.int(),
  title: z.string(),
  filename: z.string(),
  source_url: z.string().nullable(),
  ...placeShape,
  heading: z.string(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
  /** How much of the question the passage contains, from 0 to 1. */
  similarity: z.number(),
  /** Why it was found: each signal from 0 to 1, relative to the best passage. */
  scores: z.object({
    fused: z.number(),
    words: z.number(),
    grams: z.number(),
    /** Similarity of meaning; null if the search used words only. */
    vectors: z.number().nullable(),
    /** The score of the organization's reranker, on its own scale. */
    rerank: z.number().optional(),
  }),
})
export type Passage = z.infer<typeof passageSchema>

/**
 * Whether the passages are about what was asked. With `nothing`, they are only the closest ones, and assistants don't
 * get them.
 */
export const searchGradeSchema = z.enum(['found', 'perhaps', 'nothing'])
export type SearchGrade = z.infer<typeof searchGradeSchema>

export const knowledgeAnswerSchema = z.object({
  passages: z.array(passageSchema),
  grade: searchGradeSchema,
  /**
   * Whether meaning was searched besides words: `unavailable` if the provider failed, `off` if there is nothing to
   * search.
   */
  vectors: z.enum(['used', 'unavailable', 'off']),
  /** `failed`: the order is that of the search. */
  reranked: z.enum(['yes', 'failed']).optional(),
  /** Why these passages, if not because they match the question. */
  reason: z.enum(['whole_documents']).optional(),
})

/** A cited passage within its section. */
export const citedSourceSchema = z.object({
  file_id: z.string(),
  collection: z.string(),
  title: z.string(),
  filename: z.string(),
  source_url: z.string().nullable(),
  ...placeShape,
  heading: z.string(),
  start: z.int(),
  end: z.int(),
  before: z.string(),
  quote: z.string(),
  after: z.string(),
})
