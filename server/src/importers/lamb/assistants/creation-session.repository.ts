import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export interface ImportedSession {
  session: NewRow<'creation_sessions'>
  messages: NewRow<'creation_messages'>[]
  calls: NewRow<'creation_tool_calls'>[]
}

export const importedSessionRepository = {
  async isTaken(db: Db, id: string): Promise<boolean> {
    const row = await db.selectFrom('creation_sessions').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  },

  /** Returns its id. */
  async insert(tx: Db, { session, messages, calls }: ImportedSession): Promise<string> {
    await tx.insertInto('creation_sessions').values(session).execute()
    for (const message of messages) await tx.insertInto('creation_messages').values(message).execute()
    for (const call of calls) await tx.insertInto('creation_tool_calls').values(call).execute()
    return session.id
  },
}
