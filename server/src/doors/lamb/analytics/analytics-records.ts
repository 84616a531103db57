import * as z from 'zod'

const count = z.number().int()

/** Dates such as 2026-11-16, with or without a time. */
export const datesSchema = z.object({
  start_date: z.string().max(40).optional(),
  end_date: z.string().max(40).optional(),
})

export const analyticsStatsSchema = z.object({
  assistant_id: z.number(),
  period: z.object({ start: z.string().nullable(), end: z.string().nullable() }),
  stats: z.object({
    total_chats: count,
    unique_users: count,
    total_messages: count,
    avg_messages_per_chat: z.number(),
  }),
})

export const analyticsTimelineSchema = z.object({
  assistant_id: z.number(),
  period: z.string(),
  data: z.array(z.object({ date: z.string(), chat_count: count, message_count: count })),
})

export const analyticsChatsSchema = z.object({
  chats: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      user_id: z.string(),
      user_name: z.string(),
      user_email: z.null(),
      message_count: count,
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
  total: count,
  page: count,
  per_page: count,
  total_pages: count,
})

export const analyticsChatSchema = z.object({
  id: z.string(),
  title: z.string(),
  user: z.object({ id: z.string(), name: z.string(), email: z.null() }),
  created_at: z.string(),
  updated_at: z.string(),
  messages: z.array(
    z.object({ id: z.string(), role: z.string(), content: z.string(), timestamp: z.string() }),
  ),
})
