import {
  type StudentTrace,
  say,
  type TraceList,
  type TraceListQuery,
  type TraceRecord,
  type TraceStep,
  type TraceSummary,
} from '@bellwether/wire'
import { isOrganizationAdmin, isStudent, type UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Row } from '../../platform/db/schema.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import { may } from '../access/index.ts'
import { assistantRepository, factsOf } from '../assistants/index.ts'
import { traceRepository } from './trace.repository.ts'
import { type TraceHead, toFullRecord, toOwnRecord, toSummary } from './trace-row.ts'

export interface TraceServiceDeps {
  db: Db
  /** Writes the queued traces, so that a person who has just read an answer finds its trace. */
  flush(): Promise<void>
  /** The currency of an organization. */
  currencyOf(organizationId: number): Promise<string>
  /** Whether the organization lets educators read what others have asked. */
  showsTexts(organizationId: number): Promise<boolean>
}

/**
 * People who can edit an assistant can read all of its traces; people who asked can read their own, without the
 * author's settings, and students without costs and models. Only admins learn who asked.
 */
export function createTraceService({ db, flush, currencyOf, showsTexts }: TraceServiceDeps) {
  async function mayEdit(caller: UserCaller, assistantId: number): Promise<boolean> {
    const assistant = await assistantRepository.findById(db, caller, assistantId)
    return assistant !== undefined && may(caller, 'edit', factsOf(assistant))
  }

  return {
    async get(caller: UserCaller, id: string): Promise<TraceRecord | StudentTrace> {
      if (!isTraceId(id)) throw notFound('Trace')
      await flush()
      const row = await traceRepository.findById(db, id)
      if (!row) throw notFound('Trace')
      const isAuthor = isOwnDraft(caller, row) || (await mayEdit(caller, row.assistant_id))
      if (!isAuthor && !isOwn(caller, row)) throw notFound('Trace')
      if (isStudent(caller)) return toStudentTrace(row)
      const parts = await traceRepository.listParts(db, row.id)
      const completeRecord = isAuthor ? toFullRecord(row, parts) : toOwnRecord(row, parts)
      const record =
        isOwn(caller, row) || isAdmin(caller)
          ? completeRecord
          : recordWithoutPerson(completeRecord, await showsTexts(row.organization_id))
      return { ...record, currency: await currencyOf(row.organization_id) }
    },

    async list(
      caller: UserCaller,
      assistantId: number,
      { limit, before }: TraceListQuery,
    ): Promise<TraceList> {
      const assistant = await assistantRepository.findById(db, caller, assistantId)
      if (!assistant || !may(caller, 'use', factsOf(assistant))) throw notFound('Assistant')
      if (before !== undefined && !isTraceId(before)) throw badRequest(say('traces.before_invalid'))
      await flush()
      const userId = may(caller, 'edit', factsOf(assistant)) ? undefined : caller.userId
      const rows = await traceRepository.list(db, { assistantId, userId, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const toShown = (row: (typeof page)[number]) => {
        if (isStudent(caller)) return toStudentHead(row)
        return isOwn(caller, row) || isAdmin(caller) ? toSummary(row) : summaryWithoutPerson(toSummary(row))
      }
      return { traces: page.map(toShown), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
  }
}

export type TraceService = ReturnType<typeof createTraceService>

/** A request on behalf of another person is not the key owner's own. */
const isOwn = (
  caller: UserCaller,
  row: Pick<Row<'traces'>, 'user_id' | 'end_user' | 'organization_id'>,
): boolean =>
  row.user_id === caller.userId && row.end_user === null && row.organization_id === caller.organizationId

const isAdmin = (caller: UserCaller): boolean => caller.systemAdmin || isOrganizationAdmin(caller)

/** No assistant has this id. It is used for drafts. */
const DRAFT = 0

/** The person who tests a draft wrote it: settings and prompt are their own. */
const isOwnDraft = (caller: UserCaller, row: Row<'traces'>): boolean =>
  row.assistant_id === DRAFT && isOwn(caller, row)

/** Fields are added one by one, so that new ones stay hidden from students. */
const toStudentHead = (row: TraceHead): Omit<StudentTrace, 'steps'> => ({
  id: row.id,
  assistant_id: row.assistant_id,
  outcome: row.outcome,
  started_at: row.started_at,
  duration_ms: row.duration_ms,
})

/** The tools that ran for an answer. Notes and reasons may name models and servers. */
const toStudentTrace = (row: Row<'traces'>): StudentTrace => ({
  ...toStudentHead(row),
  steps: toFullRecord(row).steps.flatMap((step) => {
    if (step.kind !== 'tool') return []
    const { kind, tool, use, name, label, sources, iteration, milliseconds, outcome } = step
    const labelField = label === undefined ? {} : { label }
    return [{ kind, tool, use, name, ...labelField, sources, iteration, milliseconds, outcome }]
  }),
})

/** Without the person who asked: with the time, it would tell whose conversation it is. */
const summaryWithoutPerson = <T extends TraceSummary>(summary: T): T => ({
  ...summary,
  user_id: null,
  end_user: null,
})

/** For educators who read the trace of another person. `hasTexts`: whether the organization lets them read texts. */
function recordWithoutPerson(record: TraceRecord, hasTexts: boolean): TraceRecord {
  return {
    ...summaryWithoutPerson(record),
    children: record.children.map(summaryWithoutPerson),
    prompt: hasTexts ? record.prompt : null,
    steps: record.steps.map((step) => stepWithoutPerson(step, hasTexts)),
  }
}

function stepWithoutPerson(step: TraceStep, hasTexts: boolean): TraceStep {
  if (step.kind !== 'tool') return step
  return {
    ...step,
    // The input of an injected tool is the author's own settings.
    input: hasTexts || step.use === 'inject' ? step.input : null,
    ...(step.access ? { access: { ...step.access, on_behalf_of: null } } : {}),
  }
}

const timePart = (milliseconds: number): string => {
  const hex = Math.max(0, milliseconds).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** A version 7 UUID: it starts with the time, so that ids sort by age; the other 74 bits are random. */
export const newTraceId = (milliseconds: number): string =>
  `${timePart(milliseconds)}-7${newUuid().slice(15)}`

/** Sorts after every id created before this moment, and before every id created at this moment or later. */
export const firstIdAt = (milliseconds: number): string => timePart(milliseconds)

const TRACE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isTraceId = (text: string): boolean => TRACE_ID.test(text)
