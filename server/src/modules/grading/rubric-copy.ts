import { type RubricSheet, rubricSheetSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../../platform/errors.ts'
import type { ReadableRubric } from '../rubrics/index.ts'

const copySchema = z.object({
  rubricId: z.string(),
  title: z.string(),
  description: z.string(),
  sheet: rubricSheetSchema,
})

/** The rubric as it is now, as JSON. Refuses one that can't grade. */
export function copyRubric({ rubricId, title, description, sheet }: ReadableRubric): string {
  if (sheet.criteria.length === 0 || sheet.criteria.some(({ levels }) => levels.length === 0))
    throw badRequest(say('rubrics.not_ready'))
  return JSON.stringify({ rubricId, title, description, sheet: withUniqueIds(sheet) })
}

export const readCopy = (stored: string): ReadableRubric => ({
  ...copySchema.parse(JSON.parse(stored)),
  stored: {},
})

/** Whether works would be graded differently now. */
export const isSameRubric = (stored: string, now: ReadableRubric): boolean => {
  const { criteria, maxScore, scoringType } = readCopy(stored).sheet
  const sheet = withUniqueIds(now.sheet)
  return (
    maxScore === sheet.maxScore &&
    scoringType === sheet.scoringType &&
    JSON.stringify(criteria) === JSON.stringify(sheet.criteria)
  )
}

/** Grades refer to criteria by id. Rubrics from elsewhere may lack ids or repeat them. */
function withUniqueIds(sheet: RubricSheet): RubricSheet {
  const seen = new Set<string>()
  return {
    ...sheet,
    criteria: sheet.criteria.map((criterion, at) => {
      const id = criterion.id === '' || seen.has(criterion.id) ? `criterion_${at + 1}` : criterion.id
      seen.add(id)
      return { ...criterion, id }
    }),
  }
}
