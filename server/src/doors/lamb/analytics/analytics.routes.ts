import { idSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import type { ActivityService, Period } from '../../../modules/activity/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { badRequest, forbidden } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { toIso } from '../iso-time.ts'
import { lambGroup } from '../lamb-endpoint.ts'

export interface AnalyticsDeps {
  activity: Pick<ActivityService, 'observe' | 'totals' | 'growth' | 'conversations' | 'conversation'>
}

const group = { tag: 'analytics', access: 'author', base: '/creator/analytics/assistant/{id}' } as const
const params = z.object({ id: idSchema })
const ofAssistant = lambGroup({ ...group, params })
const ofChat = lambGroup({
  ...group,
  base: `${group.base}/chats/{chat}`,
  params: params.extend({ chat: z.string().max(100) }),
})
/** Dates such as 2026-11-16, with or without a time. */
const datesSchema = z.object({
  start_date: z.string().max(40).optional(),
  end_date: z.string().max(40).optional(),
})

/** LAMB's contract §13, on the activity of the assistant. */
export const createAnalyticsRoutes = (deps: AnalyticsDeps): Endpoint[] => [
  ...figureRoutes(deps),
  ...chatRoutes(deps),
]

const figureRoutes = ({ activity }: AnalyticsDeps): Endpoint[] => [
  ofAssistant('GET', '/stats', 'Get statistics of an assistant', {
    description: 'Chats, people and messages in a period, without owners, admins and colleagues.',
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
  ofAssistant('GET', '/timeline', 'Get the timeline of an assistant', {
    description: 'New chats and messages per day, week or month.',
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
    ofAssistant('GET', '/chats', 'List the chats of an assistant', {
      description:
        'With pseudonyms, as the organization’s privacy settings require; `user_id` is the pseudonym. For the owner of the assistant and system admins.',
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
    ofChat('GET', '', 'Get a chat with an assistant', {
      description: 'With its messages. Those that the person has hidden have no text.',
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

const DAY_SECONDS = 86_400
const DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** LAMB's optional dates. Without them, all of the time. An end without a time is the end of that day. */
function toPeriod(from: string | undefined, to: string | undefined, now: number): Period {
  const start = from ? toSeconds(from) : 0
  const end = to ? toSeconds(to) + (to.length === 10 ? DAY_SECONDS : 1) : now + DAY_SECONDS
  return { start, end }
}

function toSeconds(value: string): number {
  const isZoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) && value.length > 10
  const time = DATE.test(value)
    ? Date.parse(value.length === 10 || isZoned ? value : `${value.replace(' ', 'T')}Z`)
    : Number.NaN
  if (Number.isNaN(time)) throw badRequest(say('activity.date_invalid', { value: value.slice(0, 40) }))
  return Math.floor(time / 1000)
}

const TIMELINE_PERIODS = ['day', 'week', 'month'] as const
type TimelinePeriod = (typeof TIMELINE_PERIODS)[number]

/** The first day of the period that a day is in. Weeks start on Monday. */
export function startOf(period: TimelinePeriod, day: number): string {
  // 1970-01-01 was a Thursday.
  const first = period === 'week' ? day - ((day + 3) % 7) : day
  const date = new Date(first * DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return period === 'month' ? `${date.slice(0, 7)}-01` : date
}
