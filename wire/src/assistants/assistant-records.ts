import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'

/**
 * A setting that was saved but will not work as its author may expect. `path` is a JSON pointer into the assistant.
 */
export const settingsWarningSchema = z.object({
  code: z.string(),
  message: z.string(),
  ...messageFields,
  path: z.string(),
})
export type SettingsWarning = z.infer<typeof settingsWarningSchema>

export const accessLevelSchema = z.enum(['full', 'read_only', 'shared'])
export type AccessLevel = z.infer<typeof accessLevelSchema>

/**
 * Has some values twice (`id` and `assistant_id`, …), because LAMB's page and its command line read different names.
 */
export const assistantRecordSchema = z.object({
  id: z.number(),
  assistant_id: z.number(),
  name: z.string().meta({ description: 'As entered by its author' }),
  lamb_name: z.string().meta({ description: "The name in LAMB's form, as in LAMB's endpoints" }),
  description: z.string(),
  owner: z.string().meta({ description: "The owner's e-mail" }),
  organization_id: z.number(),
  metadata: z.string().meta({
    description:
      'JSON text, exactly as it was saved, except that the tools of a multi-tool assistant are normalized',
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
    .meta({ description: 'Tools that it uses but this server does not have; absent in lists' }),
})
export type AssistantRecord = z.infer<typeof assistantRecordSchema>

/** The response to a save. */
export const savedAssistantSchema = assistantRecordSchema.extend({
  warnings: z.array(settingsWarningSchema),
})
export type SavedAssistant = z.infer<typeof savedAssistantSchema>

/** An object that the settings of an assistant name. */
export const objectRefSchema = z.object({
  kind: z.enum(['assistant', 'knowledge_base', 'rubric', 'file', 'workspace', 'mcp_server']),
  id: z.string().min(1).max(1000),
})
export type ObjectRef = z.infer<typeof objectRefSchema>

export const namedObjectSchema = objectRefSchema.extend({ name: z.string().nullable() })
export type NamedObject = z.infer<typeof namedObjectSchema>

const budgetUsedUpUntil = z.number().nullable().meta({
  description:
    'When a used-up budget of the assistant or the whole organization resets, in Unix seconds; null if none is used up, or the caller may not edit the assistant',
})

/** For people who may edit it, with warnings about its current state. */
export const readAssistantSchema = assistantRecordSchema.extend({
  warnings: z.array(settingsWarningSchema).optional(),
  objects: z.array(namedObjectSchema).optional().meta({
    description: 'The objects that its settings name; `name` is null if its owner can’t use the object',
  }),
  failing_tests: z.number().optional().meta({
    description:
      'Tests that used to pass and failed in the last scheduled run, until the caller dismisses the notice',
  }),
  budget_used_up_until: budgetUsedUpUntil.optional(),
})
export type ReadAssistant = z.infer<typeof readAssistantSchema>

/** A list item: no prompts, and the settings only if the caller may see them. */
export const assistantSummarySchema = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  owner: z.string(),
  owner_name: z.string(),
  organization_id: z.number(),
  assistant_type: z.string(),
  can_be_tool: z
    .boolean()
    .meta({ description: 'Whether other assistants may use it as a tool; false for orchestrators' }),
  metadata: z.string().nullable(),
  published: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
  version: z.number(),
  access_level: accessLevelSchema
    .nullable()
    .meta({ description: 'null: can be used in chats, but its settings can’t be opened' }),
  is_owner: z.boolean(),
  failing_tests: z.number().meta({
    description:
      'Tests that used to pass and failed in the last scheduled run, until the caller dismisses the notice',
  }),
  budget_used_up_until: budgetUsedUpUntil,
})
export type AssistantSummary = z.infer<typeof assistantSummarySchema>

// Pictures

/** The web app scales pictures down before it sends them. */
export const PICTURE_LIMITS = {
  bytes: 256 * 1024,
  /** In pixels. */
  side: 1024,
  /** In one request for the list. */
  ids: 200,
} as const

export const uploadPictureSchema = z.object({ file: z.file() })

/** `1,2,3` */
export const idListSchema = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, fieldText('fields.whole_number'))
  .transform((ids) => [...new Set(ids.split(',').map(Number))])
  .refine((ids) => ids.length <= PICTURE_LIMITS.ids, `At most ${PICTURE_LIMITS.ids} ids`)
  .meta({ description: 'Ids of assistants, separated by commas' })

export const pictureQuerySchema = z.object({ ids: idListSchema })

export const assistantPictureSchema = z.object({
  id: z.number().meta({ description: 'The id of the assistant' }),
  mark: z.string().meta({ description: 'Changes with the picture' }),
})
export type AssistantPicture = z.infer<typeof assistantPictureSchema>

export const assistantPictureListSchema = z.object({ pictures: z.array(assistantPictureSchema) })
