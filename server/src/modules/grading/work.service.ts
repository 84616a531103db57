import {
  type AcceptedWorks,
  type AcceptWorks,
  GRADING_LIMITS,
  type GradedWork,
  type GradedWorkDetail,
  type Message,
  type NewWork,
  say,
  toMessageBody,
  toSafeFileName,
  type WorkGrade,
  type WorkReview,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, badRequest, conflict, invalid, notFound } from '../../platform/errors.ts'
import { checkGrades, shownGrades, totalOf } from './grades.ts'
import { type GradingRow, gradingRepository, NO_WORKS, type WorkState } from './grading.repository.ts'
import { type FindGrading, type FoundGrading, toId } from './grading-lookup.ts'
import { stateOf, toWork, toWorkDetail } from './records.ts'
import { type WorkRow, workRepository } from './work.repository.ts'

export interface WorkDeps {
  db: Db
  find: FindGrading
  /** The text of a file. Fails with 422 if it can't be read. */
  readText(file: { bytes: Uint8Array; filename: string }, signal: AbortSignal): Promise<{ text: string }>
}

interface WorkPath {
  rubric: string
  grading: string
  work: string
}

/** While the model works on it, a work can't be changed. */
const AT_REST: readonly WorkState[] = ['new', 'graded', 'failed', 'cancelled']
const DEFAULT_NAME_LENGTH = 60

/** The works of a grading, and what people do with them. */
export function createWorkService(deps: WorkDeps) {
  const { db, find } = deps

  async function findWork(caller: UserCaller, path: WorkPath, verb: 'see' | 'edit') {
    const grading = await find(caller, verb, path.rubric, path.grading)
    const work = await workRepository.find(db, grading.row.id, toId(path.work, 'Work'))
    if (!work) throw notFound('Work')
    return { ...grading, work }
  }

  async function describe({ row, copy }: FoundGrading, id: number): Promise<GradedWorkDetail> {
    const work = await workRepository.find(db, row.id, id)
    if (!work) throw notFound('Work')
    return toWorkDetail(copy.sheet, work)
  }

  return {
    add: createAdd(deps),

    async get(caller: UserCaller, path: WorkPath): Promise<GradedWorkDetail> {
      const { work, copy } = await findWork(caller, path, 'see')
      return toWorkDetail(copy.sheet, work)
    },

    async remove(caller: UserCaller, path: WorkPath): Promise<void> {
      const { row, work } = await findWork(caller, path, 'edit')
      if (row.kind === 'calibration' && work.state !== 'new') throw conflict(say('grading.already_started'))
      if (!AT_REST.includes(work.state)) throw conflict(say('grading.running'))
      await workRepository.delete(db, work.id)
    },

    /** Saves a person's grades. A change withdraws an earlier acceptance, unless it is accepted again. */
    async review(caller: UserCaller, path: WorkPath, change: WorkReview): Promise<GradedWorkDetail> {
      const target = await findWork(caller, path, 'edit')
      if (target.row.kind === 'calibration') throw badRequest(say('grading.not_for_calibration'))
      const { sheet } = target.copy
      const review = { grades: checkGrades(sheet, change.grades), feedback: change.feedback }
      if (change.accepted && totalOf(sheet, shownGrades(sheet, undefined, review)) === null)
        throw badRequest(say('grading.accept_incomplete'))
      const now = nowSeconds()
      const isSaved = await workRepository.update(db, target.work.id, AT_REST, {
        review: JSON.stringify(review),
        accepted_by: change.accepted ? caller.userId : null,
        accepted_at: change.accepted ? now : null,
        updated_at: now,
      })
      if (!isSaved) throw conflict(say('grading.running'))
      return describe(target, target.work.id)
    },

    accept: createAccept(deps),

    /** Grades by hand, before the model's can be seen. */
    async gradeByHand(
      caller: UserCaller,
      path: WorkPath,
      grades: readonly WorkGrade[],
    ): Promise<GradedWorkDetail> {
      const target = await findWork(caller, path, 'edit')
      if (target.row.kind !== 'calibration') throw badRequest(say('grading.not_for_batch'))
      const isSaved = await workRepository.update(db, target.work.id, ['new'], {
        hand_grades: JSON.stringify(checkGrades(target.copy.sheet, grades)),
        updated_at: nowSeconds(),
      })
      if (!isSaved) throw conflict(say('grading.hand_grades_locked'))
      return describe(target, target.work.id)
    },
  }
}

export type WorkService = ReturnType<typeof createWorkService>

