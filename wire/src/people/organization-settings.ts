import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { flag, maybe, orEmpty } from './form-fields.ts'
import { modelMarksSchema } from './model-abilities.ts'
import { modelChoiceSchema } from './organizations.ts'

export const signupSettingsSchema = z.object({
  signup_enabled: flag,
  signup_key: orEmpty(z.string().max(200)),
  signup_role: orEmpty(z.enum(['student', 'educator'])),
})

/** A key that is left out or empty stays; null removes it. */
const secretChange = z.string().trim().max(1000).nullish()
const address = z.string().trim().max(1000)
const modelList = z.array(z.string().trim().max(200)).max(500)

const MAX_MARKED = 500

export const providerChangeSchema = z.object({
  api_key: secretChange,
  base_url: address.nullish(),
  models: maybe(modelList),
  default_model: z.string().trim().max(200).nullish(),
  tool_use_model: z.string().trim().max(200).nullish().meta({
    description:
      'The model that decides which tools to call. It also answers if the assistant has no model of its own. Empty removes it',
  }),
  fast_model: z.string().trim().max(200).nullish().meta({
    description:
      'Small and fast; overrides `small_fast_model` for assistants of this provider. Empty removes it',
  }),
  enabled: maybe(z.boolean()),
  model_marks: maybe(
    z
      .record(z.string().trim().min(1).max(200), modelMarksSchema.nullable())
      .refine((marks) => Object.keys(marks).length <= MAX_MARKED, `At most ${MAX_MARKED} models`),
  ).meta({
    description:
      'What models can do, by name. Models that are not listed stay the same; null removes the entry of a model.',
  }),
})
export type ProviderChange = z.output<typeof providerChangeSchema>

export const apiSettingsChangeSchema = z.object({
  openai_api_key: secretChange,
  openai_base_url: address.nullish(),
  ollama_base_url: address.nullish(),
  selected_models: maybe(z.record(z.string(), modelList)),
  default_models: maybe(z.record(z.string(), z.string().trim().max(200).nullable())),
  global_default_model: maybe(modelChoiceSchema),
  small_fast_model: maybe(modelChoiceSchema),
  providers: maybe(z.record(z.string(), providerChangeSchema)),
  /** Only a system admin can enable it. */
  use_system_providers: maybe(flag),
})
export type ApiSettingsChange = z.output<typeof apiSettingsChangeSchema>

export const providerNameSchema = z.object({ provider: z.string().max(100) })

export const kbSettingsSchema = z.object({
  url: maybe(address),
  api_key: secretChange,
  embedding_model: maybe(z.string().max(200)),
  collection_defaults: maybe(z.record(z.string(), z.unknown())),
})
export const kbTestSchema = z.object({ url: address, api_key: maybe(z.string().max(1000)) })

export const moodleSettingsSchema = z.object({
  url: maybe(address),
  token: secretChange,
  enabled: maybe(z.boolean()),
  /** Identifiers other than e-mail addresses that forwarding clients send are Moodle's own. */
  forwarded_ids: maybe(z.boolean()),
})
/** Without a token, the stored one is used, at the address it was stored with. */
export const moodleTestSchema = z.object({
  url: orEmpty(address),
  token: orEmpty(z.string().trim().max(1000)),
})

const modelName = z.string().trim().min(1, fieldText('fields.model_required')).max(200)
const providerName = z.string().trim().min(1, fieldText('fields.provider_required')).max(100)
const modelOfProvider = z.object({ provider: providerName, model: modelName }).nullable().optional()
/** The embedding model for search by meaning, the reranker, and the model that transcribes recordings. Null removes one; if left out, it stays. */
export const searchModelsChangeSchema = z.object({
  embeddings: modelOfProvider,
  transcription: modelOfProvider,
  rerank: z
    .object({
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
  embeddings: z.object({ provider: z.string(), model: z.string() }).nullable(),
  transcription: z.object({ provider: z.string(), model: z.string() }).nullable(),
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

export const searchModelTestedSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  ...messageFields,
  /** The number of dimensions of a vector. */
  dimension: z.int().optional(),
  milliseconds: z.number(),
})

export const embeddingsConfigSchema = z.record(z.string(), z.unknown())

export const featureChangeSchema = z.object({
  sharing_enabled: maybe(z.boolean()),
  rag_enabled: maybe(z.boolean()),
  mcp_enabled: maybe(z.boolean()),
  lti_publishing: maybe(z.boolean()),
  dev_mode: maybe(z.boolean()),
})
