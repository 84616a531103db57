import { USAGE_LIMITS, type UsageFigures, type UsageQuery, type UsageReport } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest } from '../../platform/errors.ts'
import type { OrganizationService } from '../organizations/index.ts'
import { toCsv } from './csv.ts'
import { type UsageScope, usageReportRepository } from './usage-report.repository.ts'

export interface UsageReportDeps {
  db: Db
  organizations: Pick<OrganizationService, 'getFor'>
}

const DAY_SECONDS = 86_400
const COLUMNS = [
  'day',
  'assistant_id',
  'assistant',
  'person',
  'provider',
  'model',
  'answers',
  'failed',
  'input_tokens',
  'output_tokens',
] as const

/** What was used: everybody's own, and the whole organization's for its admins. */
export function createUsageReports({ db, organizations }: UsageReportDeps) {
  async function scopeOf(caller: UserCaller, query: UsageQuery): Promise<UsageScope> {
    const start = Date.parse(query.from) / 1000
    const end = Date.parse(query.to) / 1000 + DAY_SECONDS
    if (query.scope === 'mine')
      return { organizationId: caller.organizationId, userId: caller.userId, start, end }
    const { id } = await organizations.getFor(caller, 'edit', query.org)
    return { organizationId: id, userId: undefined, start, end }
  }

  return {
    async report(caller: UserCaller, query: UsageQuery): Promise<UsageReport> {
      const scope = await scopeOf(caller, query)
      const [totals, days, assistants, models, people] = await Promise.all([
        usageReportRepository.totals(db, scope),
        usageReportRepository.byDay(db, scope),
        usageReportRepository.byAssistant(db, scope),
        usageReportRepository.byModel(db, scope),
        scope.userId === undefined ? usageReportRepository.byPerson(db, scope) : [],
      ])
      return {
        from: query.from,
        to: query.to,
        scope: query.scope,
        totals: toFigures(totals),
        days: days.map((row) => ({ day: toDay(row.day_number), ...toFigures(row) })),
        assistants: assistants.map((row) => ({ id: row.id, name: row.name, ...toFigures(row) })),
        models: models.map((row) => ({ provider: row.provider, model: row.model, ...toFigures(row) })),
        people: people.map(({ id, name, email, end_user, ...row }) => ({
          id,
          name,
          email,
          end_user,
          ...toFigures(row),
        })),
      }
    },

    async csv(caller: UserCaller, query: UsageQuery): Promise<string> {
      const lines = await usageReportRepository.lines(db, await scopeOf(caller, query))
      if (lines.length > USAGE_LIMITS.exportRows)
        throw badRequest(`That is more than ${USAGE_LIMITS.exportRows} lines; ask for fewer days`)
      const rows = lines.map((row) => ({
        ...row,
        ...toFigures(row),
        day: toDay(row.day_number),
        person: row.end_user ?? row.email,
      }))
      return toCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))])
    },
  }
}

export type UsageReports = ReturnType<typeof createUsageReports>

/** Sums come as text from PostgreSQL, and as null where there is nothing to add. */
const toFigures = (row: { [figure in keyof UsageFigures]?: unknown } = {}): UsageFigures => ({
  answers: Number(row.answers ?? 0),
  failed: Number(row.failed ?? 0),
  input_tokens: Number(row.input_tokens ?? 0),
  output_tokens: Number(row.output_tokens ?? 0),
})

const toDay = (number: unknown): string =>
  new Date(Number(number) * DAY_SECONDS * 1000).toISOString().slice(0, 10)
