import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { nameSchema, toNameLine } from '../names.ts'
import { paging } from '../paging.ts'
import {
  idListSchema,
  namedObjectSchema,
  objectRefSchema,
  settingsWarningSchema,
} from './assistant-records.ts'

export * from './assistant-metadata.ts'
export * from './assistant-records.ts'
export * from './assistant-versions.ts'

export const ASSISTANT_LIMITS = {
  /** In characters as people count them, not in bytes. */
  name: 100,
  /** What LAMB's routes accept before they shorten it. */
  lambName: 1000,
  description: 10_000,
  prompt: 200_000,
  collections: 10_000,
  topK: 1000,
  metadataBytes: 256 * 1024,
} as const

// PostgreSQL can't store U+0000 in a text; refused here with a clear message.
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

// Input

const metadataInput = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .refine((json) => !json.includes('\u0000'), fieldText('fields.nul_character'))
  .refine((json) => new TextEncoder().encode(json).length <= ASSISTANT_LIMITS.metadataBytes, {
    message: fieldText('fields.max_kib', { limit: ASSISTANT_LIMITS.metadataBytes / 1024 }),
  })

/** LAMB's rule: anything but a valid whole number becomes 3. */
const topK = z.unknown().transform((value) => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' &&
    Number.isInteger(number) &&
    number >= 1 &&
    number <= ASSISTANT_LIMITS.topK
    ? number
    : 3
})

const ownTopK = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int().min(1).max(ASSISTANT_LIMITS.topK).nullish(),
)

const collections = z
  .union([z.string(), z.array(z.union([z.string(), z.number()])).transform((ids) => ids.join(','))])
  .pipe(text(ASSISTANT_LIMITS.collections))

export const assistantNameSchema = nameSchema.refine((name) => [...name].length <= ASSISTANT_LIMITS.name, {
  message: fieldText('fields.max_characters', { limit: ASSISTANT_LIMITS.name }),
})

const fields = {
  name: assistantNameSchema.nullish(),
  description: text(ASSISTANT_LIMITS.description).nullish(),
  system_prompt: text(ASSISTANT_LIMITS.prompt).nullish(),
  /** LAMB's older name for `system_prompt`. */
  instructions: text(ASSISTANT_LIMITS.prompt).nullish(),
  prompt_template: text(ASSISTANT_LIMITS.prompt).nullish(),
  metadata: metadataInput.nullish(),
  /** LAMB's older name for `metadata`. */
  api_callback: metadataInput.nullish(),
  RAG_Top_k: topK.optional(),
  RAG_collections: collections.nullish(),
}

/** The fields of an assistant that a save can change, under one name each. Undefined means unchanged. */
export interface AssistantFields {
  name: string | undefined
  description: string | undefined
  system_prompt: string | undefined
  prompt_template: string | undefined
  metadata: string | undefined
  rag_collections: string | undefined
  rag_top_k: number | undefined
}

/** Our own API refuses what LAMB's rule would replace. */
const ownFields = { ...fields, RAG_Top_k: ownTopK }

function toFields(body: z.output<z.ZodObject<typeof fields | typeof ownFields>>): AssistantFields {
  return {
    name: body.name ?? undefined,
    description: body.description ?? undefined,
    system_prompt: body.system_prompt ?? body.instructions ?? undefined,
    prompt_template: body.prompt_template ?? undefined,
    metadata: body.metadata ?? body.api_callback ?? undefined,
    rag_collections: body.RAG_collections ?? undefined,
    rag_top_k: body.RAG_Top_k ?? undefined,
  }
}

export const createAssistantSchema = z.object(ownFields).transform(toFields)

export const updateAssistantSchema = z
  .object({ ...ownFields, version: z.int().positive().nullish() })
  .transform((body) => ({ ...toFields(body), version: body.version ?? undefined }))

/** For files of LAMB and its MCP tools. */
export const createLenientAssistantSchema = z.object(fields).transform(toFields)

export const updateLenientAssistantSchema = z
  .object({ ...fields, version: z.int().positive().nullish() })
  .transform((body) => ({ ...toFields(body), version: body.version ?? undefined }))

/** LAMB's routes accept any name: they derive their own form of it. */
const lambFields = { ...fields, name: text(ASSISTANT_LIMITS.lambName).nullish() }

export const createLambAssistantSchema = z.object(lambFields).transform(toFields)

export const updateLambAssistantSchema = z
  .object({ ...lambFields, version: z.int().positive().nullish() })
  .transform((body) => ({ ...toFields(body), version: body.version ?? undefined }))

/** The closest valid display name: without control characters, and not too long. */
export const toAssistantName = (name: string): string =>
  [...toNameLine(name)].slice(0, ASSISTANT_LIMITS.name).join('').trim()

export const publishAssistantSchema = z.object({
  publish_status: z.boolean(),
  accept_failed_tests: z.string().trim().min(1).max(1000).optional().meta({
    description:
      'Why the assistant is published although required tests have not passed. Recorded in the audit log',
  }),
})

export const duplicateAssistantSchema = z.object({ name: fields.name })

/** An exported assistant. The importer checks its content and lists all errors together. */
export const exportedAssistantSchema = z.record(z.string(), z.unknown())

export const importAssistantSchema = z.looseObject({
  use_objects: z
    .array(objectRefSchema.extend({ use: z.string().min(1).max(1000).nullable() }))
    .max(1000)
    .optional()
    .meta({
      description:
        'Your objects to use instead of those that the file names; `use: null` leaves one out. Objects of another installation are left out unless they are replaced',
    }),
})

export const importCheckSchema = z.object({
  objects: z.array(
    namedObjectSchema.extend({
      is_same: z
        .boolean()
        .meta({ description: 'Whether the file is from this installation and you can use the object' }),
    }),
  ),
  warnings: z.array(settingsWarningSchema).meta({ description: 'What this server lacks' }),
})
export type ImportCheck = z.infer<typeof importCheckSchema>

/** LAMB's list, with a default page size of 10. */
export const ownAssistantsQuerySchema = z.object(paging(10))

export const assistantScopeSchema = z
  .enum(['mine', 'shared', 'published', 'usable', 'organization'])
  .meta({ description: '`usable`: yours, shared with you or published, as other assistants may ask them' })
export type AssistantScope = z.infer<typeof assistantScopeSchema>

export const listAssistantsQuerySchema = z.object({
  scope: assistantScopeSchema.default('mine'),
  search: text(200).default(''),
  type: z
    .string()
    .regex(/^[\w-]{0,50}$/)
    .default(''),
  ids: idListSchema.optional(),
  ...paging(50),
})

/** An id in a path. */
export const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, fieldText('fields.whole_number'))
  .transform(Number)

// Sharing

export const shareSchema = z.object({
  user_id: z.number(),
  user_email: z.string(),
  user_name: z.string(),
  shared_at: z.number(),
  shared_by_name: z.string().nullable(),
})

/** Replaces the whole list. */
export const replaceSharesSchema = z.object({ user_emails: z.array(text(320)).max(1000) })

/** The basis for a generated description; LAMB's page sends its whole form. */
export const describeAssistantSchema = z
  .object({
    name: lambFields.name,
    instructions: fields.instructions,
    system_prompt: fields.system_prompt,
    prompt_template: fields.prompt_template,
  })
  .transform((form) => ({
    name: form.name ?? '',
    system_prompt: form.system_prompt ?? form.instructions ?? '',
    prompt_template: form.prompt_template ?? '',
  }))
