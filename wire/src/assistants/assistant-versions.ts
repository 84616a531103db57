import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { paging } from '../paging.ts'
import { MAX_VERSION_NAME } from './assistant-limits.ts'

export const assistantSnapshotSchema = z.object({
  name: z.string(),
  description: z.string(),
  metadata: z.string(),
  system_prompt: z.string(),
  prompt_template: z.string(),
  rag_collections: z.string(),
  rag_top_k: z.number(),
})
export type AssistantSnapshot = z.infer<typeof assistantSnapshotSchema>

export const assistantVersionSchema = z.object({
  version: z.number(),
  name: z.string().nullable().meta({ description: 'The name of the version; null if it has none' }),
  current: z.boolean(),
  saved_at: z.number(),
  saved_by: z.string().nullable().meta({ description: 'E-mail of the person who saved this version' }),
})
export type AssistantVersion = z.infer<typeof assistantVersionSchema>

export const renamedVersionSchema = z.object({
  name: z.string().trim().min(1, fieldText('fields.name_required')).max(MAX_VERSION_NAME).nullable(),
})

export const versionsQuerySchema = z.object(paging(50))
export const versionDiffQuerySchema = z.object({
  to: z
    .union([z.literal('current'), z.coerce.number().int().positive()])
    .default('current')
    .meta({ description: 'A version, or `current`' }),
})

/** `field` is a column name, or `metadata.<setting>` if both sides can be parsed. */
export const fieldChangeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type FieldChange = z.infer<typeof fieldChangeSchema>
export const versionDiffSchema = z.object({
  from: z.number(),
  to: z.number(),
  changes: z.array(fieldChangeSchema),
})
