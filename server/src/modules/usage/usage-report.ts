import { MIN_TOPIC_PEOPLE, say, USAGE_LIMITS, type UsageQuery, type UsageReport } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { toCsv } from '../../platform/text/write-csv.ts'
import { type OrganizationService, parseConfig } from '../organizations/index.ts'
import { DAY_SECONDS, toDay, toFigures } from './usage-figures.ts'
import { type UsageScope, usageReportRepository } from './usage-report.repository.ts'

export interface UsageReportDeps {
  /** The connection for reports. */
  reports: Db
  /** Saves what was used just now, so that a report after an answer includes it. */
  flush(): Promise<void>
  organizations: Pick<OrganizationService, 'getFor' | 'getRow'>
  /** The courses that the caller may see; all, or the one with this id. */
  listCourses(caller: UserCaller, organizationId: number, id?: number): Promise<SeenCourse[]>
}

interface SeenCourse {
  id: number
  people: number
}

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
  'tool_calls',
  'cost',
  'currency',
  'unpriced',
  'kind',
  'tool',
  'units',
  'cached_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const

/** In brackets, which assistant names don't contain. */
const NAMELESS = { saved: '', deleted: '(deleted)', draft: '(draft)', none: '' } as const

/** Usage reports: each person's own, that of their assistants, and the whole organization's for its admins. */
export function createUsageReports(deps: UsageReportDeps) {
  const { reports: db, flush } = deps
  const figures = createFigures(deps)
  const { scopeOf, figuresOf } = figures

  return {
    async report(caller: UserCaller, query: UsageQuery): Promise<UsageReport> {
      const { scope, currency } = await scopeOf(caller, query)
      await flush()
      const { totals, ofSystem, days, assistants, models, tools, people, courses } = await figuresOf(
        caller,
        scope,
        query,
      )
      return {
        from: query.from,
        to: query.to,
        scope: query.scope,
        currency,
        totals: toFigures(totals),
        units: toUnits(totals),
        system_providers: toFigures(ofSystem),
        days: days.map((row) => ({ day: toDay(row.day_number), ...toFigures(row) })),
        assistants: assistants.map(({ id, name, kind, ...row }) => ({
          id,
          name: name,
          kind,
          ...toFigures(row),
        })),
        models: models.map((row) => ({ provider: row.provider, model: row.model, ...toFigures(row) })),
        tools: tools.map(({ tool, runs, ...row }) => {
          const { answers: _none, tool_calls: _counted, ...figures } = toFigures(row)
          return { tool: tool ?? '', runs: Number(runs), ...figures, ...toUnits(row) }
        }),
        courses: courses.map(({ id, title, ...row }) => ({ id, title, ...toFigures(row) })),
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
      const { scope, currency } = await scopeOf(caller, query)
      await flush()
      const lines = await usageReportRepository.lines(db, scope)
      if (lines.length > USAGE_LIMITS.exportRows)
        throw badRequest(say('organizations.report_too_long', { limit: USAGE_LIMITS.exportRows }))
      const rows = lines.map((row) => ({
        ...row,
        ...toFigures(row),
        day: toDay(row.day_number),
        assistant: row.assistant ?? NAMELESS[row.standing],
        units: Number(row.units),
        // Only organization admins see who used an assistant; its owner sees how much.
        person:
          query.scope === 'assistants'
            ? null
            : row.end_user === ''
              ? '(not named)'
              : (row.end_user ?? row.person),
        currency,
      }))
      return toCsv([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))])
    },
  }
}

/** Owners of assistants see how much, not who: a course of one person would tell. */
const isShown = ({ people }: SeenCourse, { scope }: UsageQuery): boolean =>
  scope === 'organization' || people >= MIN_TOPIC_PEOPLE

function createFigures({ reports: db, organizations, listCourses }: UsageReportDeps) {
  async function requireCourse(caller: UserCaller, organizationId: number, query: UsageQuery) {
    if (query.course === undefined) return {}
    const [course] = await listCourses(caller, organizationId, query.course)
    if (!course) throw notFound('Course')
    if (!isShown(course, query)) throw badRequest(say('activity.course_small', { limit: MIN_TOPIC_PEOPLE }))
    return { courseId: course.id }
  }

  async function coursesOf(caller: UserCaller, scope: UsageScope, query: UsageQuery) {
    if (query.scope === 'mine') return []
    const seen = await listCourses(caller, scope.organizationId)
    const ids = seen.filter((course) => isShown(course, query)).map(({ id }) => id)
    return ids.length === 0 ? [] : usageReportRepository.byCourse(db, scope, ids)
  }

  async function scopeOf(
    caller: UserCaller,
    query: UsageQuery,
  ): Promise<{ scope: UsageScope; currency: string }> {
    const start = Date.parse(query.from) / 1000
    const end = Date.parse(query.to) / 1000 + DAY_SECONDS
    const isAll = query.scope === 'organization'
    const row = isAll
      ? await organizations.getFor(caller, 'edit', query.org)
      : await organizations.getRow(caller.organizationId)
    const whose = {
      mine: { userId: caller.userId },
      assistants: { ownerId: caller.userId },
      organization: {},
    }[query.scope]
    const currency = parseConfig(row.config).prices?.currency ?? 'USD'
    const course = await requireCourse(caller, row.id, query)
    return { scope: { organizationId: row.id, ...whose, ...course, start, end }, currency }
  }

  /** One query at a time: a report is less urgent than an answer. */
  async function figuresOf(caller: UserCaller, scope: UsageScope, query: UsageQuery) {
    const read = usageReportRepository
    const [totals] = await read.totals(db, scope)
    const [ofSystem] = await read.ofSystemProviders(db, scope)
    const days = await read.byDay(db, scope)
    const assistants = await read.byAssistant(db, scope)
    const models = await read.byModel(db, scope)
    const tools = await read.byTool(db, scope)
    const people = query.scope === 'organization' ? await read.byPerson(db, scope) : []
    const courses = await coursesOf(caller, scope, query)
    return {
      courses: most(courses, tokensOf, ({ title }) => title),
      totals,
      ofSystem,
      days,
      assistants: most(assistants, tokensOf, ({ id }) => id),
      models: most(models, tokensOf, ({ model }) => model),
      tools: most(
        tools,
        ({ runs }) => Number(runs),
        ({ tool }) => tool,
      ),
      people: most(people, tokensOf, ({ id, end_user }) => end_user ?? id),
    }
  }

  return { scopeOf, figuresOf }
}

export type UsageReports = ReturnType<typeof createUsageReports>

const tokensOf = (row: { input_tokens: unknown; output_tokens: unknown }): number =>
  Number(row.input_tokens) + Number(row.output_tokens)

/** Largest first, then by name or number. */
function most<Row>(
  rows: readonly Row[],
  size: (row: Row) => number,
  key: (row: Row) => string | number | null,
): Row[] {
  const compare = (a: string | number | null, b: string | number | null) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a ?? '') < String(b ?? '') ? -1 : 1
  return [...rows].sort((a, b) => size(b) - size(a) || compare(key(a), key(b))).slice(0, USAGE_LIMITS.rows)
}

const toUnits = (row: { images?: unknown; searches?: unknown; audio_seconds?: unknown } = {}) => ({
  images: Number(row.images ?? 0),
  searches: Number(row.searches ?? 0),
  audio_seconds: Number(row.audio_seconds ?? 0),
})
