import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type CheckpointRow = Row<'workspace_checkpoints'>

export const checkpointRepository = {
  insert: (db: Db, row: NewRow<'workspace_checkpoints'>): Promise<CheckpointRow> =>
    db.insertInto('workspace_checkpoints').values(row).returningAll().executeTakeFirstOrThrow(),

  find: (db: Db, workspaceId: string, id: number): Promise<CheckpointRow | undefined> =>
    db
      .selectFrom('workspace_checkpoints')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst(),

  latest: (db: Db, workspaceId: string): Promise<CheckpointRow> =>
    db
      .selectFrom('workspace_checkpoints')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),

  /** The newest first. */
  list: (
    db: Db,
    workspaceId: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<CheckpointRow[]> => {
    const rows = db.selectFrom('workspace_checkpoints').selectAll().where('workspace_id', '=', workspaceId)
    return (page.before === undefined ? rows : rows.where('id', '<', page.before))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .execute()
  },
}
