import { idSchema, parseJsonObject, say } from '@bellwether/wire'
import * as z from 'zod'
import {
  type AssistantService,
  lambNameOf,
  quotaOf,
  requireReadableSettings,
  saveForm,
} from '../../../modules/assistants/index.ts'
import { costOverviewRepository } from '../../../modules/usage/index.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { isOver, toLambUsage } from './lamb-usage.ts'

export interface CostDeps {
  db: Db
  /** The connection for reports. */
  reports: Db
  assistants: Pick<AssistantService, 'getRow'>
}

const tag = 'LAMB: costs'
const MAX_ROWS = 500
const MAX_LIMIT_USD = 1_000_000_000

const quotaSchema = z.object({
  enabled: z.boolean(),
  cost_limit_usd: z.number().min(0).max(MAX_LIMIT_USD).nullish(),
  alert_thresholds: z.array(z.number().min(0).max(100)).max(10).nullish(),
})
const shownQuotaSchema = z.object({
  enabled: z.boolean(),
  cost_limit_usd: z.number().nullable(),
  alert_thresholds: z.array(z.number()).optional(),
})
const tokensSchema = z.object({
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  total_tokens: z.number(),
})
const costOverviewSchema = z.object({
  total_spend_usd: z.number(),
  total_tokens: z.number(),
  total: z.number().meta({ description: 'How many assistants have been used' }),
  assistants: z.array(
    z.object({
      assistant_id: z.int(),
      name: z.string(),
      display_name: z.string(),
      owner: z.string(),
      organization_id: z.int(),
      organization_name: z.string(),
      spend_usd: z.number(),
      tokens: tokensSchema,
      quota: shownQuotaSchema,
      quota_exceeded: z.boolean(),
    }),
  ),
})

/** What assistants cost and may cost: LAMB's contract §12. */
export const createCostRoutes = ({ db, reports, assistants }: CostDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/creator/admin/cost-overview',
    tag,
    summary: 'Get the cost of all assistants',
    description: `Every assistant that has been used, most expensive first. At most ${MAX_ROWS} per request; \`offset\` gets the rest.`,
    access: 'system-admin',
    query: z.object({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .default(100)
        .transform((limit) => Math.min(limit, MAX_ROWS)),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: costOverviewSchema,
    handle: async ({ query }) => {
      const { spend_usd, tokens } = toLambUsage(await costOverviewRepository.totals(reports))
      const total = await costOverviewRepository.count(reports)
      const rows = await costOverviewRepository.byAssistant(reports, query)
      return {
        total_spend_usd: spend_usd,
        total_tokens: tokens.total_tokens,
        total,
        assistants: rows.map((row) => {
          const usage = toLambUsage(row)
          const quota = quotaOf(row.metadata)
          return {
            assistant_id: row.id,
            name: lambNameOf(row),
            display_name: row.name,
            owner: row.owner,
            organization_id: row.organization_id,
            organization_name: row.organization_name,
            ...usage,
            quota,
            quota_exceeded: isOver(quota, usage.spend_usd),
          }
        }),
      }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/creator/admin/assistant/{id}/quota',
    tag,
    summary: 'Set the quota of an assistant',
    description:
      'A limit on what the assistant may cost in total, in US dollars, stored in its settings. Applies to LAMB’s completion endpoint; use budgets to limit all others.',
    access: 'organization-admin',
    params: z.object({ id: idSchema }),
    body: quotaSchema,
    answer: z.object({ success: z.literal(true), assistant_id: z.int(), quota: shownQuotaSchema }),
    handle: async ({ caller, params: { id }, body }) => {
      await assistants.getRow(caller, 'edit', id)
      if (body.enabled && (body.cost_limit_usd ?? null) === null)
        throw badRequest(say('assistants.quota_limit_required'))
      const quota = {
        enabled: body.enabled,
        cost_limit_usd: body.cost_limit_usd ?? null,
        ...(body.alert_thresholds ? { alert_thresholds: body.alert_thresholds } : {}),
      }
      await saveForm(db, caller, id, (form) => ({ ...form, metadata: withQuota(form.metadata, quota) }))
      return { success: true as const, assistant_id: id, quota }
    },
  }),
]

/** Unreadable settings are refused: they would be lost. */
function withQuota(metadata: string, quota: object): string {
  const json = metadata.trim() === '' ? '{}' : metadata
  requireReadableSettings(json)
  return JSON.stringify({ ...parseJsonObject(json), quota })
}
