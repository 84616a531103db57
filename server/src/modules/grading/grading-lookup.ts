import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { requireMay, type Verb } from '../access/index.ts'
import type { ReadableRubric, RubricRecord, RubricService } from '../rubrics/index.ts'
import { type GradingRow, gradingRepository } from './grading.repository.ts'
import { readCopy } from './rubric-copy.ts'

export interface LookupDeps {
  db: Db
  rubrics: Pick<RubricService, 'get'>
}

export interface FoundGrading {
  row: GradingRow
  record: RubricRecord
  /** The rubric as it was when the grading was created. */
  copy: ReadableRubric
}

export type FindGrading = (
  caller: UserCaller,
  verb: Verb,
  rubric: string,
  grading: string,
) => Promise<FoundGrading>

/** Gradings are visible to the person who created them, while they may see the rubric. */
export const createGradingLookup =
  ({ db, rubrics }: LookupDeps): FindGrading =>
  async (caller, verb, rubric, grading) => {
    const record = await rubrics.get(caller, rubric)
    const row = await gradingRepository.find(db, record.id, toId(grading, 'Grading'))
    if (!row) throw notFound('Grading')
    const facts = {
      kind: 'grading',
      organizationId: record.organization_id,
      ownerId: row.owner_id,
    } as const
    requireMay(caller, verb, facts, 'Grading')
    return { row, record, copy: readCopy(row.rubric) }
  }

/** Malformed ids are not found. */
export function toId(text: string, kind: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(kind)
  return Number(text)
}
