import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { MONEY_LIMITS } from '../oversight/money.ts'
import { CLASS_LINK_KINDS } from './kinds.ts'

export const CLASS_LINK_LIMITS = {
  perAssistant: 20,
  dailyQuestions: 10_000,
  /** Questions per guest and day if none are given. */
  defaultDailyQuestions: 100,
  sites: 20,
  name: 60,
  passphrase: 200,
} as const

const kind = z.enum(CLASS_LINK_KINDS).meta({
  description:
    '`organization`: signed-in members. `anyone`: everyone with the link. `passphrase`: everyone who also knows the passphrase.',
})
export type ClassLinkKind = z.output<typeof kind>

/** Seconds, or a date and time with its time zone as text. */
const toSeconds = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  const isComplete = z.iso.datetime({ offset: true }).safeParse(value).success
  return isComplete ? Math.floor(Date.parse(value) / 1000) : value
}
const LAST_SECOND = 253_402_300_799
const time = (description: string) =>
  z
    .preprocess(toSeconds, z.int(fieldText('fields.time')).min(0).max(LAST_SECOND).nullish())
    .meta({ description: `${description}. Unix seconds, or ISO 8601 such as 2026-11-16T09:00:00Z.` })

const SITE = /^https?:\/\/(\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const site = z
  .string()
  .trim()
  .max(200)
  .transform((site) => site.toLowerCase().replace(/\/$/, ''))
  .refine((site) => SITE.test(site), fieldText('fields.site'))

/** One line without control characters. */
const plainLine = z
  .string()
  .max(1000)
  .transform((name) => name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())

const fields = {
  passphrase: z
    .string()
    .trim()
    // Guessing from many addresses at once is not stopped, so it must take too long.
    .min(8, fieldText('fields.passphrase_too_short'))
    .max(CLASS_LINK_LIMITS.passphrase)
    .nullish()
    .meta({ description: 'Only for the type `passphrase`; never returned' }),
  starts_at: time('When the link opens'),
  ends_at: time('When the link closes'),
  daily_questions: z
    .int()
    .min(1)
    .max(CLASS_LINK_LIMITS.dailyQuestions)
    .nullish()
    .meta({ description: 'Questions per guest and day; null means no limit' }),
  max_cost: z
    .number()
    .positive()
    .max(MONEY_LIMITS.maxCost)
    .nullish()
    .meta({ description: 'What all guests together may spend per month; null means no limit' }),
  sites: z
    .array(site)
    .max(CLASS_LINK_LIMITS.sites)
    .optional()
    .meta({ description: 'Sites that may embed the chat, such as https://moodle.example.edu' }),
  paused: z
    .boolean()
    .optional()
    .meta({ description: 'True turns the link off, also for guests who have already joined' }),
}

export const newClassLinkSchema = z.object({ kind, ...fields })
export type NewClassLink = z.output<typeof newClassLinkSchema>

/** Omitted fields stay as they are. */
export const classLinkChangeSchema = z.object({ kind: kind.optional(), ...fields })
export type ClassLinkChange = z.output<typeof classLinkChangeSchema>

export const CLASS_LINK_STATES = ['open', 'not_started', 'ended', 'off'] as const
const state = z.enum(CLASS_LINK_STATES)

export const classLinkSchema = z.object({
  id: z.number(),
  assistant_id: z.number(),
  code: z.string().meta({ description: 'Case and hyphens don’t matter' }),
  url: z.string(),
  kind,
  state,
  starts_at: z.number().nullable(),
  ends_at: z.number().nullable(),
  daily_questions: z.number().nullable(),
  max_cost: z.number().nullable(),
  currency: z.string(),
  sites: z.array(z.string()),
  paused: z.boolean(),
  guests: z.number().meta({ description: 'People who joined as guests' }),
  questions_today: z.number().meta({ description: 'By guests, since midnight UTC' }),
  spent: z.number().meta({ description: 'By guests, this month (UTC)' }),
  created_at: z.number(),
})
export type ClassLink = z.output<typeof classLinkSchema>

export const classLinkListSchema = z.object({ links: z.array(classLinkSchema) })

const linkedAssistant = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  model: z.string().meta({ description: 'For `POST /v1/chat/completions`' }),
  vision: z.boolean().meta({ description: 'Whether it accepts images' }),
})
export type LinkedAssistant = z.output<typeof linkedAssistant>

export const openedClassLinkSchema = z.object({
  state,
  kind,
  starts_at: z.number().nullable(),
  ends_at: z.number().nullable(),
  assistant: z.object({ id: z.number(), name: z.string(), description: z.string() }).nullable().meta({
    description:
      'Null unless the link is open. For a link of the type `organization`, also null until you sign in',
  }),
  is_member: z
    .boolean()
    .meta({ description: 'Whether you are signed in and can use the assistant without the link' }),
  is_guest: z.boolean().meta({ description: 'Whether your token belongs to a guest of this link' }),
})
export type OpenedClassLink = z.output<typeof openedClassLinkSchema>

export const enterClassLinkSchema = z.object({
  passphrase: z.string().max(CLASS_LINK_LIMITS.passphrase).nullish(),
  name: plainLine
    .pipe(z.string().max(CLASS_LINK_LIMITS.name))
    .nullish()
    .meta({ description: 'The name that the guest wants to be called' }),
})
export type EnterClassLink = z.output<typeof enterClassLinkSchema>

export const enteredClassLinkSchema = z.object({
  token: z
    .string()
    .nullable()
    .meta({ description: 'The bearer token of the guest. Null for members, who use their own session.' }),
  assistant: linkedAssistant,
  guest: z.object({ name: z.string(), daily_questions: z.number().nullable() }).nullable(),
})
export type EnteredClassLink = z.output<typeof enteredClassLinkSchema>

export const keepChatsSchema = z.object({ token: z.string().min(1).max(4000) })
export const keptChatsSchema = z.object({ chats: z.number(), assistant_id: z.number() })
export type KeptChats = z.output<typeof keptChatsSchema>
