import * as z from 'zod'
import { searchGradeSchema } from '../knowledge/knowledge.ts'
import { fieldText } from '../messages/fields.ts'

export const contentPartSchema = z.looseObject({ type: z.string(), text: z.string().optional() })

export const chatMessageSchema = z.looseObject({
  role: z.string().min(1),
  content: z.union([z.string(), z.array(contentPartSchema), z.null()]).optional(),
})

/**
 * OpenAI's chat completion request; only the fields that the server uses. All others (temperature, max_tokens, tools,
 * …) are kept and passed on to the provider.
 */
export const completionRequestSchema = z.looseObject({
  messages: z.array(chatMessageSchema).min(1, fieldText('fields.at_least_one_message')).max(10_000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  metadata: z.looseObject({}).nullish(),
})
export type CompletionRequest = z.infer<typeof completionRequestSchema>

/** `/completions`: LAMB passes on an empty conversation unchanged. */
export const lambRequestSchema = completionRequestSchema.extend({
  messages: z.array(chatMessageSchema).max(10_000),
})

/** `/v1/chat/completions`: the model names the assistant, `lamb_assistant.12` or `LAMB:name`. */
export const openAiRequestSchema = completionRequestSchema.extend({
  model: z.string().min(1, fieldText('fields.model_is_assistant')),
})

/** A source of an answer. `title`, `url` and `similarity` are the fields that LAMB's prompt lists. */
export const sourceSchema = z.looseObject({
  title: z.string().optional(),
  url: z.string().optional(),
  similarity: z.number().optional(),
})
export type Source = z.infer<typeof sourceSchema>

/** A source in a response, in Open WebUI's format: the lists are parallel, and `metadata` has our own fields. */
export const openWebUiSourceSchema = z.looseObject({
  source: z.looseObject({ name: z.string(), url: z.string().optional() }),
  document: z.array(z.string()),
  metadata: z.array(sourceSchema.extend({ source: z.string(), name: z.string() })),
  distances: z.array(z.number()).optional(),
})
export type OpenWebUiSource = z.infer<typeof openWebUiSourceSchema>

export const completionAnswerSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.number(),
      message: z.looseObject({ role: z.string(), content: z.string().nullable() }),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: z
    .looseObject({ prompt_tokens: z.number(), completion_tokens: z.number(), total_tokens: z.number() })
    .optional(),
  /** Whether the knowledge bases had passages about the question; only if they were searched. */
  grade: searchGradeSchema.optional(),
  sources: z.array(openWebUiSourceSchema).optional(),
})

export const modelListSchema = z.object({
  object: z.literal('list'),
  data: z.array(
    z.looseObject({ id: z.string(), object: z.literal('model'), created: z.number(), owned_by: z.string() }),
  ),
  has_more: z.boolean().optional().describe('Only for a page.'),
  first_id: z.string().nullable().optional(),
  last_id: z.string().nullable().optional(),
})
