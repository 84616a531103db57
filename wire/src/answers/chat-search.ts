import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { pageSize } from '../paging.ts'

export const CHAT_SEARCH_LIMITS = { query: 200, words: 10, matchesPerChat: 3 } as const

export const chatSearchQuerySchema = z.object({
  query: z
    .string()
    .max(CHAT_SEARCH_LIMITS.query)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))
    .trim()
    .min(1, fieldText('fields.empty'))
    .meta({ description: 'Words, or phrases in double quotes' }),
  limit: pageSize(20, 50),
  cursor: z
    .string()
    .regex(/^\d{1,12}_[0-9a-f-]{36}$/)
    .optional()
    .meta({ description: '`next` of the previous page' }),
})
export type ChatSearchQuery = z.output<typeof chatSearchQuerySchema>

/** A text in pieces; those with `hit` are what was searched for. */
export const markedTextSchema = z.array(z.object({ text: z.string(), hit: z.boolean() }))
export type MarkedText = z.infer<typeof markedTextSchema>

export const chatSearchMatchSchema = z.object({
  message_id: z.string(),
  role: z.enum(['user', 'assistant']),
  created_at: z.number(),
  snippet: markedTextSchema,
})

export const chatSearchResultSchema = z.object({
  chat_id: z.string(),
  title: markedTextSchema,
  assistant_id: z.number(),
  archived: z.boolean(),
  updated_at: z.number(),
  matches: z.array(chatSearchMatchSchema).meta({
    description: `The newest matching messages, at most ${CHAT_SEARCH_LIMITS.matchesPerChat}. Empty if only the title matches.`,
  }),
  match_count: z.number().meta({ description: 'How many messages match' }),
})
export type ChatSearchResult = z.infer<typeof chatSearchResultSchema>

export const chatSearchResultsSchema = z.object({
  results: z.array(chatSearchResultSchema),
  next: z.string().nullable().meta({
    description:
      'The `cursor` for older chats; null if all were searched. Can be set although `results` is empty, because a request searches a limited number of messages.',
  }),
})
export type ChatSearchResults = z.infer<typeof chatSearchResultsSchema>
