import { type SearchGrade, searchGradeSchema } from '@bellwether/wire'

/** Best first. */
const GRADES = searchGradeSchema.options

/** What a tool that searches says about what it found. */
export const gradeIn = (metadata: Record<string, unknown> | undefined): SearchGrade | undefined =>
  GRADES.find((grade) => grade === metadata?.['grade'])

export const bestGrade = (grades: readonly (SearchGrade | undefined)[]): SearchGrade | undefined =>
  GRADES.find((grade) => grades.includes(grade))
