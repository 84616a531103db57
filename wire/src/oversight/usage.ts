import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { actingInSchema } from '../people/admin.ts'

export const USAGE_LIMITS = { days: 366, rows: 50, exportRows: 50_000 } as const

const DAY_MS = 86_400_000
const day = z.iso.date(fieldText('fields.day'))
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

const period = { from: day, to: day }
const isInOrder = ({ from, to }: { from: string; to: string }): boolean => from <= to
const IN_ORDER = { error: fieldText('fields.day_order'), path: ['from'] }
const isShort = ({ from, to }: { from: string; to: string }): boolean =>
  daysBetween(from, to) <= USAGE_LIMITS.days
const SHORT = { error: fieldText('fields.max_days', { limit: USAGE_LIMITS.days }), path: ['from'] }

/** Days are in UTC; both ends are included. */
export const usageQuerySchema = actingInSchema
  .extend({
    ...period,
    /** The caller's own usage, that of the caller's assistants by anyone, or the whole organization's. */
    scope: z.enum(['mine', 'assistants', 'organization']).default('mine'),
    course: z.coerce.number().int().positive().optional().meta({
      description: 'Only members of this course, as in GET /organizations/{slug}/courses',
    }),
  })
  .refine(isInOrder, IN_ORDER)
  .refine(isShort, SHORT)
export type UsageQuery = z.output<typeof usageQuerySchema>

export const systemUsageQuerySchema = z.object(period).refine(isInOrder, IN_ORDER).refine(isShort, SHORT)
export type SystemUsageQuery = z.output<typeof systemUsageQuerySchema>

const tokens = {
  input_tokens: z.int(),
  output_tokens: z.int(),
  cached_tokens: z.int().meta({ description: 'input that the provider had in its cache' }),
  cache_write_tokens: z.int().meta({ description: 'input that the provider added to its cache' }),
  reasoning_tokens: z.int().meta({ description: 'output that is reasoning' }),
}
const figures = {
  answers: z.int(),
  failed: z.int().meta({ description: 'Answers that failed or were stopped' }),
  ...tokens,
}
export const usageFiguresSchema = z.object(figures)
export type UsageFigures = z.infer<typeof usageFiguresSchema>

const money = {
  cost: z.number().meta({ description: 'For all calls with a known price' }),
  unpriced: z.int().meta({ description: 'calls of models without a known price' }),
  tool_calls: z.int(),
}
/** Usage that is not counted in tokens. */
const units = {
  images: z.int().meta({ description: 'generated images' }),
  searches: z.int().meta({ description: 'reranked searches' }),
  audio_seconds: z.int().meta({ description: 'seconds of transcribed audio' }),
}
const withMoney = { ...figures, ...money }
export const costFiguresSchema = z.object(withMoney)
export type CostFigures = z.infer<typeof costFiguresSchema>

/**
 * A row of the list of assistants: an existing or a deleted one, all drafts together, or the server's own model
 * calls.
 */
export const usageKindSchema = z.enum(['saved', 'deleted', 'draft', 'none'])
export type UsageKind = z.infer<typeof usageKindSchema>

export const usageReportSchema = z.object({
  from: z.string(),
  to: z.string(),
  scope: z.enum(['mine', 'assistants', 'organization']),
  currency: z.string(),
  totals: costFiguresSchema,
  /** Only days with usage, in order. */
  days: z.array(z.object({ day: z.string(), ...withMoney })),
  /** The largest ones of each list, by tokens; the rest is the difference to the totals. */
  assistants: z.array(
    z.object({
      id: z.int().meta({ description: '0: not a saved assistant' }),
      name: z.string().nullable().meta({ description: 'null: unnamed or deleted' }),
      kind: usageKindSchema,
      ...withMoney,
    }),
  ),
  models: z.array(z.object({ provider: z.string(), model: z.string(), ...withMoney })),
  units: z.object(units),
  /** The part that used the system organization's providers. */
  system_providers: costFiguresSchema,
  /** How often each tool ran, most used first, with the cost of the tool and its model calls. */
  tools: z.array(
    z.object({
      tool: z.string(),
      runs: z.int(),
      failed: z.int().meta({ description: 'runs that failed or were refused' }),
      ...tokens,
      cost: money.cost,
      unpriced: money.unpriced,
      ...units,
    }),
  ),
  courses: z.array(z.object({ id: z.number(), title: z.string(), ...withMoney })).meta({
    description:
      'Usage by course. People in several courses are counted in each. Not included in your own usage.',
  }),
  /** Empty for the caller's own usage. `end_user`: a person for whom another platform asked. */
  people: z.array(
    z.object({
      id: z.int().nullable(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      end_user: z.string().nullable(),
      ...withMoney,
    }),
  ),
})
export type UsageReport = z.infer<typeof usageReportSchema>

/** All organizations. Costs in different currencies are never added: each currency has its own totals. */
export const systemUsageSchema = z.object({
  from: z.string(),
  to: z.string(),
  totals: usageFiguresSchema.extend({ tool_calls: money.tool_calls }),
  currencies: z
    .array(
      z.object({
        currency: z.string(),
        totals: costFiguresSchema,
        days: z.array(z.object({ day: z.string(), ...withMoney })),
        organizations: z
          .array(z.object({ id: z.int(), slug: z.string(), name: z.string(), ...withMoney }))
          .meta({ description: 'Organizations with usage in this period, largest first' }),
      }),
    )
    .meta({ description: 'The organizations by their currency' }),
})
export type SystemUsage = z.infer<typeof systemUsageSchema>
