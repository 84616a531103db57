import * as z from 'zod'

export * from './assistant-metadata.ts'

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

// PostgreSQL can't store U+0000 in a text: refused here with words, instead of failing there without any.
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'must not contain the character U+0000')

// The record

/** What is saved but will not do what its author may expect. `path` is a JSON pointer into the assistant. */
export const settingsWarningSchema = z.object({ code: z.string(), message: z.string(), path: z.string() })
export type SettingsWarning = z.infer<typeof settingsWarningSchema>

export const accessLevelSchema = z.enum(['full', 'read_only', 'shared'])
export type AccessLevel = z.infer<typeof accessLevelSchema>

/** Says several things twice (`id` and `assistant_id`, …), because LAMB's page and its command line read different names. */
export const assistantRecordSchema = z.object({
  id: z.number(),
  assistant_id: z.number(),
  name: z.string().meta({ description: 'As its author typed it' }),
  lamb_name: z.string().meta({ description: "LAMB's form of the name, which LAMB's routes show" }),
  description: z.string(),
  owner: z.string().meta({ description: "The owner's e-mail" }),
  organization_id: z.number(),
  metadata: z.string().meta({
    description:
      'JSON text, exactly as it was saved; only the tools of an assistant made of tools are in one form, whichever they came in',
  }),
  api_callback: z.string().meta({ description: 'The same text as `metadata`' }),
  system_prompt: z.string(),
  prompt_template: z.string(),
  RAG_endpoint: z.literal(''),
  RAG_Top_k: z.number(),
  RAG_collections: z.string(),
  pre_retrieval_endpoint: z.literal(''),
  post_retrieval_endpoint: z.literal(''),
  group_id: z.string().nullable(),
  group_name: z.string().nullable(),
  oauth_consumer_name: z.string().nullable(),
  published_at: z.number().nullable(),
  published: z.boolean(),
  publish_status: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
  version: z.number(),
  access_level: accessLevelSchema.nullable().meta({ description: 'null in lists' }),
  is_owner: z.boolean().nullable(),
  unavailable_tools: z
    .array(z.string())
    .optional()
    .meta({ description: 'Tools that it lists and this server does not have; absent in lists' }),
})
export type AssistantRecord = z.infer<typeof assistantRecordSchema>

/** The answer to a save. */
export const savedAssistantSchema = assistantRecordSchema.extend({
  warnings: z.array(settingsWarningSchema),
})
export type SavedAssistant = z.infer<typeof savedAssistantSchema>

/** For those who may change it, also what they should know about it as things stand now. */
export const readAssistantSchema = assistantRecordSchema.extend({
  warnings: z.array(settingsWarningSchema).optional(),
})
export type ReadAssistant = z.infer<typeof readAssistantSchema>

/** A line of a list: no prompts, and the settings only where the caller may look into the assistant. */
export const assistantSummarySchema = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  owner: z.string(),
  organization_id: z.number(),
  assistant_type: z.string(),
  can_be_tool: z
    .boolean()
    .meta({ description: 'Whether another assistant may use it as a tool: not when it leads others itself' }),
  metadata: z.string().nullable(),
  published: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
  version: z.number(),
  access_level: accessLevelSchema.nullable().meta({ description: 'null = may be chatted with, not opened' }),
  is_owner: z.boolean(),
})
export type AssistantSummary = z.infer<typeof assistantSummarySchema>

// What clients send

