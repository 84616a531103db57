import { USAGE_LIMITS, type UsageKind } from '@bellwether/wire'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** The people and the period of a report. Without user and owner, it covers the whole organization. */
export interface UsageScope {
  organizationId: number
  /** The person who asked. */
  userId?: number
  /** The owner of the assistants. */
  ownerId?: number
  /** Members of this course only. */
  courseId?: number
  /** Seconds; the end is exclusive. */
  start: number
  end: number
}

// Integer division on both databases, so this is the day number since 1970.
const dayNumber = sql<number>`usage_records.created_at / 86400`
// Model calls of the server itself cost tokens and money, but are not answers.
const isAnswer = sql`usage_records.kind = 'answer'`
const answers = sql<number>`sum(case when ${isAnswer} then 1 else 0 end)`.as('answers')
const failed = sql<number>`sum(case when ${isAnswer} and usage_records.outcome != 'ok' then 1 else 0 end)`.as(
  'failed',
)
const TOKENS = (
  ['input_tokens', 'output_tokens', 'cached_tokens', 'cache_write_tokens', 'reasoning_tokens'] as const
).map((column) => sql<number>`sum(${sql.ref(`usage_records.${column}`)})`.as(column))
const cost = sql<number>`sum(usage_records.cost)`.as('cost')
const unpriced = sql<number>`sum(usage_records.unpriced)`.as('unpriced')
const toolCalls = sql<number>`sum(usage_records.tool_calls)`.as('tool_calls')
// Images created by an assistant's own model are part of its answer; those of a tool have their own row.
const images =
  sql<number>`sum(case when usage_records.kind in ('answer', 'image') then usage_records.units else 0 end)`.as(
    'images',
  )
const searches =
  sql<number>`sum(case when usage_records.kind = 'rerank' then usage_records.units else 0 end)`.as('searches')
const audioSeconds =
  sql<number>`sum(case when usage_records.kind = 'transcription' then usage_records.units else 0 end)`.as(
    'audio_seconds',
  )
const FIGURES = [answers, failed, ...TOKENS, cost, unpriced, toolCalls] as const
const UNITS = [images, searches, audioSeconds] as const
const isRun = sql`usage_records.kind = 'tool'`
const runs = sql<number>`sum(case when ${isRun} then usage_records.units else 0 end)`
const failedRuns = sql<number>`sum(case when ${isRun} and usage_records.outcome != 'ok' then usage_records.units else 0 end)`

/** Used instead of an assistant's id: drafts have an owner or answers; the rest are calls by the server itself. */
const standing = sql<UsageKind>`case
  when usage_records.assistant_id != 0 and assistants.deleted_at is null and assistants.id is not null then 'saved'
  when usage_records.assistant_id != 0 then 'deleted'
  when usage_records.owner_id is null and usage_records.kind not in ('answer', 'tool') then 'none'
  else 'draft' end`

function within(db: Db, { organizationId, userId, ownerId, courseId, start, end }: UsageScope) {
  let query = db
    .selectFrom('usage_records')
    .where('usage_records.organization_id', '=', organizationId)
    .where('usage_records.created_at', '>=', start)
    .where('usage_records.created_at', '<', end)
  if (userId !== undefined) query = query.where('usage_records.user_id', '=', userId)
  if (ownerId !== undefined) query = query.where('usage_records.owner_id', '=', ownerId)
  if (courseId !== undefined)
    query = query.where(
      'usage_records.user_id',
      'in',
      db
        .selectFrom('course_members')
        .select('course_members.user_id')
        .where('course_members.course_id', '=', courseId)
        .where('course_members.enrolled', '=', 1)
        .where('course_members.user_id', 'is not', null)
        .$castTo<{ user_id: number }>(),
    )
  return query
}

/** A period of several organizations. */
export interface SystemScope {
  organizationIds: readonly number[]
  start: number
  end: number
}

const withinAll = (db: Db, { organizationIds, start, end }: SystemScope) =>
  db
    .selectFrom('usage_records')
    .where('usage_records.organization_id', 'in', organizationIds)
    .where('usage_records.created_at', '>=', start)
    .where('usage_records.created_at', '<', end)

