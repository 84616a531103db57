import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type TestRow = Row<'assistant_tests'>

/** If the assistant was saved during the run, even if it was restored, some answers may be of other settings. */
export const COMPLETE_IF_UNCHANGED = sql<0 | 1>`case when exists (select 1 from assistants
  where assistants.id = test_runs.assistant_id and assistants.version = test_runs.version) then complete else 0 end`

export const testRepository = {
  list: (db: Db, assistantId: number): Promise<TestRow[]> =>
    db
      .selectFrom('assistant_tests')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .orderBy('id')
      .execute(),

  find: (db: Db, assistantId: number, id: number): Promise<TestRow | undefined> =>
    db
      .selectFrom('assistant_tests')
      .selectAll()
      .where('assistant_id', '=', assistantId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** The e-mail addresses of the people who wrote the tests of an assistant, by test. */
  async authors(db: Db, assistantId: number): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom('assistant_tests')
      .innerJoin('users', 'users.id', 'assistant_tests.created_by')
      .select(['assistant_tests.id', 'users.email'])
      .where('assistant_tests.assistant_id', '=', assistantId)
      .execute()
    return new Map(rows.map(({ id, email }) => [id, email]))
  },

  async count(db: Db, assistantId: number): Promise<number> {
    const { count } = await db
      .selectFrom('assistant_tests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('assistant_id', '=', assistantId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  insert: (db: Db, test: NewRow<'assistant_tests'>): Promise<TestRow> =>
    db.insertInto('assistant_tests').values(test).returningAll().executeTakeFirstOrThrow(),

  async update(db: Db, id: number, change: Partial<TestRow>): Promise<void> {
    await db.updateTable('assistant_tests').set(change).where('id', '=', id).execute()
  },

  async remove(db: Db, id: number): Promise<void> {
    await db.deleteFrom('assistant_tests').where('id', '=', id).execute()
  },

  /** Whether the assistant itself requires passing tests. */
  async isRequired(db: Db, assistantId: number): Promise<boolean> {
    const row = await db
      .selectFrom('test_gates')
      .select('required')
      .where('assistant_id', '=', assistantId)
      .executeTakeFirst()
    return row?.required === 1
  },

  async setRequired(db: Db, assistantId: number, isRequired: boolean): Promise<void> {
    const required = isRequired ? 1 : 0
    await db
      .insertInto('test_gates')
      .values({ assistant_id: assistantId, required })
      .onConflict((conflict) => conflict.column('assistant_id').doUpdateSet({ required }))
      .execute()
  },
}
