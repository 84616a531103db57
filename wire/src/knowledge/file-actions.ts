import * as z from 'zod'
import { messageFields } from '../messages/message-fields.ts'
import { knowledgeFileFilter, knowledgeFileSchema } from './knowledge-files.ts'
import { text } from './knowledge-limits.ts'
import { TAG_LIMITS } from './tag-limits.ts'

const tag = text(TAG_LIMITS.tag)
  .transform((value) => value.trim().replace(/\s+/g, ' '))
  .refine((value) => value !== '', 'Must not be empty')
const tags = z.array(tag).max(TAG_LIMITS.tagsPerFile).default([])
const ids = z.array(z.string().max(20)).min(1).max(TAG_LIMITS.bulk)

export const bulkFileActionSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('change_tags'),
    ids,
    add: tags.meta({ description: 'Tags to add to all these files' }),
    remove: tags.meta({ description: 'Tags to remove from all these files. Case is ignored.' }),
  }),
  z.object({ action: z.literal('retry'), ids }),
  z.object({ action: z.literal('delete'), ids }),
])
export type BulkFileAction = z.input<typeof bulkFileActionSchema>

export const bulkFileResultSchema = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      done: z.boolean(),
      /** Why it was not done. */
      message: z.string().optional(),
      ...messageFields,
      file: knowledgeFileSchema.optional().meta({ description: 'The current state; absent if deleted' }),
    }),
  ),
})

export const knowledgeFileIdsQuerySchema = z.object(knowledgeFileFilter)
export const knowledgeFileIdsSchema = z.object({ ids: z.array(z.string()) })
export const knowledgeTagsSchema = z.object({
  tags: z.array(z.object({ tag: z.string(), files: z.int() })),
})
export const zipKnowledgeFilesSchema = z.object({ ids })

export const replaceKnowledgeFileSchema = z.object({
  file: z.file().meta({ description: 'The new version' }),
})
const passageText = z.object({ ordinal: z.int(), text: z.string() })
export const knowledgeFileChangesSchema = z.object({
  change: z
    .object({
      at: z.int().meta({ description: 'Unix seconds' }),
      unchanged: z.int(),
      changed: z.int(),
      added: z.int(),
      removed: z.int(),
      passages: z
        .array(z.object({ before: passageText.nullable(), after: passageText.nullable() }))
        .meta({ description: 'The first passages that differ, in order' }),
    })
    .nullable()
    .meta({ description: 'Null if the file was never replaced' }),
})
export type KnowledgeFileChanges = z.infer<typeof knowledgeFileChangesSchema>
