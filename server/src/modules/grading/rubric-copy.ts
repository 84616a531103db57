import { type RubricSheet, rubricSheetSchema, say } from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../../platform/errors.ts'
import { type ReadableRubric, withUniqueIds } from '../rubrics/index.ts'

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
  return JSON.stringify({ rubricId, title, description, sheet: withIds(sheet) })
}

export const readCopy = (stored: string): ReadableRubric => ({
  ...copySchema.parse(JSON.parse(stored)),
  stored: {},
})

/** Whether works would be graded differently now. */
export const isSameRubric = (stored: string, now: ReadableRubric): boolean => {
  const { criteria, maxScore, scoringType } = readCopy(stored).sheet
  const sheet = withIds(now.sheet)
  return (
    maxScore === sheet.maxScore &&
    scoringType === sheet.scoringType &&
    JSON.stringify(criteria) === JSON.stringify(sheet.criteria)
  )
}

/** Grades refer to criteria by id. */
const withIds = (sheet: RubricSheet): RubricSheet => ({
  ...sheet,
  criteria: withUniqueIds(sheet.criteria, 'criterion'),
})
