import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ToolSecretRow = Row<'tool_secrets'>

export const toolSecretRepository = {
  listOf: (db: Db, userId: number): Promise<Omit<ToolSecretRow, 'sealed_value'>[]> =>
    db
      .selectFrom('tool_secrets')
      .select(['user_id', 'name', 'host', 'created_at', 'updated_at'])
      .where('user_id', '=', userId)
      .orderBy('name')
      .execute(),

  find: (db: Db, userId: number, name: string): Promise<ToolSecretRow | undefined> =>
    db
      .selectFrom('tool_secrets')
      .selectAll()
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst(),

  /** An existing secret keeps its creation date. */
  set: (db: Db, secret: NewRow<'tool_secrets'>): Promise<ToolSecretRow> =>
    db
      .insertInto('tool_secrets')
      .values(secret)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'name']).doUpdateSet({
          host: secret.host,
          sealed_value: secret.sealed_value,
          updated_at: secret.updated_at,
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Returns false if there was none. */
  async delete(db: Db, userId: number, name: string): Promise<boolean> {
    const result = await db
      .deleteFrom('tool_secrets')
      .where('user_id', '=', userId)
      .where('name', '=', name)
      .executeTakeFirst()
    return result.numDeletedRows > 0n
  },
}
