import * as z from 'zod'
import { messageFields, messageSchema } from '../messages/message-fields.ts'
import { counted, KNOWLEDGE_LIMITS, text } from './knowledge-limits.ts'
import { placeShape } from './place.ts'
import { TAG_LIMITS } from './tag-limits.ts'

export const KNOWLEDGE_FILE_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const

/** A file of a knowledge base; while it is being processed, it is also the job. */
export const knowledgeFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  content_type: z.string(),
  size: z.int(),
  source_url: z.string().nullable(),
  language: z.string(),
  status: z.enum(KNOWLEDGE_FILE_STATUSES),
  stage: z.string(),
  /** Of the whole process, not of the stage. */
  percentage: z.number(),
  progress: z
    .object({ current: z.int(), total: z.int() })
    .nullable()
    .meta({ description: 'Progress within the current stage, such as the pages read' }),
  message: z.string(),
  /** Null if unknown. */
  eta_seconds: z.int().nullable(),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  ...messageFields,
  /** Whether a retry, perhaps with other settings, may help. */
  retryable: z.boolean(),
  /** Parts that could not be read: pages without text, hidden sheets, pages of a site that did not respond. */
  warnings: z.array(z.string()).optional(),
  warning_messages: z.array(messageSchema).optional().meta({ description: 'The warnings, for translation' }),
  attempts: z.int(),
  passages: z.int(),
  characters: z.int(),
  plugin_name: z.string(),
  plugin_params: z.record(z.string(), z.unknown()),
  tags: z.array(z.string()),
  last_change: z
    .object({ at: z.int(), unchanged: z.int(), changed: z.int(), added: z.int(), removed: z.int() })
    .nullable()
    .meta({ description: 'Numbers of passages when the file was last replaced or fetched again' }),
  created_at: z.int(),
  updated_at: z.int(),
  started_at: z.int().nullable(),
  finished_at: z.int().nullable(),
})
export type KnowledgeFile = z.infer<typeof knowledgeFileSchema>

export const knowledgeFileFilter = {
  status: z.enum(KNOWLEDGE_FILE_STATUSES).optional(),
  search: text(200).optional().meta({ description: 'Part of the name, title or URL. Case is ignored.' }),
  tag: text(TAG_LIMITS.tag).optional().meta({ description: 'Files with this tag. Case is ignored.' }),
}
export const knowledgeFileListQuerySchema = z.object({
  ...knowledgeFileFilter,
  limit: counted(1, KNOWLEDGE_LIMITS.page, 50),
  offset: counted(0, 1_000_000, 0),
  sort_by: z.enum(['created_at', 'updated_at', 'name', 'status', 'size']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export const knowledgeFileListSchema = z.object({
  files: z.array(knowledgeFileSchema),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
})
const namedFile = z.object({ id: z.string(), name: z.string() })
export const addedKnowledgeFilesSchema = z.object({
  files: z.array(knowledgeFileSchema),
  /** Settings that the plugin does not have. */
  ignored_params: z.array(z.string()),
  skipped: z
    .array(messageSchema.extend({ name: z.string() }))
    .meta({ description: 'Files, also of zip archives, that were not added, and why' }),
  unchanged: z
    .array(z.string())
    .optional()
    .meta({ description: 'With `sync`: files that already exist unchanged' }),
  missing: z
    .array(namedFile)
    .optional()
    .meta({ description: 'With `sync`: files in these folders that were not in the list of names' }),
  deleted: z
    .array(namedFile)
    .optional()
    .meta({ description: 'With `delete_missing`: files that were deleted' }),
})

const oneOrMore = z.union([z.file(), z.array(z.file())])
/** `files`, once or several times. All other fields of the form are settings of the plugin. */
export const knowledgeUploadSchema = z.looseObject({
  files: oneOrMore.optional(),
  file: oneOrMore.optional(),
  plugin_name: z.string().max(100).optional(),
  sync: z.enum(['true', 'false']).optional(),
  delete_missing: z.enum(['true', 'false']).optional(),
  names: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description: 'With `sync`: all names in the folder, if the files don’t fit into one upload' }),
})

export const retryKnowledgeFileSchema = z.object({
  params: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'Replaces the previous ones: `password`, `ocr_languages`, `chunk_size`, …' }),
})

export const knowledgePassagesQuerySchema = z.object({
  limit: counted(1, KNOWLEDGE_LIMITS.page, 50),
  offset: counted(0, 1_000_000, 0),
})
export const knowledgePassagesSchema = z.object({
  passages: z.array(
    z.object({
      ordinal: z.int(),
      start: z.int(),
      end: z.int(),
      ...placeShape,
      heading: z.string(),
      /** Passages of one section have the same number. */
      section: z.int(),
      text: z.string(),
    }),
  ),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
})

export const knowledgeOriginalQuerySchema = z.object({
  inline: z.enum(['true', 'false', '1', '0']).optional().meta({ description: 'Show a PDF inline' }),
})