/** Accepts the shown grades of several works, or withdraws that. A work that can't be accepted doesn't keep the others back. */
const createAccept =
  ({ db, find }: WorkDeps) =>
  async (
    caller: UserCaller,
    { rubric, grading }: Omit<WorkPath, 'work'>,
    { works, accepted }: AcceptWorks,
  ): Promise<AcceptedWorks['results']> => {
    const { row, copy } = await find(caller, 'edit', rubric, grading)
    if (row.kind === 'calibration') throw badRequest(say('grading.not_for_calibration'))
    const scores = new Map(works.map(({ id, score }) => [id, score]))
    const now = nowSeconds()
    return db.transaction().execute(async (tx) => {
      await gradingRepository.lock(tx, row.id)
      const worksById = new Map((await workRepository.list(tx, row.id)).map((work) => [work.id, work]))
      const results: AcceptedWorks['results'] = []
      for (const [id, score] of scores) {
        const work = worksById.get(id)
        const why = work && accepted ? reasonAgainst(toWork(copy.sheet, work), score) : undefined
        const isDone =
          work !== undefined &&
          why === undefined &&
          (await workRepository.update(tx, id, AT_REST, {
            accepted_by: accepted ? caller.userId : null,
            accepted_at: accepted ? now : null,
            updated_at: now,
          }))
        const message = why ?? say(work ? 'grading.running' : 'not_found.work')
        results.push(isDone ? { id, done: true } : { id, done: false, ...toMessageBody(message) })
      }
      return results
    })
  }

function reasonAgainst(graded: GradedWork, score: number | null | undefined): Message | undefined {
  if (graded.score === null) return say('grading.accept_incomplete')
  return score != null && score !== graded.score ? say('grading.accept_changed') : undefined
}

const createAdd =
  ({ db, find, readText }: WorkDeps) =>
  async (
    caller: UserCaller,
    { rubric, grading }: Omit<WorkPath, 'work'>,
    draft: NewWork,
    signal: AbortSignal,
  ): Promise<GradedWork> => {
    const { row, copy } = await find(caller, 'edit', rubric, grading)
    const text = await textOf(draft, readText, signal)
    const now = nowSeconds()
    const work: WorkRow | undefined = await db.transaction().execute(async (tx) => {
      await gradingRepository.lock(tx, row.id)
      await requireSpace(tx, row)
      const name = nameOf(draft, text)
      const id = await workRepository.insert(tx, {
        grading_id: row.id,
        name,
        text,
        created_at: now,
        updated_at: now,
      })
      return workRepository.find(tx, row.id, id)
    })
    if (!work) throw notFound('Grading')
    return toWork(copy.sheet, work)
  }

async function requireSpace(tx: Db, row: GradingRow): Promise<void> {
  const { id, kind } = row
  const counts = (await gradingRepository.countWorks(tx, [id])).get(id) ?? NO_WORKS
  if (kind === 'calibration' && stateOf(counts, row) !== 'draft')
    throw conflict(say('grading.already_started'))
  const limit = kind === 'calibration' ? GRADING_LIMITS.calibrationWorks : GRADING_LIMITS.works
  const { accepted: _also, ...states } = counts
  const total = Object.values(states).reduce((sum, count) => sum + count, 0)
  if (total >= limit) throw badRequest(say('grading.too_many_works', { limit }))
}

async function textOf(
  { file, text }: NewWork,
  readText: WorkDeps['readText'],
  signal: AbortSignal,
): Promise<string> {
  if (!file && text === undefined) throw badRequest(say('grading.file_or_text'))
  if (file && file.size > GRADING_LIMITS.fileBytes)
    throw new AppError(
      'too_large',
      say('documents.too_large', { limit: GRADING_LIMITS.fileBytes / 1024 / 1024 }),
    )
  const fullText = file
    ? (await readText({ bytes: new Uint8Array(await file.arrayBuffer()), filename: file.name }, signal)).text
    : (text ?? '')
  // PostgreSQL can't store U+0000.
  const clean = fullText.replaceAll('\u0000', '').trim()
  if (clean === '') throw invalid(say('grading.no_text'))
  if (clean.length > GRADING_LIMITS.text)
    throw new AppError('too_large', say('grading.text_too_long', { limit: GRADING_LIMITS.text }))
  return clean
}

/** A pasted text is named after its beginning. */
function nameOf({ name, file }: NewWork, text: string): string {
  const label = toSafeFileName(name || file?.name || '').trim()
  if (label !== '') return label.slice(0, GRADING_LIMITS.name)
  const [first = ''] = text.split('\n', 1)
  return first.length <= DEFAULT_NAME_LENGTH ? first : `${first.slice(0, DEFAULT_NAME_LENGTH - 1)}…`
}
