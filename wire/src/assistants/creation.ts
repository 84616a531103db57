import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { paging } from '../paging.ts'
import { toolEntrySchema } from '../tools/tool-entries.ts'
import { settingsWarningSchema } from './assistant-records.ts'
import { GREETING_LENGTH, SUGGESTED_QUESTIONS } from './assistant-texts.ts'
import { fieldChangeSchema } from './assistant-versions.ts'
import { ASSISTANT_LIMITS, assistantNameSchema } from './assistants.ts'
import { draftAssistantSchema } from './previews.ts'

export const CREATION_LIMITS = {
  /** In characters. */
  message: 20_000,
  title: 200,
  summary: 1000,
  messages: 200,
  sessions: 100,
  tools: 64,
} as const

const noNul = (value: string): boolean => !value.includes('\u0000')
const text = (max: number) => z.string().max(max).refine(noNul, fieldText('fields.nul_character'))

const { type, use, config } = toolEntrySchema.shape

/** A tool of the proposed list. Other settings of an entry are kept as they are. */
const proposedToolSchema = z.looseObject({ type, use: use.optional(), config: config.default({}) })

/** The fields of an assistant that a proposal can change. A field that is absent stays as it is. */
export const proposedFieldsSchema = z.object({
  name: assistantNameSchema.optional(),
  description: text(ASSISTANT_LIMITS.description).optional(),
  system_prompt: text(ASSISTANT_LIMITS.prompt).optional(),
  prompt_template: text(ASSISTANT_LIMITS.prompt).optional(),
  connector: text(100).optional(),
  llm: text(200).optional(),
  tools: z.array(proposedToolSchema).max(CREATION_LIMITS.tools).optional(),
  suggested_questions: z.array(text(SUGGESTED_QUESTIONS.length)).max(SUGGESTED_QUESTIONS.most).optional(),
  greeting: text(GREETING_LENGTH).optional(),
})
export type ProposedFields = z.output<typeof proposedFieldsSchema>

/** The assistant in the builder's form. */
export const creationDraftSchema = draftAssistantSchema.extend({
  name: z.string().max(ASSISTANT_LIMITS.lambName).default(''),
  description: z.string().max(ASSISTANT_LIMITS.description).default(''),
})
export type CreationDraft = z.output<typeof creationDraftSchema>

export const PROPOSAL_STATES = ['proposed', 'accepted', 'edited', 'rejected', 'replaced'] as const
export const proposalStateSchema = z.enum(PROPOSAL_STATES).meta({
  description:
    '`edited`: accepted with other values. `replaced`: a newer proposal contains its changes. Only `proposed` can be decided.',
})

export const proposalSchema = z.object({
  id: z.number(),
  summary: z.string(),
  state: proposalStateSchema,
  changes: z.array(fieldChangeSchema).meta({ description: 'The changed fields, before and after' }),
  warnings: z.array(settingsWarningSchema),
  created_at: z.number(),
  decided_at: z.number().nullable(),
})
export type Proposal = z.infer<typeof proposalSchema>

export const creationMessageSchema = z.object({
  id: z.number(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  trace_id: z.string().nullable(),
  created_at: z.number(),
})
export type CreationMessage = z.infer<typeof creationMessageSchema>

export const creationSessionSchema = z.object({
  id: z.string(),
  assistant_id: z.number().nullable(),
  title: z.string(),
  skill: z.string().nullable().meta({ description: 'How it was started by LAMB’s clients; otherwise null' }),
  turn_count: z.number(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type CreationSession = z.infer<typeof creationSessionSchema>

export const creationSessionDetailSchema = creationSessionSchema.extend({
  messages: z.array(creationMessageSchema),
  proposals: z.array(proposalSchema),
})
export type CreationSessionDetail = z.infer<typeof creationSessionDetailSchema>

export const creationSessionListSchema = z.object({
  sessions: z.array(creationSessionSchema),
  total_count: z.number(),
})

export const creationSessionsQuerySchema = z.object({
  assistant_id: z.coerce.number().int().positive().optional(),
  ...paging(50),
})

const title = text(CREATION_LIMITS.title).trim().min(1)

export const newCreationSessionSchema = z.object({
  assistant_id: z.int().positive().nullish().meta({ description: 'Omit it for a new assistant' }),
  title: title.optional(),
})

export const creationSessionChangeSchema = z.object({
  title: title.optional(),
  assistant_id: z.int().positive().optional(),
})

export const creationQuestionSchema = z.object({
  message: text(CREATION_LIMITS.message).trim().min(1, fieldText('fields.message_text_required')),
  draft: creationDraftSchema.optional().meta({
    description: 'The unsaved assistant to work on. Without it, the saved assistant of the session.',
  }),
  trace_id: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The run to explain; by default the last one' }),
  stream: z.boolean().default(true),
})
export type CreationQuestion = z.output<typeof creationQuestionSchema>

export const proposalDecisionSchema = z.object({
  decision: z.enum(['accept', 'reject']),
  fields: proposedFieldsSchema.optional().meta({ description: 'Values that replace the proposed ones' }),
  draft: creationDraftSchema.optional().meta({
    description:
      'The assistant in a form: nothing is saved, and the client puts the changes into its form. Without it, the assistant is saved.',
  }),
})
export type ProposalDecision = z.output<typeof proposalDecisionSchema>

export const decidedProposalSchema = z.object({
  proposal: proposalSchema,
  assistant_id: z.number().nullable().meta({ description: 'The assistant that was saved, if any' }),
})