/** For the reports of system admins. `organizationIds` has at least one. */
export const systemUsageRepository = {
  byOrganization: (db: Db, scope: SystemScope) =>
    withinAll(db, scope)
      .select(['usage_records.organization_id as id', ...FIGURES])
      .groupBy('usage_records.organization_id')
      .execute(),

  byDay: (db: Db, scope: SystemScope) =>
    withinAll(db, scope)
      .select([dayNumber.as('day_number'), ...FIGURES])
      .groupBy(dayNumber)
      .orderBy(dayNumber)
      .execute(),

  /** One row per day and organization, for a spreadsheet. */
  lines: (db: Db, scope: SystemScope) =>
    withinAll(db, scope)
      .select([dayNumber.as('day_number'), 'usage_records.organization_id as id', ...FIGURES])
      .groupBy([dayNumber, 'usage_records.organization_id'])
      .orderBy(dayNumber)
      .orderBy('usage_records.organization_id')
      // One row more than the limit shows that there are more.
      .limit(USAGE_LIMITS.exportRows + 1)
      .execute(),
}

/** The rows are unordered. */
export const usageReportRepository = {
  totals: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .select([...FIGURES, ...UNITS])
      .execute(),

  /** The organization's use of the system's providers. */
  ofSystemProviders: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .where('usage_records.system_provider', '=', 1)
      .select([...FIGURES])
      .execute(),

  byDay: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .select([dayNumber.as('day_number'), ...FIGURES])
      .groupBy(dayNumber)
      .orderBy(dayNumber)
      .execute(),

  byAssistant: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .leftJoin('assistants', 'assistants.id', 'usage_records.assistant_id')
      .select([
        'usage_records.assistant_id as id',
        'assistants.name as name',
        standing.as('kind'),
        ...FIGURES,
      ])
      .groupBy(['usage_records.assistant_id', 'assistants.name', standing])
      .execute(),

  byModel: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .where('usage_records.kind', '!=', 'tool')
      .select(['usage_records.provider', 'usage_records.model', ...FIGURES])
      .groupBy(['usage_records.provider', 'usage_records.model'])
      .execute(),

  /** How often each tool ran, and the cost of the tool and its model calls. */
  byTool: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .where('usage_records.tool', 'is not', null)
      .select([
        'usage_records.tool',
        runs.as('runs'),
        failedRuns.as('failed'),
        ...TOKENS,
        cost,
        unpriced,
        ...UNITS,
      ])
      .groupBy('usage_records.tool')
      .execute(),

  byCourse: (db: Db, scope: UsageScope, courseIds: readonly number[]) =>
    within(db, scope)
      .innerJoin('course_members', 'course_members.user_id', 'usage_records.user_id')
      .innerJoin('courses', 'courses.id', 'course_members.course_id')
      .where('courses.id', 'in', courseIds)
      .where('course_members.enrolled', '=', 1)
      .select(['courses.id', 'courses.title', ...FIGURES])
      .groupBy(['courses.id', 'courses.title'])
      .execute(),

  byPerson: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .leftJoin('users', 'users.id', 'usage_records.user_id')
      .select([
        'usage_records.user_id as id',
        'users.name as name',
        // Guests of class links have none that means anything.
        sql<string | null>`case when users.guest_link_id is null then users.email end`.as('email'),
        'usage_records.end_user as end_user',
        ...FIGURES,
      ])
      .groupBy([
        'usage_records.user_id',
        'users.name',
        'users.email',
        'users.guest_link_id',
        'usage_records.end_user',
      ])
      .execute(),

  /** One row per day, assistant, person and model, for analysis in a spreadsheet. */
  lines: (db: Db, scope: UsageScope) =>
    within(db, scope)
      .leftJoin('assistants', 'assistants.id', 'usage_records.assistant_id')
      .leftJoin('users', 'users.id', 'usage_records.user_id')
      .select([
        dayNumber.as('day_number'),
        'usage_records.assistant_id',
        'assistants.name as assistant',
        standing.as('standing'),
        // The address of a guest is not one.
        sql<string | null>`case when users.guest_link_id is null then users.email else users.name end`.as(
          'person',
        ),
        'usage_records.end_user',
        'usage_records.provider',
        'usage_records.model',
        'usage_records.kind',
        'usage_records.tool',
        sql<number>`sum(usage_records.units)`.as('units'),
        ...FIGURES,
      ])
      .groupBy([
        dayNumber,
        'usage_records.assistant_id',
        'assistants.name',
        standing,
        'users.email',
        'users.name',
        'users.guest_link_id',
        'usage_records.end_user',
        'usage_records.provider',
        'usage_records.model',
        'usage_records.kind',
        'usage_records.tool',
      ])
      .orderBy(dayNumber)
      .orderBy('usage_records.assistant_id')
      .orderBy('users.email')
      .orderBy('usage_records.model')
      .orderBy('usage_records.kind')
      .orderBy('usage_records.tool')
      // One row more than the limit shows that there are more.
      .limit(USAGE_LIMITS.exportRows + 1)
      .execute(),
}
