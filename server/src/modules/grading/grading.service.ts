import {
  GRADING_LIMITS,
  type Grading,
  type GradingAgreement,
  type GradingDetail,
  type GradingEstimate,
  type NewGrading,
  type StartGrading,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { lockUser } from '../../platform/db/with-lock.ts'
import { badRequest, conflict } from '../../platform/errors.ts'
import type { RubricService } from '../rubrics/index.ts'
import { MICROS } from '../usage/index.ts'
import { compareGrades } from './agreement/compare-grades.ts'
import { estimateTokens } from './estimate-cost.ts'
import { carryOver } from './grades.ts'
import { toGradesCsv } from './grades-csv.ts'
import { type GradingRow, gradingRepository } from './grading.repository.ts'
import type { FindGrading } from './grading-lookup.ts'
import type { GradingJobs } from './jobs/grading-jobs.ts'
import { evaluationOf, handGradesOf, isAtLimit, stateOf, toGrading, toWork } from './records.ts'
import { copyRubric, isSameRubric, readCopy } from './rubric-copy.ts'
import { workRepository } from './work.repository.ts'

export interface GradingDeps {
  db: Db
  rubrics: Pick<RubricService, 'get' | 'read'>
  find: FindGrading
  jobs: Pick<GradingJobs, 'wake' | 'abandon'>
  /** Throws if the caller may not use the assistant, or there is no such model. Returns the name of the assistant. */
  requireGrader(caller: UserCaller, grader: Grader): Promise<string | null>
  /** What these tokens cost, in millionths; null if the price of the model is unknown. */
  priceOf(
    caller: UserCaller,
    grader: Grader,
    tokens: { inputTokens: number; outputTokens: number },
  ): Promise<{ cost: number | null; model: string }>
  currencyOf(organizationId: number): Promise<string>
}

export interface Grader {
  model: string | null
  assistantId: number | null
}

export const createGradingService = (deps: GradingDeps) => ({
  ...createReading(deps),
  ...createChanges(deps),
  again: createAgain(deps),
})

export type GradingService = ReturnType<typeof createGradingService>

function createReading({ db, rubrics, find, priceOf, currencyOf }: GradingDeps) {
  async function countsOf(id: number) {
    return (await gradingRepository.countWorks(db, [id])).get(id)
  }

  return {
    async list(caller: UserCaller, rubric: string): Promise<Grading[]> {
      const { id } = await rubrics.get(caller, rubric)
      const now = await rubrics.read(caller, id)
      const rows = await gradingRepository.list(db, id, caller.userId, GRADING_LIMITS.gradings)
      const counts = await gradingRepository.countWorks(
        db,
        rows.map((row) => row.id),
      )
      const currency = await currencyOf(caller.organizationId)
      return rows.map((row) =>
        toGrading(row, counts.get(row.id), { isRubricChanged: !isSameRubric(row.rubric, now), currency }),
      )
    },

    async get(caller: UserCaller, rubric: string, grading: string): Promise<GradingDetail> {
      const { row, record, copy } = await find(caller, 'see', rubric, grading)
      const now = await rubrics.read(caller, record.id)
      const works = await workRepository.list(db, row.id)
      const { sheet } = copy
      return {
        ...toGrading(row, await countsOf(row.id), {
          isRubricChanged: !isSameRubric(row.rubric, now),
          currency: await currencyOf(caller.organizationId),
        }),
        rubric: { title: copy.title, max_score: sheet.maxScore, criteria: sheet.criteria },
        works: works.map((work) => toWork(sheet, work)),
      }
    },

    /** What grading the works that are left is likely to cost. */
    async estimate(caller: UserCaller, rubric: string, grading: string): Promise<GradingEstimate> {
      const { row, copy } = await find(caller, 'see', rubric, grading)
      const lengths = await workRepository.lengthsToGrade(db, row.id)
      const { cost, model } = await priceOf(caller, graderOf(row), estimateTokens(copy.sheet, lengths))
      return {
        works: lengths.length,
        cost: cost === null ? null : cost / MICROS,
        currency: await currencyOf(caller.organizationId),
        model,
      }
    },

    async csv(caller: UserCaller, rubric: string, grading: string): Promise<string> {
      const { row, copy } = await find(caller, 'see', rubric, grading)
      return toGradesCsv(copy.sheet, await workRepository.list(db, row.id))
    },

    /** Compares grades by hand with the model's, and with the calibration before. */
    async agreement(caller: UserCaller, rubric: string, grading: string): Promise<GradingAgreement> {
      const { row, record } = await find(caller, 'see', rubric, grading)
      requireCalibration(row)
      const compared = await compare(db, row)
      const before =
        row.previous_id === null ? undefined : await gradingRepository.find(db, record.id, row.previous_id)
      if (!before) return { ...compared, previous: null }
      const { overall, criteria } = await compare(db, before)
      return { ...compared, previous: { id: before.id, created_at: before.created_at, overall, criteria } }
    },
  }
}

async function compare(db: Db, row: GradingRow) {
  const works = await workRepository.list(db, row.id)
  return compareGrades(
    readCopy(row.rubric).sheet,
    works.map((work) => ({
      id: work.id,
      name: work.name,
      hand: handGradesOf(work),
      evaluation: evaluationOf(work),
    })),
  )
}

const graderOf = ({ model, assistant_id: assistantId }: GradingRow): Grader => ({ model, assistantId })

function requireCalibration({ kind }: GradingRow): void {
  if (kind !== 'calibration') throw badRequest(say('grading.not_for_batch'))
}

/** Within a transaction. */
async function insertWithinLimit(tx: Db, row: NewRow<'gradings'>): Promise<number> {
  await lockUser(tx, row.owner_id)
  if ((await gradingRepository.count(tx, row.rubric_id, row.owner_id)) >= GRADING_LIMITS.gradings)
    throw badRequest(say('grading.too_many', { limit: GRADING_LIMITS.gradings }))
  return gradingRepository.insert(tx, row)
}

function createChanges({ db, rubrics, find, jobs, requireGrader, priceOf, currencyOf }: GradingDeps) {
  /** A limit that can't be kept or is used up already is refused. */
  async function toMaxCost(caller: UserCaller, row: GradingRow, limit: number | null | undefined) {
    const maxCost = limit === undefined ? row.max_cost : limit === null ? null : Math.round(limit * MICROS)
    if (maxCost === null) return maxCost
    const { cost, model } = await priceOf(caller, graderOf(row), { inputTokens: 0, outputTokens: 0 })
    if (cost === null) throw badRequest(say('grading.price_unknown', { model }))
    if (isAtLimit({ max_cost: maxCost, spent: row.spent })) {
      const currency = await currencyOf(caller.organizationId)
      throw badRequest(say('grading.limit_used_up', { spent: row.spent / MICROS, currency }))
    }
    return maxCost
  }

  return {
    async create(caller: UserCaller, rubric: string, draft: NewGrading): Promise<Grading> {
      const { id } = await rubrics.get(caller, rubric)
      const readable = await rubrics.read(caller, id)
      const copy = copyRubric(readable)
      const grader = { model: draft.model ?? null, assistantId: draft.assistant_id ?? null }
      const assistantName = await requireGrader(caller, grader)
      const newRow = {
        rubric_id: id,
        owner_id: caller.userId,
        kind: draft.kind,
        name: draft.name,
        model: grader.assistantId === null ? grader.model : null,
        assistant_id: grader.assistantId,
        assistant_name: assistantName,
        language: draft.language ?? null,
        rubric: copy,
        previous_id: null,
        created_at: nowSeconds(),
      }
      const gradingId = await db.transaction().execute((tx) => insertWithinLimit(tx, newRow))
      const { row } = await find(caller, 'see', rubric, String(gradingId))
      const currency = await currencyOf(caller.organizationId)
      return toGrading(row, undefined, { isRubricChanged: false, currency })
    },

    /** Grades new works, and those that failed or were cancelled. */
    async start(
      caller: UserCaller,
      rubric: string,
      grading: string,
      { max_cost }: StartGrading = {},
    ): Promise<void> {
      const { row } = await find(caller, 'edit', rubric, grading)
      if (row.kind === 'calibration') {
        const works = await workRepository.list(db, row.id)
        const isGradedByHand = works.some((work) => handGradesOf(work).some(({ level }) => level !== null))
        if (works.length > 0 && !isGradedByHand) throw badRequest(say('grading.hand_grades_missing'))
      }
      await requireGrader(caller, graderOf(row))
      const maxCost = await toMaxCost(caller, row, max_cost)
      await db.transaction().execute(async (tx) => {
        await gradingRepository.setMaxCost(tx, row.id, maxCost)
        const count = await workRepository.enqueue(tx, row.id, nowSeconds())
        if (count === 0) throw badRequest(say('grading.no_works'))
      })
      jobs.wake()
    },

    async cancel(caller: UserCaller, rubric: string, grading: string): Promise<void> {
      const { row } = await find(caller, 'edit', rubric, grading)
      for (const id of await workRepository.cancel(db, row.id, nowSeconds())) jobs.abandon(id)
    },

    async delete(caller: UserCaller, rubric: string, grading: string): Promise<void> {
      const { row } = await find(caller, 'manage', rubric, grading)
      const cancelled = await workRepository.cancel(db, row.id, nowSeconds())
      await gradingRepository.delete(db, row.id)
      for (const id of cancelled) jobs.abandon(id)
    },
  }
}

/** Grades the works of a calibration with the rubric as it is now. The grades by hand stay the same. */
const createAgain =
  ({ db, rubrics, find, jobs, requireGrader, currencyOf }: GradingDeps) =>
  async (caller: UserCaller, rubric: string, grading: string): Promise<Grading> => {
    const { row, record, copy: before } = await find(caller, 'edit', rubric, grading)
    requireCalibration(row)
    const counts = (await gradingRepository.countWorks(db, [row.id])).get(row.id)
    const state = counts ? stateOf(counts, row) : 'draft'
    if (state === 'running') throw conflict(say('grading.running'))
    if (state === 'draft') throw badRequest(say('grading.hand_grades_missing'))
    await requireGrader(caller, graderOf(row))
    const readable = await rubrics.read(caller, record.id)
    const { id: _old, ...same } = row
    const now = nowSeconds()
    const id = await db.transaction().execute(async (tx) => {
      const copy = copyRubric(readable)
      const next = await insertWithinLimit(tx, {
        ...same,
        rubric: copy,
        previous_id: row.id,
        spent: 0,
        created_at: now,
      })
      const { sheet } = readCopy(copy)
      for (const { id: work } of await workRepository.list(tx, row.id)) {
        const full = await workRepository.find(tx, row.id, work)
        if (!full) continue
        await workRepository.insert(tx, {
          grading_id: next,
          name: full.name,
          text: full.text,
          state: 'waiting',
          hand_grades: JSON.stringify(carryOver(handGradesOf(full), before.sheet, sheet)),
          created_at: now,
          updated_at: now,
        })
      }
      return next
    })
    jobs.wake()
    const created = await find(caller, 'see', rubric, String(id))
    const currency = await currencyOf(caller.organizationId)
    return toGrading(created.row, (await gradingRepository.countWorks(db, [id])).get(id), {
      isRubricChanged: false,
      currency,
    })
  }
