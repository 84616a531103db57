import { idSchema, parseJsonObject, parseMetadata } from '@bellwether/wire'
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
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'
import { isOver, toLambUsage, toUsd } from './lamb-usage.ts'

export interface CostDeps {
  db: Db
  /** The connection for reports. */
  reports: Db
  assistants: Pick<AssistantService, 'getRow'>
  usageOf(assistantId: number): Promise<ReturnType<typeof toLambUsage>>
}

const overview = lambGroup({ tag: 'costs', access: 'system-admin', base: '/creator/admin' })
const ofAssistant = lambGroup({
  tag: 'costs',
  access: 'organization-admin',
  base: '/creator/admin/assistant/{id}',
  params: z.object({ id: idSchema }),
})
const MAX_ROWS = 1000
const MAX_LIMIT_USD = 1_000_000_000

const quotaSchema = z.object({
  enabled: z.boolean(),
  cost_limit_usd: z.number().min(0).max(MAX_LIMIT_USD).nullish(),
  alert_thresholds: z.array(z.number().min(0).max(100)).max(10).nullish(),
})
/** The cost of assistants and their quotas: LAMB's contract §12. */
export const createCostRoutes = (deps: CostDeps): Endpoint[] => [overviewRoute(deps), quotaRoute(deps)]

const overviewRoute = ({ reports }: CostDeps): Endpoint =>
  overview('GET', '/cost-overview', 'Get the cost of all assistants', {
    description: `The most expensive assistants first, at most ${MAX_ROWS} per request. Use \`offset\` to get the rest. The summary covers all of them.`,
    query: z.object({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .default(MAX_ROWS)
        .transform((limit) => Math.min(limit, MAX_ROWS)),
      offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
    }),
    handle: async ({ query }) => {
      const totals = await costOverviewRepository.totals(reports)
      const { spend_usd, tokens } = toLambUsage(totals)
      const all = await costOverviewRepository.settings(reports)
      const rows = await costOverviewRepository.byAssistant(reports, query)
      return {
        summary: {
          total_cost_usd: spend_usd,
          ...tokens,
          assistant_count: totals.assistants,
          quota_exceeded_count: all.filter(({ metadata, cost }) => isOver(quotaOf(metadata), toUsd(cost)))
            .length,
        },
        assistants: rows.map(toOverviewRow),
        count: rows.length,
      }
    },
  })

function toOverviewRow(row: Awaited<ReturnType<typeof costOverviewRepository.byAssistant>>[number]) {
  const { spend_usd, tokens } = toLambUsage(row)
  const quota = quotaOf(row.metadata)
  const settings = parseMetadata(row.metadata)
  return {
    id: row.id,
    name: lambNameOf(row),
    display_name: row.name,
    owner: row.owner,
    organization_id: row.organization_id,
    organization_name: row.organization_name,
    model_name: settings?.llm ?? '',
    provider: settings?.connector ?? '',
    ...tokens,
    cost_usd: spend_usd,
    quota_enabled: quota.enabled,
    cost_limit_usd: quota.cost_limit_usd,
    alert_thresholds: quota.alert_thresholds,
    quota_exceeded: isOver(quota, spend_usd),
  }
}

const quotaRoute = ({ db, assistants, usageOf }: CostDeps): Endpoint =>
  ofAssistant('PUT', '/quota', 'Set the quota of an assistant', {
    description:
      'The total that the assistant may cost, in US dollars. Without `cost_limit_usd` there is no limit. The quota is stored in the settings of the assistant and applies to LAMB’s completion endpoint; use budgets for the others.',
    body: quotaSchema,
    handle: async ({ caller, params: { id }, body }) => {
      await assistants.getRow(caller, 'edit', id)
      const quota = {
        enabled: body.enabled,
        cost_limit_usd: body.cost_limit_usd ?? null,
        alert_thresholds: body.alert_thresholds ?? [],
      }
      await saveForm(db, caller, id, (form) => ({ ...form, metadata: withQuota(form.metadata, quota) }))
      const { spend_usd } = await usageOf(id)
      return {
        success: true as const,
        assistant_id: id,
        quota,
        quota_exceeded: isOver(quota, spend_usd),
        spend_usd,
      }
    },
  })

/** Unreadable settings are refused, because they would be lost. */
function withQuota(metadata: string, quota: object): string {
  const json = metadata.trim() === '' ? '{}' : metadata
  requireReadableSettings(json)
  return JSON.stringify({ ...parseJsonObject(json), quota })
}
