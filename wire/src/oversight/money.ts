import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'

export const MONEY_LIMITS = { prices: 300, budgets: 500, people: 100, maxCost: 1_000_000_000 } as const

const price = z.number().min(0).max(1_000_000)
const shortText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

/** The price of a model. The first match counts. */
export const priceSchema = z.object({
  provider: shortText(100).optional().meta({ description: 'The connector, such as openai; omitted: any' }),
  model: shortText(200).meta({ description: 'The name of the model; * matches any characters' }),
  input: price.default(0).meta({ description: 'Per million input tokens, also for embeddings' }),
  cached_input: price.optional().meta({
    description: 'Per million input tokens that the provider had in its cache; omitted: as other input',
  }),
  cache_write: price.optional().meta({
    description: 'Per million input tokens that the provider added to its cache; omitted: as other input',
  }),
  output: price.default(0).meta({ description: 'Per million output tokens' }),
  reasoning: price.optional().meta({
    description: 'Per million output tokens that are reasoning; omitted: as other output',
  }),
  image: price.default(0).meta({ description: 'Per generated image, in addition to tokens' }),
  minute: price.default(0).meta({ description: 'Per minute of transcribed audio, in addition to tokens' }),
  calls: price.default(0).meta({
    description:
      'Per thousand calls: reranked searches, or runs of a tool (provider `tool`, model = its name)',
  }),
})
export type Price = z.output<typeof priceSchema>

/** `organizations.config.prices`. They take precedence over the built-in ones. */
export const priceTableSchema = z.object({
  currency: shortText(8).default('USD').meta({ description: 'A label only; amounts are not converted' }),
  prices: z.array(priceSchema).max(MONEY_LIMITS.prices).default([]),
})
export type PriceTable = z.output<typeof priceTableSchema>

export const priceTableRecordSchema = priceTableSchema.extend({
  built_in: z
    .array(priceSchema)
    .meta({ description: 'List prices in USD, used where no custom price matches' }),
})
export type PriceTableRecord = z.output<typeof priceTableRecordSchema>

/** Limits of one answer. A missing one means no limit. */
export const answerLimitsSchema = z.object({
  tool_calls: z.int().min(0).max(1000).nullish(),
  tokens: z
    .int()
    .min(1)
    .max(100_000_000)
    .nullish()
    .meta({ description: 'Input and output tokens, over all rounds of the model' }),
  seconds: z.number().min(1).max(3600).nullish(),
})
export type AnswerLimits = z.output<typeof answerLimitsSchema>

/** The percentage of a budget from which a restriction applies. Null disables it. */
const percent = z.int().min(1).max(100).nullable()
const degradeFields = {
  fast_model_at: percent.meta({
    description: 'Percentage of the budget from which the small, fast model answers',
  }),
  no_tools_at: percent.meta({ description: 'Percentage from which no more tools are called' }),
  sources_only_at: percent.meta({
    description: 'Percentage from which answers are quotes from the sources, without a model',
  }),
}
export const degradeSchema = z.object({
  fast_model_at: degradeFields.fast_model_at.default(null),
  no_tools_at: degradeFields.no_tools_at.default(null),
  sources_only_at: degradeFields.sources_only_at.default(null),
})
export type Degrade = z.output<typeof degradeSchema>

const maxima = {
  max_cost: z.number().min(0).max(MONEY_LIMITS.maxCost).nullable(),
  max_tokens: z.int().min(0).max(1_000_000_000_000).nullable(),
  max_requests: z.int().min(0).max(1_000_000_000).nullable(),
}
type Maxima = { [name in keyof typeof maxima]?: number | null | undefined }

const hasMaximum = ({ max_cost, max_tokens, max_requests }: Maxima): boolean =>
  [max_cost, max_tokens, max_requests].some((value) => value !== null && value !== undefined)
const NO_MAXIMUM = fieldText('fields.budget_maximum_required')

export const budgetPeriodSchema = z
  .enum(['day', 'month'])
  .meta({ description: 'In UTC: days begin at 00:00 UTC, months on their first day' })