const metadataInput = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .transform((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  .refine((json) => !json.includes('\u0000'), 'must not contain the character U+0000')
  .refine((json) => new TextEncoder().encode(json).length <= ASSISTANT_LIMITS.metadataBytes, {
    message: `must be at most ${ASSISTANT_LIMITS.metadataBytes / 1024} KiB`,
  })

/** LAMB's rule: anything but a sensible whole number is 3. */
const topK = z.unknown().transform((value) => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' &&
    Number.isInteger(number) &&
    number >= 1 &&
    number <= ASSISTANT_LIMITS.topK
    ? number
    : 3
})

const collections = z
  .union([z.string(), z.array(z.union([z.string(), z.number()])).transform((ids) => ids.join(','))])
  .pipe(text(ASSISTANT_LIMITS.collections))

// Line breaks, control characters, characters that change the direction of the text around them, and halves of characters.
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const IS_VISIBLE = /[^\p{Z}\p{Cf}]/u

/** A name as people type it, in any script. */
export const assistantNameSchema = z
  .string()
  .trim()
  .refine((name) => name === '' || IS_VISIBLE.test(name), 'must contain a visible character')
  .refine((name) => !NOT_IN_NAMES.test(name), 'must not contain control characters or line breaks')
  .refine((name) => [...name].length <= ASSISTANT_LIMITS.name, {
    message: `must be at most ${ASSISTANT_LIMITS.name} characters long`,
  })

const fields = {
  name: assistantNameSchema.nullish(),
  description: text(ASSISTANT_LIMITS.description).nullish(),
  system_prompt: text(ASSISTANT_LIMITS.prompt).nullish(),
  /** LAMB's older name of `system_prompt`. */
  instructions: text(ASSISTANT_LIMITS.prompt).nullish(),
  prompt_template: text(ASSISTANT_LIMITS.prompt).nullish(),
  metadata: metadataInput.nullish(),
  /** LAMB's older name of `metadata`. */
  api_callback: metadataInput.nullish(),
  RAG_Top_k: topK.optional(),
  RAG_collections: collections.nullish(),
}

/** The fields of an assistant that a save can change, under one name each. Undefined = as it was. */
export interface AssistantFields {
  name: string | undefined
  description: string | undefined
  system_prompt: string | undefined
  prompt_template: string | undefined
  metadata: string | undefined
  rag_collections: string | undefined
  rag_top_k: number | undefined
}

function toFields(body: z.output<z.ZodObject<typeof fields>>): AssistantFields {
  return {
    name: body.name ?? undefined,
    description: body.description ?? undefined,
    system_prompt: body.system_prompt ?? body.instructions ?? undefined,
    prompt_template: body.prompt_template ?? undefined,
    metadata: body.metadata ?? body.api_callback ?? undefined,
    rag_collections: body.RAG_collections ?? undefined,
    rag_top_k: body.RAG_Top_k,
  }
}

export const createAssistantSchema = z.object(fields).transform(toFields)

export const updateAssistantSchema = z
  .object({ ...fields, version: z.int().positive().nullish() })
  .transform((body) => ({ ...toFields(body), version: body.version ?? undefined }))

/** LAMB's routes take any name: they derive their own form of it. */
const lambFields = { ...fields, name: text(ASSISTANT_LIMITS.lambName).nullish() }

export const createLambAssistantSchema = z.object(lambFields).transform(toFields)

export const updateLambAssistantSchema = z
  .object({ ...lambFields, version: z.int().positive().nullish() })
  .transform((body) => ({ ...toFields(body), version: body.version ?? undefined }))

/** The nearest name that people may give: without control characters, and not too long. */
export const toAssistantName = (given: string): string =>
  [...given.replace(new RegExp(NOT_IN_NAMES, 'gu'), ' ').trim()]
    .slice(0, ASSISTANT_LIMITS.name)
    .join('')
    .trim()

const LAMB_FORM = /^\d+_[a-z0-9_]+$/

/** Words for a name in LAMB's form (`12_essay_evaluator` → `Essay evaluator`); any other name as it is. */
export function toReadableName(given: string): string {
  const name = given.trim()
  if (!LAMB_FORM.test(name)) return name
  const words = name.replace(/^\d+_/, '').replaceAll('_', ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

export const publishAssistantSchema = z.object({ publish_status: z.boolean() })

export const duplicateAssistantSchema = z.object({ name: fields.name })

/** An exported assistant. What it must contain is checked by the importer, which lists every fault at once. */
export const importAssistantSchema = z.record(z.string(), z.unknown())

const paging = (usual: number) => ({
  limit: z.coerce.number().int().min(1).max(100).default(usual),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
})

/** LAMB's list, whose page is 10 long unless told. */
export const ownAssistantsQuerySchema = z.object(paging(10))

export const assistantScopeSchema = z.enum(['mine', 'shared', 'published', 'organization'])
export type AssistantScope = z.infer<typeof assistantScopeSchema>

export const listAssistantsQuerySchema = z.object({
  scope: assistantScopeSchema.default('mine'),
  search: text(200).default(''),
  type: z
    .string()
    .regex(/^[\w-]{0,50}$/)
    .default(''),
  ...paging(50),
})

// Versions

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
  current: z.boolean(),
  saved_at: z.number(),
  saved_by: z.string().nullable().meta({ description: 'The e-mail of whoever made this form' }),
})
export type AssistantVersion = z.infer<typeof assistantVersionSchema>

export const versionsQuerySchema = z.object(paging(50))
export const versionDiffQuerySchema = z.object({
  to: z
    .union([z.literal('current'), z.coerce.number().int().positive()])
    .default('current')
    .meta({ description: 'A version, or `current`' }),
})

/** `field` is a column's name, or `metadata.<setting>` where both sides can be read. */
export const fieldChangeSchema = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type FieldChange = z.infer<typeof fieldChangeSchema>
export const versionDiffSchema = z.object({
  from: z.number(),
  to: z.number(),
  changes: z.array(fieldChangeSchema),
})

/** An id in a path. */
export const idSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a whole number')
  .transform(Number)

// Sharing

export const shareSchema = z.object({
  user_id: z.number(),
  user_email: z.string(),
  user_name: z.string(),
  shared_at: z.number(),
  shared_by_name: z.string().nullable(),
})

/** The whole list that shall be, not an addition to it. */
export const replaceSharesSchema = z.object({ user_emails: z.array(text(320)).max(1000) })

/** What a description is made from; LAMB's page sends its whole form. */
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
