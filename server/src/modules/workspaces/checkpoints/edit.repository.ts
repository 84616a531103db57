import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type EditRow = Row<'workspace_edits'>
export type NewEdit = NewRow<'workspace_edits'>

export const editRepository = {
  insert: (db: Db, row: NewEdit): Promise<EditRow> =>
    db.insertInto('workspace_edits').values(row).returningAll().executeTakeFirstOrThrow(),

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('workspace_edits').where('id', '=', id).execute()
  },

  async setCheckpoint(db: Db, id: number, checkpointId: number): Promise<void> {
    await db
      .updateTable('workspace_edits')
      .set({ checkpoint_id: checkpointId })
      .where('id', '=', id)
      .execute()
  },

  find: (db: Db, workspaceId: string, id: number): Promise<EditRow | undefined> =>
    db
      .selectFrom('workspace_edits')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),

  /** The newest first. */
  list: (
    db: Db,
    workspaceId: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<EditRow[]> => {
    const rows = db.selectFrom('workspace_edits').selectAll().where('workspace_id', '=', workspaceId)
    return (page.before === undefined ? rows : rows.where('id', '<', page.before))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .execute()
  },

  /** The undo of an edit, whether or not it was undone itself. */
  undoing: (
    db: Db,
    workspaceId: string,
    ids: readonly number[],
  ): Promise<Pick<EditRow, 'id' | 'undoes'>[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('workspace_edits')
          .select(['id', 'undoes'])
          .where('workspace_id', '=', workspaceId)
          .where('undoes', 'in', ids)
          .execute(),

  after: (db: Db, workspaceId: string, path: string, id: number): Promise<Pick<EditRow, 'id'>[]> =>
    db
      .selectFrom('workspace_edits')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('path', '=', path)
      .where('id', '>', id)
      .orderBy('id', 'desc')
      .limit(20)
      .execute(),
}
