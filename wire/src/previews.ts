import * as z from 'zod'
import { chatMessageSchema, sourceSchema } from './completions.ts'

export const previewRequestSchema = z.object({
  messages: z.array(chatMessageSchema).min(1, 'send at least one message').max(1000),
})

/** A stretch of the filled last message, by its place in the text. */
export const promptSpanSchema = z.object({
  start: z.number(),
  end: z.number(),
  /** null = the template's own words. */
  placeholder: z.string().nullable(),
  /** The tool that filled the placeholder; null for the question and for the template. */
  tool: z.string().nullable(),
  tokens: z.number(),
})

export const previewSchema = z.object({
  messages: z.array(chatMessageSchema),
  spans: z.array(promptSpanSchema),
  tokens: z.number().meta({ description: 'Of all messages together, counted as GPT-4o counts' }),
  sources: z.array(sourceSchema),
})
