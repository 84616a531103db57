import type { Db } from '../../platform/db/db.ts'
import { preparedInsert } from '../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import type { TraceHead } from './trace-row.ts'

type TraceRow = NewRow<'traces'>

const HEAD = [
  'id',
  'organization_id',
  'assistant_id',
  'user_id',
  'end_user',
  'door',
  'request_model',
  'provider',
  'model',
  'outcome',
  'started_at',
  'duration_ms',
  'input_tokens',
  'output_tokens',
  'cost',
  'iterations',
  'capped',
  'parent_id',
] as const satisfies (keyof TraceRow)[]

const insertMany = preparedInsert('traces', {
  fields: [...HEAD, 'steps', 'prompt', 'notes'],
  sizes: [64, 8, 1],
})

export interface TraceFilter {
  assistantId: number
  /** Only this user's own questions. */
  userId?: number | undefined
  before?: string | undefined
  limit: number
}

export const traceRepository = {
  insertMany,

  findById: (db: Db, id: string): Promise<Row<'traces'> | undefined> =>
    db.selectFrom('traces').selectAll().where('id', '=', id).executeTakeFirst(),

  /** In the order in which they started. */
  listParts: (db: Db, parent: string): Promise<TraceHead[]> =>
    db.selectFrom('traces').select(HEAD).where('parent_id', '=', parent).orderBy('id').limit(200).execute(),

  /** Newest first: ids start with the time. */
  list(db: Db, { assistantId, userId, before, limit }: TraceFilter): Promise<TraceHead[]> {
    let query = db.selectFrom('traces').select(HEAD).where('assistant_id', '=', assistantId)
    if (userId !== undefined) query = query.where('user_id', '=', userId).where('end_user', 'is', null)
    if (before !== undefined) query = query.where('id', '<', before)
    return query.orderBy('id', 'desc').limit(limit).execute()
  },

  /** Deletes at most `limit`. Returns how many were deleted. */
  async removeBefore(db: Db, organizationId: number, id: string, limit: number): Promise<number> {
    const old = db
      .selectFrom('traces')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '<', id)
      .orderBy('id')
      .limit(limit)
    const gone = await db.deleteFrom('traces').where('id', 'in', old).executeTakeFirst()
    return Number(gone.numDeletedRows)
  },
}
