import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

/** All reads and changes are of one person's folders. */
export const folderRepository = {
  /** With the number of chats that are not archived, by name. */
  async list(db: Db, userId: number): Promise<(Row<'chat_folders'> & { chat_count: number })[]> {
    const rows = await db
      .selectFrom('chat_folders')
      .selectAll()
      .select((select) =>
        select
          .selectFrom('chats')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('chats.folder_id', '=', 'chat_folders.id')
          .where('chats.archived', '=', 0)
          .as('chat_count'),
      )
      .where('user_id', '=', userId)
      .orderBy('name')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...row, chat_count: Number(row.chat_count ?? 0) }))
  },

  find: (db: Db, userId: number, id: string): Promise<Row<'chat_folders'> | undefined> =>
    db
      .selectFrom('chat_folders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async count(db: Db, userId: number): Promise<number> {
    const { count } = await db
      .selectFrom('chat_folders')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  async insert(db: Db, folder: NewRow<'chat_folders'>): Promise<void> {
    await db.insertInto('chat_folders').values(folder).execute()
  },

  async rename(db: Db, userId: number, id: string, name: string): Promise<void> {
    await db
      .updateTable('chat_folders')
      .set({ name })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  },

  async delete(db: Db, userId: number, id: string): Promise<void> {
    await db.deleteFrom('chat_folders').where('user_id', '=', userId).where('id', '=', id).execute()
  },
}
