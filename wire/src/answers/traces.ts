import * as z from 'zod'
import { searchGradeSchema } from '../knowledge/knowledge.ts'
import { messageFields, messageSchema } from '../messages/message-fields.ts'
import { pageSize } from '../paging.ts'
import { toolUseSchema } from '../tools/tool-entries.ts'
import { chatMessageSchema } from './completions.ts'

/**
 * How one step of a completion ended. `cancelled`: the client disconnected, or the answer ended, before the step did.
 */
export const stepOutcomeSchema = z.enum(['ok', 'failed', 'denied', 'timeout', 'skipped', 'cancelled'])
export type StepOutcome = z.infer<typeof stepOutcomeSchema>

const everyStep = {
  iteration: z.number().meta({ description: 'The round of the model; 0: before the first one' }),
  milliseconds: z.number(),
  outcome: stepOutcomeSchema,
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why it returned nothing; null if it returned something' }),
  ...messageFields,
}

export const toolStepSchema = z.object({
  kind: z.literal('tool'),
  tool: z.string(),
  use: toolUseSchema,
  name: z.string().meta({ description: 'The placeholder it fills, or the function that the model called' }),
  label: z.string().optional().meta({ description: 'The name of the assistant that it asked' }),
  input: z.string().nullable().meta({
    description:
      'JSON text without secrets: the settings of an injected tool, the arguments of a called one. null: hidden from this reader',
  }),
  output_length: z.number(),
  cut: z.boolean().meta({ description: 'Whether the output was cut to fit the prompt' }),
  sources: z.number(),
  metadata: z
    .record(z.string(), z.union([z.number(), z.boolean(), searchGradeSchema]))
    .optional()
    .meta({
      description:
        'Counts reported by the tool, such as collections_queried and documents_retrieved, and the grade of a search',
    }),
  access: z
    .object({
      ran_as: z.number().meta({ description: 'The owner of the assistant, whose permissions it used' }),
      on_behalf_of: z.string().nullable().meta({ description: 'The person who asked; null if unknown' }),
      data_of: z.array(z.number()).meta({ description: 'The person whose permissions it used' }),
    })
    .optional(),
  ...everyStep,
})

export const modelStepSchema = z.object({
  kind: z.literal('model'),
  model: z.string(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cached_tokens: z.number().optional().meta({ description: 'Input that the provider had in its cache' }),
  cache_write_tokens: z.number().optional().meta({ description: 'Input that the provider added to it' }),
  reasoning_tokens: z.number().optional().meta({ description: 'Output that is reasoning' }),
  cost: z.number().nullish().meta({ description: 'null: the model has no price' }),
  ...everyStep,
})

export const citationStepSchema = z.object({
  kind: z.literal('citations'),
  sentences: z.number().meta({ description: 'Checked sentences of the answer' }),
  unsupported: z.number().meta({ description: 'Sentences without support' }),
  wrong_marks: z
    .number()
    .meta({ description: 'Sentences that cite a different source than the one that supports them' }),
  dangling_marks: z.array(z.number()).meta({ description: 'Citation marks that refer to no source' }),
  ...everyStep,
})

export const traceStepSchema = z.discriminatedUnion('kind', [
  toolStepSchema,
  modelStepSchema,
  citationStepSchema,
])
export type TraceStep = z.infer<typeof traceStepSchema>

/** One answer, without its steps. */
export const traceSummarySchema = z.object({
  id: z.string(),
  organization_id: z.number(),
  assistant_id: z.number(),
  user_id: z.number().nullable(),
  end_user: z.string().nullable().meta({ description: 'The person named by a trusted client' }),
  door: z.string().meta({ description: 'The URL that was called' }),
  request_model: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  outcome: z.enum(['ok', 'failed', 'cancelled']),
  started_at: z.number(),
  duration_ms: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number().nullable().meta({ description: 'In the organization’s currency; null: unknown' }),
  iterations: z.number().meta({ description: 'Number of rounds of the model' }),
  capped: z.boolean().meta({ description: 'Whether a limit stopped the model from calling more tools' }),
  parent_id: z
    .string()
    .nullable()
    .meta({ description: 'The answer that this one belongs to, when one assistant called another' }),
})
export type TraceSummary = z.infer<typeof traceSummarySchema>

export const traceSchema = traceSummarySchema.extend({
  currency: z.string().optional().meta({ description: 'The currency of `cost`' }),
  children: z
    .array(traceSummarySchema)
    .meta({ description: 'The answers of assistants that this one called' }),
  steps: z.array(traceStepSchema),
  notes: z
    .array(z.string())
    .meta({ description: 'What was done differently, for example to stay within a budget' }),
  note_messages: z.array(messageSchema).optional().meta({ description: 'The notes, for translation' }),
  prompt: z.array(chatMessageSchema).nullable().meta({
    description:
      'The input of the model. Only for people who can edit the assistant, and only with verbose tracing',
  }),
})
export type TraceRecord = z.infer<typeof traceSchema>

const studentTraceHeadSchema = traceSummarySchema.pick({
  id: true,
  assistant_id: true,
  outcome: true,
  started_at: true,
  duration_ms: true,
})

/** Without costs, providers, models and settings. */
export const studentTraceSchema = studentTraceHeadSchema.extend({
  steps: z.array(
    toolStepSchema.pick({
      kind: true,
      tool: true,
      use: true,
      name: true,
      label: true,
      sources: true,
      iteration: true,
      milliseconds: true,
      outcome: true,
    }),
  ),
})
export type StudentTrace = z.infer<typeof studentTraceSchema>

export const traceListQuerySchema = z.object({
  limit: pageSize(50, 200),
  before: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'The id of the last trace of the previous page' }),
})
export type TraceListQuery = z.infer<typeof traceListQuerySchema>

export const traceListSchema = z.object({
  traces: z.array(z.union([traceSummarySchema, studentTraceHeadSchema])),
  next: z
    .string()
    .nullable()
    .meta({ description: 'Pass it as `before` to get the next page; null on the last page' }),
})
export type TraceList = z.infer<typeof traceListSchema>
