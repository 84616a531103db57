import { type RubricEvaluation, type RubricSheet, say, type WorkGrade } from '@bellwether/wire'
import { invalid } from '../../platform/errors.ts'
import { rounded, toPoints } from '../rubrics/index.ts'

type Criterion = RubricSheet['criteria'][number]
type Level = Criterion['levels'][number]

/** A person's grades, which replace the model's. */
export interface Review {
  grades: WorkGrade[]
  feedback: string
}

export interface ShownGrade extends WorkGrade {
  score: number | null
}

/** Everything here is pure. */
export const findLevel = ({ levels }: Criterion, label: string | null): Level | undefined =>
  label === null ? undefined : levels.find((level) => level.label === label)

/** One grade per criterion, in the order of the rubric: the person's, or the model's with its reasons as comments. */
export function shownGrades(
  { criteria }: RubricSheet,
  evaluation: RubricEvaluation | undefined,
  review: Review | undefined,
): ShownGrade[] {
  return criteria.map((criterion, at) => {
    const judged = evaluation?.criteria[at]
    const { level, comment } = review?.grades.find(({ criterion_id }) => criterion_id === criterion.id) ?? {
      level: judged?.level ?? null,
      comment: judged?.justification ?? '',
    }
    const score = findLevel(criterion, level)?.score ?? null
    return { criterion_id: criterion.id, level, comment, score }
  })
}

/** Null while a criterion has no level: a partial sum would be misleading. */
export function totalOf(sheet: RubricSheet, grades: readonly ShownGrade[]): number | null {
  if (grades.length === 0 || grades.some(({ score }) => score === null)) return null
  return rounded(
    sheet.criteria.reduce((sum, { weight }, at) => sum + toPoints(sheet, grades[at]?.score ?? 0, weight), 0),
  )
}

export const isChanged = (sheet: RubricSheet, evaluation: RubricEvaluation | undefined, review?: Review) =>
  review !== undefined &&
  shownGrades(sheet, evaluation, review).some(
    ({ level }, at) => level !== (evaluation?.criteria[at]?.level ?? null),
  )

/** One grade per criterion; refuses criteria and levels that the rubric doesn't have. */
export function checkGrades({ criteria }: RubricSheet, grades: readonly WorkGrade[]): WorkGrade[] {
  for (const { criterion_id, level } of grades) {
    const criterion = criteria.find(({ id }) => id === criterion_id)
    if (!criterion) throw invalid(say('grading.unknown_criterion', { criterion: criterion_id }))
    if (level !== null && !findLevel(criterion, level))
      throw invalid(say('grading.unknown_level', { criterion: criterion.name, level }))
  }
  return criteria.map(
    ({ id }) =>
      grades.findLast(({ criterion_id }) => criterion_id === id) ?? {
        criterion_id: id,
        level: null,
        comment: '',
      },
  )
}

/** The same grades in a changed rubric. Levels are found by name, or by score if they were renamed. */
export function carryOver(
  grades: readonly WorkGrade[],
  before: RubricSheet,
  after: RubricSheet,
): WorkGrade[] {
  return after.criteria.map((criterion) => {
    const old =
      before.criteria.find(({ id }) => id === criterion.id) ??
      before.criteria.find(({ name }) => name === criterion.name)
    const grade = grades.find(({ criterion_id }) => criterion_id === old?.id)
    const score = old && grade ? findLevel(old, grade.level)?.score : undefined
    const level =
      findLevel(criterion, grade?.level ?? null) ??
      criterion.levels.find((candidate) => candidate.score === score)
    return { criterion_id: criterion.id, level: level?.label ?? null, comment: grade?.comment ?? '' }
  })
}
