import type { RubricSheet } from '@bellwether/wire'
import { toCsv } from '../../platform/text/write-csv.ts'
import { evaluationOf, reviewOf, toWork } from './records.ts'
import type { ListedWork } from './work.repository.ts'

/** Spreadsheets recognize UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * One row per work. `Score` is empty until a person has accepted the grade, so that a gradebook never imports a
 * proposal. Pure.
 */
export function toGradesCsv(sheet: RubricSheet, works: readonly ListedWork[]): string {
  const { criteria, maxScore } = sheet
  const head = ['Work', 'State', 'Accepted', 'Score', 'Proposed score', 'Maximum score']
  const rows = works.map((row) => {
    const work = toWork(sheet, row)
    const evaluation = evaluationOf(row)
    return [
      work.name,
      work.state,
      work.accepted ? 'yes' : 'no',
      work.accepted ? work.score : null,
      work.accepted ? null : work.score,
      maxScore,
      ...work.grades.flatMap(({ level, comment }, at) => [
        level,
        comment,
        evaluation?.criteria[at]?.evidence.map(({ quote }) => `“${quote}”`).join('\n') ?? null,
      ]),
      reviewOf(row)?.feedback ?? evaluation?.feedback ?? null,
    ]
  })
  const columns = criteria.flatMap(({ name }) => [name, `${name}: comment`, `${name}: evidence`])
  return BYTE_ORDER_MARK + toCsv([[...head, ...columns, 'Feedback'], ...rows])
}
