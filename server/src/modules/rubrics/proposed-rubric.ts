import { type RubricData, rubricDataSchema } from '@bellwether/wire'
import { isObject } from '../../platform/is-object.ts'
import '../../platform/http/plain-issue.ts'
import { toFaults } from '../../platform/text/validation-faults.ts'
import type { Reading } from './evaluation/model-question.ts'
import { newRubricId, toObject, withIds } from './rubric-data.ts'

type Json = Readonly<Record<string, unknown>>

export interface Proposal {
  rubric: RubricData
  explanation: string
}

/** Tolerates rounding such as 33.3 + 33.3 + 33.3. */
const ROUNDING = 0.5
const MIN_ID_LENGTH = 10

/**
 * A rubric written by a model. Repairs what is unambiguous: ids, order, dates, weights given as fractions of 1, and
 * fields missing from a changed rubric. Returns the rest as faults. `before` is the rubric to change.
 */
export function readProposal(answer: Json, before: Json | undefined): Reading<Proposal> {
  const source = [answer.rubric, answer.rubric_data].find(isObject) ?? answer
  const now = new Date().toISOString()
  const title = typeof source.title === 'string' ? source.title : ''
  const old = toObject(before?.metadata)
  const parsed = rubricDataSchema.safeParse({
    description: '',
    ...before,
    ...source,
    rubricId: keptId(before) ?? newRubricId(title),
    metadata: {
      subject: '',
      gradeLevel: '',
      createdAt: now,
      ...old,
      ...toObject(source.metadata),
      ...(old.createdAt === undefined ? {} : { createdAt: old.createdAt }),
      modifiedAt: now,
    },
    criteria: toCriteria(source.criteria ?? before?.criteria),
  })
  if (!parsed.success) return { value: undefined, faults: toFaults(parsed.error.issues) }
  const explanation = typeof answer.explanation === 'string' ? answer.explanation.trim() : ''
  const { rubric, fault } = withWholeWeights(parsed.data)
  return { value: { rubric, explanation }, faults: fault === undefined ? [] : [fault] }
}

/** Rubrics from LAMB may lack a valid id. */
const keptId = (before: Json | undefined): string | undefined =>
  typeof before?.rubricId === 'string' && before.rubricId.length >= MIN_ID_LENGTH
    ? before.rubricId
    : undefined

/** Keeps the given order and makes ids unique. */
function toCriteria(criteria: unknown): unknown {
  if (!Array.isArray(criteria)) return criteria
  const ordered = withoutDuplicateIds(criteria).map((criterion: unknown, order) => {
    if (!isObject(criterion)) return criterion
    const { levels } = criterion
    return { ...criterion, order, levels: Array.isArray(levels) ? toLevels(levels) : levels }
  })
  return withIds(ordered)
}

const toLevels = (levels: readonly unknown[]): unknown[] =>
  withoutDuplicateIds(levels).map((level: unknown, order) => (isObject(level) ? { ...level, order } : level))

/** Removes ids that are not text or are duplicates, so that new ones are created. */
function withoutDuplicateIds(entries: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>()
  return entries.map((entry) => {
    if (!isObject(entry)) return entry
    const { id, ...rest } = entry
    if (typeof id !== 'string' || id.trim() === '' || seen.has(id)) return rest
    seen.add(id)
    return entry
  })
}

function withWholeWeights(rubric: RubricData): { rubric: RubricData; fault?: string } {
  const sum = rubric.criteria.reduce((total, { weight }) => total + weight, 0)
  if (Math.abs(sum - 100) <= ROUNDING) return { rubric }
  if (Math.abs(sum - 1) <= ROUNDING / 100) {
    const inPercent = (weight: number) => Math.round(weight * 10_000) / 100
    const criteria = rubric.criteria.map((criterion) => ({
      ...criterion,
      weight: inPercent(criterion.weight),
    }))
    return { rubric: { ...rubric, criteria } }
  }
  const roundedSum = Math.round(sum * 100) / 100
  return { rubric, fault: `the weights of the criteria sum to ${roundedSum}; they must sum to 100` }
}
