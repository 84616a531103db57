import * as z from 'zod'
import { chatMessageSchema } from './completions.ts'
import { toolUseSchema } from './tool-entries.ts'

/** How one step of a completion ended. `cancelled`: the reader left, or the answer ended, before it did. */
export const stepOutcomeSchema = z.enum(['ok', 'failed', 'denied', 'timeout', 'skipped', 'cancelled'])
export type StepOutcome = z.infer<typeof stepOutcomeSchema>

const everyStep = {
  iteration: z.number().meta({ description: 'The turn of the model; 0 = before the first one' }),
  milliseconds: z.number(),
  outcome: stepOutcomeSchema,
  reason: z.string().nullable().meta({ description: 'Why it brought nothing; null when it did' }),
}

export const toolStepSchema = z.object({
  kind: z.literal('tool'),
  tool: z.string(),
  use: toolUseSchema,
  name: z.string().meta({ description: 'The placeholder it fills, or the function that the model called' }),
  input: z.string().nullable().meta({
    description:
      'JSON text without secrets: the settings of an injected tool, the arguments of a called one. null = not for this reader',
  }),
  output_length: z.number(),
  cut: z.boolean().meta({ description: 'Whether the output was longer than a prompt may take' }),
  sources: z.number(),
  ...everyStep,
})

export const modelStepSchema = z.object({
  kind: z.literal('model'),
  model: z.string(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  ...everyStep,
})

export const citationStepSchema = z.object({
  kind: z.literal('citations'),
  sentences: z.number().meta({ description: 'How many sentences of the answer were checked' }),
  unsupported: z.number().meta({ description: 'How many nothing supports' }),
  wrong_marks: z
    .number()
    .meta({ description: 'How many name another source than the one that supports them' }),
  dangling_marks: z.array(z.number()).meta({ description: 'Marks that are no source’s' }),
  ...everyStep,
})

export const traceStepSchema = z.discriminatedUnion('kind', [
  toolStepSchema,
  modelStepSchema,
  citationStepSchema,
])
export type TraceStep = z.infer<typeof traceStepSchema>

/** One answer, without what went on inside. */
export const traceSummarySchema = z.object({
  id: z.string(),
  organization_id: z.number(),
  assistant_id: z.number(),
  user_id: z.number().nullable(),
  end_user: z.string().nullable().meta({ description: 'The person whom a trusted client named' }),
  door: z.string().meta({ description: 'The address that was asked' }),
  request_model: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  outcome: z.enum(['ok', 'failed', 'cancelled']),
  started_at: z.number(),
  duration_ms: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cost: z.number().nullable(),
  iterations: z.number().meta({ description: 'How many turns the model had' }),
  capped: z.boolean().meta({ description: 'Whether the model was stopped from calling more tools' }),
})
export type TraceSummary = z.infer<typeof traceSummarySchema>

export const traceSchema = traceSummarySchema.extend({
  steps: z.array(traceStepSchema),
  prompt: z.array(chatMessageSchema).nullable().meta({
    description: 'What the model got. Only for those who may edit the assistant, and only if it is verbose',
  }),
})
export type TraceRecord = z.infer<typeof traceSchema>

export const traceListQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.string().max(100).optional().meta({ description: 'The id of the last trace of the page before' }),
})
export type TraceListQuery = z.infer<typeof traceListQuerySchema>

export const traceListSchema = z.object({
  traces: z.array(traceSummarySchema),
  next: z
    .string()
    .nullable()
    .meta({ description: 'Give it as `before` for the next page; null = that was all' }),
})
