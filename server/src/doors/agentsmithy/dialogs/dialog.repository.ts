import type { DialogListQuery } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type DialogRow = Row<'dialogs'>
export type DialogSettingsRow = Row<'dialog_desks'>

/** One person's dialogs with one agent. There is no way to query another person's. */
export interface DialogScope {
  userId: number
  assistantId: number
}

export const dialogRepository = {
  find: (db: Db, { userId, assistantId }: DialogScope, id: string): Promise<DialogRow | undefined> =>
    db
      .selectFrom('dialogs')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('assistant_id', '=', assistantId)
      .executeTakeFirst(),

  list: (
    db: Db,
    { userId, assistantId }: DialogScope,
    { sort, order, limit, offset }: DialogListQuery,
  ): Promise<DialogRow[]> =>
    db
      .selectFrom('dialogs')
      .selectAll()
      .where('user_id', '=', userId)
      .where('assistant_id', '=', assistantId)
      .orderBy(sort, order)
      .orderBy('created_at', order)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),

  insert: (db: Db, row: NewRow<'dialogs'>): Promise<DialogRow> =>
    db.insertInto('dialogs').values(row).returningAll().executeTakeFirstOrThrow(),

  /** Also locks the row until the transaction ends, so concurrent additions to the dialog wait. Undefined when it was deleted. */
  update: (db: Db, id: string, change: Partial<NewRow<'dialogs'>>): Promise<DialogRow | undefined> =>
    db.updateTable('dialogs').set(change).where('id', '=', id).returningAll().executeTakeFirst(),

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('dialogs').where('id', '=', id).execute()
  },

  findSettings: (db: Db, { userId, assistantId }: DialogScope): Promise<DialogSettingsRow | undefined> =>
    db
      .selectFrom('dialog_desks')
      .selectAll()
      .where('user_id', '=', userId)
      .where('assistant_id', '=', assistantId)
      .executeTakeFirst(),

  async saveSettings(
    db: Db,
    { userId, assistantId }: DialogScope,
    change: Partial<Pick<DialogSettingsRow, 'dialog_id' | 'workload' | 'names'>>,
  ): Promise<void> {
    await db
      .insertInto('dialog_desks')
      .values({
        user_id: userId,
        assistant_id: assistantId,
        dialog_id: null,
        workload: null,
        names: '{}',
        ...change,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'assistant_id']).doUpdateSet(change))
      .execute()
  },

  async beginSession(db: Db, id: string, number: number, now: number): Promise<void> {
    const row = { dialog_id: id, number, status: 'active' as const, started_at: now, ended_at: null }
    await db.insertInto('dialog_sessions').values(row).execute()
  },

  async endSession(
    db: Db,
    id: string,
    number: number,
    status: 'merged' | 'abandoned',
    now: number,
  ): Promise<void> {
    await db
      .updateTable('dialog_sessions')
      .set({ status, ended_at: now })
      .where('dialog_id', '=', id)
      .where('number', '=', number)
      .execute()
  },

  async addCheckpoint(db: Db, row: NewRow<'dialog_checkpoints'>): Promise<void> {
    await db.insertInto('dialog_checkpoints').values(row).execute()
  },

  /** The first and the latest checkpoints, oldest first. */
  async checkpointsOf(db: Db, id: string, most: number): Promise<Row<'dialog_checkpoints'>[]> {
    const all = db.selectFrom('dialog_checkpoints').selectAll().where('dialog_id', '=', id)
    const newest = await all.orderBy('id', 'desc').limit(most).execute()
    const first = await all.orderBy('id').limit(1).executeTakeFirst()
    const rest = newest.reverse().filter((row) => row.id !== first?.id)
    return first ? [first, ...rest] : []
  },
}
