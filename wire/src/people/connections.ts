import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields, messageSchema } from '../messages/message-fields.ts'
import { flag, maybe, orEmpty } from './form-fields.ts'
import { modelAbilitiesSchema, modelMarksSchema } from './model-abilities.ts'
import { modelChoiceSchema } from './organizations.ts'

/** Whether a connection works, and what is wrong. */
const testedSchema = messageSchema.extend({ success: z.boolean() })

// Model providers

/** A key that is left out or empty stays; null removes it. */
const secretChange = z.string().trim().max(1000).nullish()
const address = z.string().trim().max(1000)
const modelList = z.array(z.string().trim().max(200)).max(500)

const MAX_MARKED = 500

export const providerChangeSchema = z.strictObject({
  api_key: secretChange,
  base_url: address.nullish(),
  models: modelList.optional(),
  default_model: z.string().trim().max(200).nullish(),
  tool_use_model: z.string().trim().max(200).nullish().meta({
    description:
      'The model that decides which tools to call. It also answers if the assistant has no model of its own. Empty removes it',
  }),
  fast_model: z.string().trim().max(200).nullish().meta({
    description:
      'Small and fast; overrides `small_fast_model` for assistants of this provider. Empty removes it',
  }),
  enabled: z.boolean().optional(),
  model_marks: z
    .record(z.string().trim().min(1).max(200), modelMarksSchema.nullable())
    .refine((marks) => Object.keys(marks).length <= MAX_MARKED, `At most ${MAX_MARKED} models`)
    .optional()
    .meta({
      description:
        'What models can do, by name. Models that are not listed stay the same; null removes the entry of a model.',
    }),
})
export type ProviderChange = z.output<typeof providerChangeSchema>

const chosenName = z.string().trim().max(200).default('')
const chosenModelSchema = z.object({ provider: chosenName, model: chosenName })

export const providersChangeSchema = z.object({
  global_default_model: maybe(chosenModelSchema.strict()),
  small_fast_model: maybe(chosenModelSchema.strict()),
  providers: maybe(z.record(z.string(), providerChangeSchema)),
  use_system_providers: maybe(flag).meta({ description: 'Only a system admin can enable it' }),
})
export type ProvidersChange = z.output<typeof providersChangeSchema>

const providerStatusSchema = z.object({
  provider: z.string(),
  status: z.enum(['working', 'error', 'not_configured']),
  models: z.array(z.string()),
  error: z.string().optional(),
  error_code: z.string().optional(),
  ...messageFields,
  api_base: z.string(),
  default_model_valid: z.boolean(),
  needs_model_selection: z.boolean(),
  enabled_models: z.array(z.string()),
  default_model: z.string(),
})
export type ProviderStatus = z.infer<typeof providerStatusSchema>

/** The settings of all providers, by name. Keys are never part of it. */
export const providersSchema = z.object({
  providers: z.record(
    z.string(),
    z.object({
      from_system: z.boolean().meta({ description: 'Provided by the system organization' }),
      api_key_set: z.boolean(),
      base_url: z.string(),
      models: z.array(z.string()).meta({ description: 'The models to offer; empty means all of them' }),
      default_model: z.string(),
      tool_use_model: z.string(),
      fast_model: z.string(),
      enabled: z.boolean(),
    }),
  ),
  available_models: z.record(z.string(), z.array(z.string())),
  model_abilities: z.record(z.string(), z.record(z.string(), modelAbilitiesSchema)),
  global_default_model: modelChoiceSchema,
  small_fast_model: modelChoiceSchema,
  is_system: z.boolean(),
  use_system_providers: z.boolean(),
  api_status: z.object({
    overall_status: z.enum(['working', 'partial', 'error', 'not_configured']),
    providers: z.record(z.string(), providerStatusSchema),
    summary: z.object({ configured_count: z.int(), working_count: z.int(), total_models: z.int() }),
  }),
})
export type ProvidersRecord = z.infer<typeof providersSchema>

