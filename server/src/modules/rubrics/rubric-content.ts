import {
  type changeRubricSchema,
  editableSheetSchema,
  type Rubric,
  type RubricContent,
} from '@bellwether/wire'
import type * as z from 'zod'
import type { RubricRecord } from './records.ts'
import type { RubricFields } from './rubric-data.ts'

/** A rubric as our own API sends it, from its JSON. */
export function toContent(stored: Readonly<Record<string, unknown>>): RubricContent {
  const { metadata, scoringType, maxScore, criteria, ...texts } = editableSheetSchema.parse(stored)
  return {
    ...texts,
    subject: metadata.subject,
    grade_level: metadata.gradeLevel,
    scoring_type: scoringType,
    max_score: maxScore,
    criteria: withUniqueIds(criteria, 'criterion').map((criterion) => ({
      ...criterion,
      levels: withUniqueIds(criterion.levels, 'level'),
    })),
  }
}

/** Rubrics from elsewhere may lack ids or repeat them. */
export function withUniqueIds<T extends { id: string }>(items: readonly T[], kind: string): T[] {
  const seen = new Set<string>()
  return items.map((item, at) => {
    const id = item.id === '' || seen.has(item.id) ? `${kind}_${at + 1}` : item.id
    seen.add(id)
    return { ...item, id }
  })
}

/** The fields of a rubric as our own API takes them, with the names of its JSON. */
export const toFields = ({
  title,
  description,
  subject,
  grade_level: gradeLevel,
  scoring_type: scoringType,
  max_score: maxScore,
  criteria,
}: Omit<z.output<typeof changeRubricSchema>, 'is_public'>): RubricFields => ({
  title,
  description,
  subject,
  gradeLevel,
  scoringType,
  maxScore,
  criteria: criteria?.map((criterion, order) => ({
    ...criterion,
    // LAMB requires a description; the name is better than nothing.
    description: criterion.description.trim() === '' ? criterion.name : criterion.description,
    order,
    levels: criterion.levels.map((level, at) => ({ ...level, order: at })),
  })),
})

export const toRubric = (record: RubricRecord): Rubric => ({
  ...toContent({ ...record.rubric_data, title: record.title, description: record.description }),
  id: record.rubric_id,
  owner_email: record.owner_email,
  is_public: record.is_public === 1,
  is_showcase: record.is_showcase === 1,
  created_at: record.created_at,
  updated_at: record.updated_at,
})
