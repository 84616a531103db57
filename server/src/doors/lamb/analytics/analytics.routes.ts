import { idSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import type { ActivityService } from '../../../modules/activity/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { badRequest, forbidden } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { toIso } from '../iso-time.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { startOf, TIMELINE_PERIODS, toPeriod } from './analytics-period.ts'

export interface AnalyticsDeps {
  activity: Pick<ActivityService, 'observe' | 'totals' | 'growth' | 'conversations' | 'conversation'>
}

const BASE = '/creator/analytics/assistant/{id}'
const params = z.object({ id: idSchema })
/** Dates such as 2026-11-16, with or without a time. */
const datesSchema = z.object({
  start_date: z.string().max(40).optional(),
  end_date: z.string().max(40).optional(),
})
const common = { tag: 'LAMB: analytics', access: 'author' } as const

/** LAMB's contract §13, on the activity of the assistant. */
export const createAnalyticsRoutes = (deps: AnalyticsDeps): Endpoint[] => [
  ...figureRoutes(deps),
  ...chatRoutes(deps),
]

const figureRoutes = ({ activity }: AnalyticsDeps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/stats`,
    summary: 'Get statistics of an assistant',
    description: 'Chats, people and messages in a period, without owners, admins and colleagues.',
    params,
    query: datesSchema,
    async handle({ caller, params: { id }, query }) {
      const period = toPeriod(query.start_date, query.end_date, nowSeconds())
      const { messages, people, chats } = await activity.totals(caller, id, period)
      return {
        assistant_id: id,
        period: { start: query.start_date ?? null, end: query.end_date ?? null },
        stats: {
          total_chats: chats,
          unique_users: people,
          total_messages: messages,
          avg_messages_per_chat: chats === 0 ? 0 : Math.round((messages / chats) * 100) / 100,
        },
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/timeline`,
    summary: 'Get the timeline of an assistant',
    description: 'New chats and messages per day, week or month.',
    params,
    query: datesSchema.extend({ period: z.string().max(20).default('day') }),
    async handle({ caller, params: { id }, query }) {
      const period = TIMELINE_PERIODS.find((candidate) => candidate === query.period)
      if (!period) throw badRequest(say('activity.period_invalid'))
      const within = toPeriod(query.start_date, query.end_date, nowSeconds())
      const { messages, chats } = await activity.growth(caller, id, within)
      const data = new Map<string, { date: string; chat_count: number; message_count: number }>()
      const at = (day: number) => {
        const date = startOf(period, day)
        const entry = data.get(date) ?? { date, chat_count: 0, message_count: 0 }
        data.set(date, entry)
        return entry
      }
      for (const { day, count } of messages) at(day).message_count += count
      for (const { day, count } of chats) at(day).chat_count += count
      const sorted = [...data.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
      return { assistant_id: id, period, data: sorted }
    },
  }),
]

const chatRoutes = ({ activity }: AnalyticsDeps): Endpoint[] => {
  /** As in LAMB, organization admins see figures of others' assistants here, but no chats. */
  async function requireReader(caller: UserCaller, id: number): Promise<void> {
    const { ownerId } = await activity.observe(caller, id)
    if (ownerId !== caller.userId && !caller.systemAdmin) throw forbidden(say('activity.chats_for_owner'))
  }
  const userOf = ({ person: { key, name } }: { person: { key: string; name: string | null } }) => ({
    user_id: key,
    user_name: name ?? `User_${key}`,
    user_email: null,
  })

  return [
    lambEndpoint({
      ...common,
      method: 'GET',
      path: `${BASE}/chats`,
      summary: 'List the chats of an assistant',
      description:
        'With pseudonyms, as the organization’s privacy settings require; `user_id` is the pseudonym. For the owner of the assistant and system admins.',
      params,
      query: datesSchema.extend({
        page: z.coerce.number().int().min(1).max(100_000).default(1),
        per_page: z.coerce.number().int().min(1).max(100).default(20),
        user_id: z.string().max(40).optional(),
        search_content: z.string().max(200).optional(),
      }),
      async handle({ caller, params: { id }, query }) {
        await requireReader(caller, id)
        const { page, per_page } = query
        const filter = {
          days: 1,
          only: 'all' as const,
          page,
          per_page,
          person: query.user_id || undefined,
          search: (query.search_content ?? '').replaceAll('\u0000', '').trim(),
        }
        const period = toPeriod(query.start_date, query.end_date, nowSeconds())
        const { conversations, total } = await activity.conversations(caller, id, filter, period)
        return {
          chats: conversations.map((conversation) => ({
            id: conversation.id,
            title: conversation.title,
            ...userOf(conversation),
            message_count: conversation.message_count,
            created_at: toIso(conversation.started_at),
            updated_at: toIso(conversation.updated_at),
          })),
          total,
          page,
          per_page,
          total_pages: Math.ceil(total / per_page),
        }
      },
    }),
    lambEndpoint({
      ...common,
      method: 'GET',
      path: `${BASE}/chats/{chat}`,
      summary: 'Get a chat with an assistant',
      description: 'With its messages. Those that the person has hidden have no text.',
      params: params.extend({ chat: z.string().max(100) }),
      async handle({ caller, params: { id, chat } }) {
        await requireReader(caller, id)
        const conversation = await activity.conversation(caller, id, chat)
        const { user_id, user_name, user_email } = userOf(conversation)
        return {
          id: conversation.id,
          title: conversation.title,
          user: { id: user_id, name: user_name, email: user_email },
          created_at: toIso(conversation.started_at),
          updated_at: toIso(conversation.updated_at),
          messages: conversation.messages.map((message) => ({
            id: message.id,
            role: message.role,
            content: message.content,
            timestamp: toIso(message.timestamp),
          })),
        }
      },
    }),
  ]
}
