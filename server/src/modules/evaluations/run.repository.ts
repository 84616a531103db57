import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type RunRow = Row<'retrieval_runs'>
export type RunHead = Omit<RunRow, 'results'>

export const runRepository = {
  /** Newest first, without the results of each question. */
  list: (db: Db, base: number, limit: number): Promise<RunHead[]> =>
    db
      .selectFrom('retrieval_runs')
      .select(['id', 'knowledge_base_id', 'settings', 'summary', 'index_version', 'created_by', 'created_at'])
      .where('knowledge_base_id', '=', base)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  find: (db: Db, base: number, id: number): Promise<RunRow | undefined> =>
    db
      .selectFrom('retrieval_runs')
      .selectAll()
      .where('knowledge_base_id', '=', base)
      .where('id', '=', id)
      .executeTakeFirst(),

  insert: (db: Db, run: NewRow<'retrieval_runs'>): Promise<RunRow> =>
    db.insertInto('retrieval_runs').values(run).returningAll().executeTakeFirstOrThrow(),

  /** Deletes all but the newest. */
  async forgetOlder(db: Db, base: number, keep: number): Promise<void> {
    await db
      .deleteFrom('retrieval_runs')
      .where('knowledge_base_id', '=', base)
      .where('id', '<=', (select) =>
        select
          .selectFrom('retrieval_runs')
          .select('id')
          .where('knowledge_base_id', '=', base)
          .orderBy('id', 'desc')
          .limit(1)
          .offset(keep),
      )
      .execute()
  },
}
