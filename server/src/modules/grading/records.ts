import {
  type GradedWork,
  type GradedWorkDetail,
  type Grading,
  type GradingState,
  type Message,
  parseJsonObject,
  type RubricEvaluation,
  type RubricSheet,
  readMessage,
  toMessageFields,
  type WorkGrade,
} from '@bellwether/wire'
import { MICROS } from '../usage/index.ts'
import { isChanged, type Review, shownGrades, totalOf } from './grades.ts'
import { type GradingRow, NO_WORKS, type WorkCounts } from './grading.repository.ts'
import type { ListedWork, WorkRow } from './work.repository.ts'

const sumOf = ({ accepted: _also, ...states }: WorkCounts): number =>
  Object.values(states).reduce((sum, count) => sum + count, 0)

/** What a grading may cost and has cost, in millionths. */
type Cost = Pick<GradingRow, 'max_cost' | 'spent'>

export const isAtLimit = ({ max_cost, spent }: Cost): boolean => max_cost !== null && spent >= max_cost

export function stateOf(counts: WorkCounts, cost: Cost): GradingState {
  if (counts.waiting + counts.grading > 0) return 'running'
  if (counts.new === sumOf(counts)) return 'draft'
  if (counts.cancelled === 0) return 'completed'
  return isAtLimit(cost) ? 'limit_reached' : 'cancelled'
}

export const toGrading = (
  row: GradingRow,
  counts: WorkCounts = NO_WORKS,
  { isRubricChanged, currency }: { isRubricChanged: boolean; currency: string },
): Grading => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  state: stateOf(counts, row),
  counts: { total: sumOf(counts), ...counts },
  model: row.model,
  assistant_id: row.assistant_id,
  assistant_name: row.assistant_name,
  language: row.language,
  previous_id: row.previous_id,
  rubric_changed: isRubricChanged,
  max_cost: row.max_cost === null ? null : row.max_cost / MICROS,
  spent: row.spent / MICROS,
  currency,
  created_at: row.created_at,
})

/** Only what this server has written. */
const readJson = <T>(stored: string | null): T | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as T)

export const evaluationOf = ({ evaluation }: Pick<WorkRow, 'evaluation'>): RubricEvaluation | undefined =>
  readJson<RubricEvaluation>(evaluation)
export const reviewOf = ({ review }: Pick<WorkRow, 'review'>): Review | undefined => readJson<Review>(review)
export const handGradesOf = ({ hand_grades }: Pick<WorkRow, 'hand_grades'>): WorkGrade[] =>
  readJson<WorkGrade[]>(hand_grades) ?? []

export function toWork(sheet: RubricSheet, row: ListedWork): GradedWork {
  const evaluation = evaluationOf(row)
  const review = reviewOf(row)
  const grades = shownGrades(sheet, evaluation, review)
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    ...readError(row),
    grades,
    score: totalOf(sheet, grades),
    evidence: evaluation?.criteria.reduce((sum, { evidence }) => sum + evidence.length, 0) ?? 0,
    changed: isChanged(sheet, evaluation, review),
    accepted: row.accepted_at !== null,
    hand_grades: handGradesOf(row),
  }
}

export function toWorkDetail(sheet: RubricSheet, row: WorkRow): GradedWorkDetail {
  const evaluation = evaluationOf(row)
  return {
    ...toWork(sheet, row),
    text: row.text,
    feedback: reviewOf(row)?.feedback ?? evaluation?.feedback ?? '',
    evaluation: evaluation ?? null,
  }
}

/** A message for the `error` column. */
export const toStoredError = (message: string | Message): string =>
  JSON.stringify(
    typeof message === 'string'
      ? { text: message }
      : { text: message.text, code: message.code, params: message.params },
  )

function readError({
  error,
}: Pick<WorkRow, 'error'>): Pick<GradedWork, 'error' | 'message_code' | 'message_params'> {
  const message = error === null ? undefined : readMessage(parseJsonObject(error))
  if (message === undefined) return { error: null }
  return typeof message === 'string'
    ? { error: message }
    : { error: message.text, ...toMessageFields(message) }
}
