import * as z from 'zod'
import { chatSettingsSchema } from '../assistants/assistant-metadata.ts'
import { fieldText } from '../messages/fields.ts'
import { pageSize } from '../paging.ts'
import { chatPlaceChangeSchema } from './chat-folders.ts'
import { CHAT_LIMITS } from './chat-limits.ts'
import { completionRequestSchema, sourceSchema } from './completions.ts'

const title = z
  .string()
  .max(CHAT_LIMITS.title)
  .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))
  .transform((value) => value.trim())

const assistantId = z.coerce.number().int().positive()

export const chatListQuerySchema = z.object({
  assistant_id: assistantId.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: pageSize(50, 100),
  shelf: z.enum(['open', 'archived', 'all']).default('open'),
  folder_id: z
    .string()
    .regex(/^[0-9a-f-]{36}$/)
    .optional()
    .meta({ description: 'Only the chats in this folder' }),
})
export type ChatListQuery = z.output<typeof chatListQuerySchema>

export const createChatSchema = z.object({
  assistant_id: assistantId,
  title: title.nullish(),
  draft: z
    .boolean()
    .optional()
    .meta({ description: 'Hidden from lists until its first question, and deleted after a day without one' }),
})

const newTitle = title.pipe(z.string().min(1, fieldText('fields.chat_title_required')))

/** Omitted fields stay unchanged. */
export const chatChangeSchema = z.object({
  title: newTitle.optional(),
  archived: z.boolean().optional(),
  ...chatPlaceChangeSchema.shape,
})

/** The same in LAMB's form, where a flag is a number. */
export const updateLambChatSchema = z.object({
  title: newTitle.nullish(),
  archived: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish(),
})
export const lambChatListQuerySchema = chatListQuerySchema
  .pick({ assistant_id: true, page: true, per_page: true })
  .extend({
    include_archived: z
      .enum(['true', 'false', '1', '0', 'True', 'False'])
      .default('false')
      .transform((value) => value === '1' || value.toLowerCase() === 'true'),
  })

export const chatHeadSchema = z.object({
  id: z.string(),
  title: z.string(),
  assistant_id: z.number(),
  message_count: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
  archived: z.union([z.literal(0), z.literal(1)]),
  pinned: z.boolean(),
  folder_id: z.string().nullable(),
})
export type ChatHead = z.infer<typeof chatHeadSchema>

export const chatListSchema = z.object({
  chats: z.array(chatHeadSchema),
  page: z.number(),
  per_page: z.number(),
  total_estimate: z.number(),
})
export type ChatList = z.infer<typeof chatListSchema>

/** The sources of an answer. */
export const answerGroundsSchema = z.object({
  sources: z.array(sourceSchema).optional(),
  citations: z
    .unknown()
    .optional()
    .meta({ description: 'The result of the citation check, as in the answer' }),
  trace_id: z.string().optional(),
})
export type AnswerGrounds = z.infer<typeof answerGroundsSchema>

/** `value: null` removes the rating. */
export const feedbackChangeSchema = z.object({
  value: z.enum(['up', 'down']).nullable(),
  comment: z
    .string()
    .max(CHAT_LIMITS.comment)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))
    .transform((value) => value.trim())
    .default(''),
})
export type FeedbackChange = z.output<typeof feedbackChangeSchema>

export const messageFeedbackSchema = z.object({ value: z.enum(['up', 'down']), comment: z.string() })
export type MessageFeedback = z.infer<typeof messageFeedbackSchema>
export const savedFeedbackSchema = z.object({ feedback: messageFeedbackSchema.nullable() })

export const visibilityChangeSchema = z.object({ hidden: z.boolean() })
export const visibilitySchema = z.object({ hidden: z.boolean() })

/** The message whose branch is shown. */
export const shownVersionSchema = z.object({ message_id: z.string().max(100) })

export const storedMessageSchema = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.number(),
  parentId: z.string().nullable(),
  childrenIds: z.array(z.string()),
  complete: z.boolean().meta({ description: 'false: the answer was interrupted' }),
  pictures: z.array(z.string()).optional().meta({
    description: 'Images sent with the question: ids for /chats/{id}/pictures/{picture}',
  }),
  ...answerGroundsSchema.shape,
  feedback: messageFeedbackSchema.optional().meta({ description: 'Your rating of the answer' }),
  versions: z.array(z.string()).optional().meta({
    description: 'The ids of all versions of the message, if there are several; see PUT /chats/{id}/version',
  }),
  hidden: z.boolean().optional().meta({ description: 'true: you have hidden the question from educators' }),
})
export type StoredMessage = z.infer<typeof storedMessageSchema>

export const chatWithMessagesSchema = chatHeadSchema.extend({ messages: z.array(storedMessageSchema) })
export type ChatWithMessages = z.infer<typeof chatWithMessagesSchema>

/** `POST /assistants/{id}/answers`: a question in a stored chat. */
export const questionSchema = z.object({
  messages: completionRequestSchema.shape.messages,
  chat_id: z.string().max(100).optional().meta({ description: 'Continues this chat' }),
  retry: z
    .boolean()
    .optional()
    .meta({ description: 'Repeats the last question; the earlier answer is kept as a version' }),
  edit: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The id of the question that this one is a new version of' }),
  stream: z.boolean().default(true),
})

/** LAMB's: OpenAI's request with its own fields. The path names the assistant. */
export const lambQuestionSchema = completionRequestSchema.extend({
  chat_id: z.string().max(100).nullish(),
  persist_chat: z.boolean().nullish(),
  debug_bypass: z.boolean().nullish(),
})

/** What a chat page shows of an assistant. */
export const usableAssistantSchema = chatSettingsSchema.extend({
  id: z.number(),
  name: z.string(),
  description: z.string(),
})
export type UsableAssistant = z.infer<typeof usableAssistantSchema>