export const providersChangedSchema = z.object({ warnings: z.array(messageSchema) })

export const providerNameSchema = z.object({ provider: z.string().max(100) })
export const providerTestedSchema = providerStatusSchema.extend(testedSchema.shape)

// Moodle

export const moodleChangeSchema = z.object({
  url: maybe(address),
  token: secretChange,
  enabled: maybe(z.boolean()),
  forwarded_ids: maybe(z.boolean()),
})
export type MoodleChange = z.output<typeof moodleChangeSchema>

export const moodleSchema = z.object({
  url: z.string(),
  token_set: z.boolean(),
  enabled: z.boolean(),
  forwarded_ids: z.boolean().meta({
    description:
      'Whether identifiers other than e-mail addresses that forwarding clients send are Moodle’s own',
  }),
})

/** Without a token, the stored one is used, at the address it was stored with. */
export const moodleTestSchema = z.object({
  url: orEmpty(address),
  token: orEmpty(z.string().trim().max(1000)),
})
export const moodleTestedSchema = testedSchema.extend({
  site: z.string().nullable(),
  version: z.string().nullable(),
})
export type MoodleTested = z.infer<typeof moodleTestedSchema>

// Search models

const modelName = z.string().trim().min(1, fieldText('fields.model_required')).max(200)
const providerName = z.string().trim().min(1, fieldText('fields.provider_required')).max(100)
const modelOfProvider = z.strictObject({ provider: providerName, model: modelName }).nullable().optional()

/** The embedding model for search by meaning, the reranker, and the model that transcribes recordings. Null removes one; if left out, it stays. */
export const searchModelsChangeSchema = z.object({
  embeddings: modelOfProvider,
  transcription: modelOfProvider,
  rerank: z
    .strictObject({
      /** A model of one of the organization's providers, */
      provider: orEmpty(providerName),
      /** or a separate server with `/rerank`. */
      url: orEmpty(address),
      model: modelName,
      api_key: secretChange,
    })
    .refine(({ provider, url }) => (provider === undefined) !== (url === undefined), {
      error: fieldText('fields.provider_or_url'),
    })
    .nullable()
    .optional(),
})
export type SearchModelsChange = z.output<typeof searchModelsChangeSchema>

export const searchModelTestSchema = z.object({ model: z.enum(['embeddings', 'rerank', 'transcription']) })

export const searchModelsSchema = z.object({
  embeddings: modelChoiceSchema.nullable(),
  transcription: modelChoiceSchema.nullable(),
  rerank: z
    .object({
      provider: z.string().optional(),
      url: z.string().optional(),
      model: z.string(),
      api_key_set: z.boolean(),
    })
    .nullable(),
  /** The providers to choose from. */
  providers: z.object({
    embeddings: z.array(z.string()),
    rerank: z.array(z.string()),
    transcription: z.array(z.string()),
  }),
})

export const searchModelTestedSchema = testedSchema.extend({
  /** The number of dimensions of a vector. */
  dimension: z.int().optional(),
  milliseconds: z.number(),
})

// LAMB's forms

/** LAMB's fields for two providers, beside ours for all of them. */
export const apiSettingsChangeSchema = providersChangeSchema.extend({
  global_default_model: maybe(chosenModelSchema),
  small_fast_model: maybe(chosenModelSchema),
  openai_api_key: secretChange,
  openai_base_url: address.nullish(),
  ollama_base_url: address.nullish(),
  selected_models: maybe(z.record(z.string(), modelList)),
  default_models: maybe(z.record(z.string(), z.string().trim().max(200).nullable())),
})
export type ApiSettingsChange = z.output<typeof apiSettingsChangeSchema>

export const kbSettingsSchema = z.object({
  url: maybe(address),
  api_key: secretChange,
  embedding_model: maybe(z.string().max(200)),
  collection_defaults: maybe(z.record(z.string(), z.unknown())),
})
export const kbTestSchema = z.object({ url: address, api_key: maybe(z.string().max(1000)) })
