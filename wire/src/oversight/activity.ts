import * as z from 'zod'
import { messageFeedbackSchema } from '../answers/chats.ts'
import { idSchema } from '../assistants/assistants.ts'
import { searchGradeSchema } from '../knowledge/knowledge.ts'
import { fieldText } from '../messages/fields.ts'
import { activityPolicySchema, organizationSettingsSchema } from '../people/organization-settings.ts'
import { ACTIVITY_LIMITS } from './activity-limits.ts'

/** The fewest people of whom a topic is shown. */
export const MIN_TOPIC_PEOPLE = 3

export const privacySettingsSchema = organizationSettingsSchema.pick({ activity: true, chat_days: true })
export type PrivacySettings = z.infer<typeof privacySettingsSchema>
export const privacyChangeSchema = privacySettingsSchema.partial()
export type PrivacyChange = z.infer<typeof privacyChangeSchema>

/** The rules for the caller's own chats. */
export const ownPrivacySchema = privacySettingsSchema.extend({
  show_name: z.boolean().nullable().meta({
    description: 'Whether you agreed that educators see your name. null: not asked yet',
  }),
})
export type OwnPrivacy = z.infer<typeof ownPrivacySchema>
export const consentSchema = z.object({ show_name: z.boolean() })

export const activityQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(ACTIVITY_LIMITS.days).default(30),
  course: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Only members of this course, as in GET /organizations/{slug}/courses' }),
})
export type ActivityQuery = z.output<typeof activityQuerySchema>

const countSchema = z.number().int()

const documentSchema = z.object({ id: z.string(), knowledge_base_id: z.string(), name: z.string() })

const rubricDistributionSchema = z.object({
  rubric: z.string(),
  criteria: z.array(
    z.object({
      criterion: z.string(),
      results: countSchema,
      levels: z.array(z.object({ level: z.string(), score: z.number(), count: countSchema })),
    }),
  ),
})

export const activitySummarySchema = z.object({
  assistant_id: z.number(),
  policy: activityPolicySchema,
  from: z.string(),
  to: z.string(),
  questions: countSchema,
  people: countSchema,
  conversations: countSchema,
  named_people: z.array(z.object({ key: z.string(), name: z.string(), questions: countSchema })).meta({
    description:
      'People who agreed to show their name, where the organization allows it, with the questions you can read. `key` as in the conversations',
  }),
  days: z.array(z.object({ day: z.string(), questions: countSchema, people: countSchema })),
  answers: z.object({
    found: countSchema,
    perhaps: countSchema,
    nothing: countSchema,
    not_searched: countSchema,
  }),
  feedback: z.object({ up: countSchema, down: countSchema }),
  documents: z.object({
    most_cited: z.array(documentSchema.extend({ answers: countSchema })),
    never_cited: z.array(documentSchema),
    never_cited_total: countSchema,
  }),
  rubrics: z.array(rubricDistributionSchema),
})
export type ActivitySummary = z.infer<typeof activitySummarySchema>

export const topicsSchema = z.object({
  policy: activityPolicySchema,
  topics: z.array(
    z.object({
      label: z.string().meta({ description: 'The most frequent words of the questions' }),
      title: z.string().nullable().meta({ description: 'Written by a model on request' }),
      summary: z.string().nullable().meta({ description: 'What the students want to know' }),
      questions: countSchema,
      people: countSchema,
      examples: z.array(z.string()),
    }),
  ),
  questions: countSchema.meta({ description: 'Questions that were compared' }),
  ungrouped: countSchema.meta({
    description: 'Questions without a topic, or with one that fewer than three people asked about',
  }),
})
export type Topics = z.infer<typeof topicsSchema>

export const TOPIC_TITLE_LIMITS = { title: 80, summary: 300 }

export interface TopicTitle {
  label: string
  title: string
  summary: string
}

export const unansweredSchema = z.object({
  policy: activityPolicySchema,
  groups: z.array(
    z.object({
      label: z.string(),
      questions: countSchema,
      people: countSchema,
      last_asked_at: z.number(),
      examples: z.array(z.string()),
      question_ids: z.array(z.string()),
    }),
  ),
  total: countSchema,
  knowledge_bases: z.array(z.object({ id: z.string(), name: z.string() })).meta({
    description: 'Knowledge bases of the assistant that you can add material to',
  }),
})
export type Unanswered = z.infer<typeof unansweredSchema>

const questionIdsSchema = z
  .array(z.string().regex(/^[\w-]{1,100}$/))
  .min(1)
  .max(ACTIVITY_LIMITS.questionIds)
const textSchema = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, fieldText('fields.text_required'))
    .max(longest)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

export const handledSchema = z.object({ question_ids: questionIdsSchema })
export const handledCountSchema = z.object({ handled: countSchema })

export const noteSchema = z.object({
  question: textSchema(1000),
  answer: textSchema(ACTIVITY_LIMITS.note),
  knowledge_base_id: z.union([idSchema, z.int().positive()]),
  question_ids: questionIdsSchema.optional().meta({ description: 'Questions that the note answers' }),
})
export type NewNote = z.infer<typeof noteSchema>
export const savedNoteSchema = documentSchema.extend({ handled: countSchema })

export const conversationListQuerySchema = activityQuerySchema.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(ACTIVITY_LIMITS.perPage).default(20),
  only: z.enum(['all', 'unanswered', 'up', 'down']).default('all'),
  person: z.string().max(40).optional().meta({ description: 'The key of a person, as in the list' }),
  search: z
    .string()
    .max(200)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))
    .transform((value) => value.trim())
    .default(''),
})
export type ConversationListQuery = z.output<typeof conversationListQuerySchema>

const conversationHeadSchema = z.object({
  id: z.string(),
  person: z.object({ key: z.string(), name: z.string().nullable() }).meta({
    description: '`key` is a pseudonym that is the same in all conversations with this assistant',
  }),
  title: z.string(),
  message_count: countSchema,
  questions: countSchema,
  unanswered: countSchema,
  up: countSchema,
  down: countSchema,
  started_at: z.number(),
  updated_at: z.number(),
})
export type ConversationHead = z.infer<typeof conversationHeadSchema>

export const conversationListSchema = z.object({
  policy: activityPolicySchema,
  conversations: z.array(conversationHeadSchema),
  total: countSchema,
  page: countSchema,
  per_page: countSchema,
})
export type ConversationList = z.infer<typeof conversationListSchema>

export const observedConversationSchema = conversationHeadSchema.extend({
  messages: z.array(
    z.object({
      id: z.string(),
      role: z.enum(['user', 'assistant']),
      content: z.string().meta({ description: 'Empty if the person has hidden it' }),
      hidden: z.boolean(),
      timestamp: z.number(),
      support: searchGradeSchema.nullable(),
      feedback: messageFeedbackSchema.nullable(),
      version: z
        .object({ number: z.number(), count: z.number() })
        .nullable()
        .meta({ description: 'For an edited question or a regenerated answer' }),
    }),
  ),
})
export type ObservedConversation = z.infer<typeof observedConversationSchema>
