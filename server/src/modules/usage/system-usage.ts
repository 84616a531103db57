import {
  type CostFigures,
  type SystemUsage,
  type SystemUsageQuery,
  say,
  USAGE_LIMITS,
} from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'
import { toCsv } from '../../platform/text/write-csv.ts'
import { type OrganizationRow, organizationRepository, parseConfig } from '../organizations/index.ts'
import { DAY_SECONDS, toDay, toFigures } from './usage-figures.ts'
import { systemUsageRepository } from './usage-report.repository.ts'
import type { UsageReportDeps } from './usage-report.ts'

const COLUMNS = [
  'day',
  'organization',
  'name',
  'answers',
  'failed',
  'input_tokens',
  'output_tokens',
  'tool_calls',
  'cost',
  'currency',
  'unpriced',
  'cached_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const

interface Billed extends Pick<OrganizationRow, 'id' | 'slug' | 'name'> {
  currency: string
}
type Currency = SystemUsage['currencies'][number]

/** Usage of all organizations, for system admins. Costs in different currencies are never added. */
export function createSystemUsage({ reports: db, flush }: Pick<UsageReportDeps, 'reports' | 'flush'>) {
  const billed = async (): Promise<Billed[]> =>
    (await organizationRepository.list(db)).map(({ id, slug, name, config }) => ({
      id,
      slug,
      name,
      currency: parseConfig(config).prices?.currency ?? 'USD',
    }))

  async function inCurrency(
    currency: string,
    organizations: readonly Billed[],
    query: SystemUsageQuery,
  ): Promise<Currency> {
    const scope = { organizationIds: organizations.map(({ id }) => id), ...secondsOf(query) }
    const organizationsById = new Map(organizations.map((organization) => [organization.id, organization]))
    const rows = await systemUsageRepository.byOrganization(db, scope)
    const days = await systemUsageRepository.byDay(db, scope)
    const totalsByOrganization = rows
      .map(({ id, ...row }) => {
        const { slug = '', name = '' } = organizationsById.get(id) ?? {}
        return { id, slug, name, ...toFigures(row) }
      })
      .sort((a, b) => b.cost - a.cost || tokensOf(b) - tokensOf(a) || a.id - b.id)
    return {
      currency,
      totals: sumOf(totalsByOrganization),
      days: days.map((row) => ({ day: toDay(row.day_number), ...toFigures(row) })),
      organizations: totalsByOrganization,
    }
  }

  return {
    async report(query: SystemUsageQuery): Promise<SystemUsage> {
      await flush()
      const organizations = await billed()
      const currencies: Currency[] = []
      // One query at a time: a report is less urgent than an answer.
      for (const currency of [...new Set(organizations.map((organization) => organization.currency))].sort())
        currencies.push(
          await inCurrency(
            currency,
            organizations.filter((organization) => organization.currency === currency),
            query,
          ),
        )
      const used = currencies.filter(({ organizations }) => organizations.length > 0)
      const { cost: _cost, unpriced: _unpriced, ...totals } = sumOf(used.map(({ totals }) => totals))
      return {
        from: query.from,
        to: query.to,
        totals,
        currencies: used,
      }
    },

    async csv(query: SystemUsageQuery): Promise<string> {
      await flush()
      const organizations = new Map((await billed()).map((organization) => [organization.id, organization]))
      const scope = { organizationIds: [...organizations.keys()], ...secondsOf(query) }
      const lines = await systemUsageRepository.lines(db, scope)
      if (lines.length > USAGE_LIMITS.exportRows)
        throw badRequest(say('organizations.report_too_long', { limit: USAGE_LIMITS.exportRows }))
      const rows = lines.map((row) => {
        const { slug = '', name = '', currency = '' } = organizations.get(row.id) ?? {}
        return { ...toFigures(row), day: toDay(row.day_number), organization: slug, name, currency }
      })
      return toCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))])
    },
  }
}

export type SystemUsageReports = ReturnType<typeof createSystemUsage>

/** The end is exclusive. Pure. */
const secondsOf = ({ from, to }: SystemUsageQuery): { start: number; end: number } => ({
  start: Date.parse(from) / 1000,
  end: Date.parse(to) / 1000 + DAY_SECONDS,
})

const tokensOf = (row: CostFigures): number => row.input_tokens + row.output_tokens

/** Of amounts in one currency. Pure. */
function sumOf(rows: readonly CostFigures[]): CostFigures {
  const sum = toFigures()
  for (const row of rows)
    for (const figure of Object.keys(sum) as (keyof CostFigures)[]) sum[figure] += row[figure]
  // Amounts have millionths; the rest are rounding errors.
  return { ...sum, cost: Number(sum.cost.toFixed(6)) }
}
