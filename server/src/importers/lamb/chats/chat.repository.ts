import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

/** Rows per statement: databases limit the number of parameters. */
const ROWS = 100

export const chatRepository = {
  async findTaken(db: Db, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('chats').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  },

  async insertChats(tx: Db, rows: readonly NewRow<'chats'>[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS)
      await tx
        .insertInto('chats')
        .values(rows.slice(at, at + ROWS))
        .execute()
  },

  async insertMessages(tx: Db, rows: readonly NewRow<'chat_messages'>[]): Promise<void> {
    for (let at = 0; at < rows.length; at += ROWS)
      await tx
        .insertInto('chat_messages')
        .values(rows.slice(at, at + ROWS))
        .execute()
  },
}