export type BudgetPeriod = z.infer<typeof budgetPeriodSchema>

const newFields = {
  user_id: z.int().positive().nullish().meta({ description: 'One person; omitted: each person' }),
  period: budgetPeriodSchema,
  max_cost: maxima.max_cost.default(null),
  max_tokens: maxima.max_tokens.default(null),
  max_requests: maxima.max_requests.default(null),
  degrade: degradeSchema.prefault({}),
}

export const newBudgetSchema = z
  .object({
    scope: z
      .enum(['organization', 'assistant', 'user', 'system_providers'])
      .meta({ description: 'system_providers: the organization’s use of the system’s providers' }),
    assistant_id: z.int().positive().nullish(),
    ...newFields,
  })
  .refine(hasMaximum, { error: NO_MAXIMUM })
  .refine(({ scope, assistant_id }) => scope !== 'assistant' || assistant_id, {
    error: fieldText('fields.assistant_required'),
    path: ['assistant_id'],
  })
  .refine(
    ({ scope, assistant_id }) => !['organization', 'system_providers'].includes(scope) || !assistant_id,
    {
      error: fieldText('fields.budget_assistant_not_allowed'),
      path: ['assistant_id'],
    },
  )
  .refine(({ scope, user_id }) => scope === 'user' || !user_id, {
    error: fieldText('fields.budget_user_not_allowed'),
    path: ['user_id'],
  })
export type NewBudget = z.output<typeof newBudgetSchema>

/** The path names the assistant. */
export const newAssistantBudgetSchema = z
  .object({ scope: z.enum(['assistant', 'user']).default('assistant'), ...newFields })
  .refine(hasMaximum, { error: NO_MAXIMUM })
  .refine(({ scope, user_id }) => scope === 'user' || !user_id, {
    error: fieldText('fields.budget_user_not_allowed'),
    path: ['user_id'],
  })
export type NewAssistantBudget = z.output<typeof newAssistantBudgetSchema>

/** Fields that are left out stay. Scope and period can't be changed: create another budget instead. */
export const budgetChangeSchema = z.object({
  max_cost: maxima.max_cost.optional(),
  max_tokens: maxima.max_tokens.optional(),
  max_requests: maxima.max_requests.optional(),
  degrade: z.object(degradeFields).partial().optional(),
})
export type BudgetChange = z.output<typeof budgetChangeSchema>

const amounts = z.object({ cost: z.number(), tokens: z.number(), requests: z.number() })
export type BudgetAmounts = z.infer<typeof amounts>

export const budgetStateSchema = z.object({
  user_id: z.number().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  end_user: z.string().nullable().meta({ description: 'The person named by a trusted client' }),
  spent: amounts,
  reserved: amounts.meta({ description: 'Reserved for answers in progress' }),
  refused: z.number().meta({
    description:
      'Answers refused in this period, because they did not fit in; since the limit was last changed',
  }),
  percent: z.number().meta({ description: 'Share of the limit that is closest to being reached' }),
})
export type BudgetState = z.infer<typeof budgetStateSchema>

export const budgetSchema = z.object({
  id: z.number(),
  organization_id: z.number(),
  scope: z.enum(['organization', 'assistant', 'user', 'system_providers']),
  set_by: z.enum(['organization', 'owner']).meta({ description: 'The owner’s own budgets apply as well' }),
  assistant_id: z.number().nullable(),
  assistant_name: z.string().nullable(),
  user_id: z.number().nullable(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  period: budgetPeriodSchema,
  ...maxima,
  degrade: degradeSchema,
  currency: z.string(),
  resets_at: z.number().meta({ description: 'When this period ends, in Unix seconds' }),
  states: z.array(budgetStateSchema).meta({
    description:
      'Usage in this period: one entry, or, for a budget per person, the people with the highest usage',
  }),
  may_change: z.boolean(),
})
export type BudgetRecord = z.infer<typeof budgetSchema>

export const budgetListSchema = z.object({ budgets: z.array(budgetSchema) })
