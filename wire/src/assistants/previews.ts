import * as z from 'zod'
import { chatMessageSchema, completionRequestSchema, sourceSchema } from '../answers/completions.ts'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { GREETING_LENGTH, SUGGESTED_QUESTIONS } from './assistant-texts.ts'

export const previewRequestSchema = z.object({
  messages: z.array(chatMessageSchema).min(1, fieldText('fields.at_least_one_message')).max(1000),
})

/** A range of the filled last message, by position in the text. */
export const promptSpanSchema = z.object({
  start: z.number(),
  end: z.number(),
  /** null for the template's own text. */
  placeholder: z.string().nullable(),
  /** The tool that filled the placeholder; null for the question and for the template. */
  tool: z.string().nullable(),
  tokens: z.number(),
})

export const previewSchema = z.object({
  messages: z.array(chatMessageSchema),
  spans: z.array(promptSpanSchema),
  tokens: z.number().meta({ description: 'For all messages together, with the tokenizer of GPT-4o' }),
  sources: z.array(sourceSchema),
})

/** An assistant in a form, before it is saved. */
export const draftAssistantSchema = z.object({
  system_prompt: z.string().max(200_000).default(''),
  prompt_template: z.string().max(200_000).default(''),
  metadata: z.union([z.string().max(500_000), z.record(z.string(), z.unknown())]).default({}),
  rag_collections: z.string().max(5000).default(''),
  rag_top_k: z.int().min(1).max(100).default(3),
})
export type DraftAssistant = z.infer<typeof draftAssistantSchema>

export const draftPreviewRequestSchema = previewRequestSchema.extend({ assistant: draftAssistantSchema })
export const draftCompletionRequestSchema = completionRequestSchema.extend({
  assistant: draftAssistantSchema,
  as_student: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to answer as for a student, without tools that only the owner can use' }),
})

export const starterRequestSchema = z.object({
  assistant: draftAssistantSchema,
  name: z.string().max(150).default(''),
  description: z.string().max(5000).default(''),
})

/** A greeting and starter questions that the educator accepts, edits or discards. */
export const proposedStartersSchema = z.object({
  source: z
    .enum(['model', 'material'])
    .meta({ description: '`material`: from headings and definitions, without a model' }),
  model: z.string().nullable(),
  greeting: z
    .string()
    .max(GREETING_LENGTH)
    .meta({ description: 'Empty if there is none; always empty without a model' }),
  questions: z.array(z.string().min(1).max(SUGGESTED_QUESTIONS.length)).max(SUGGESTED_QUESTIONS.most),
  message: z.string().nullable().meta({ description: 'Why no model was used; null if one was' }),
  ...messageFields,
})
export type ProposedStarters = z.infer<typeof proposedStartersSchema>
