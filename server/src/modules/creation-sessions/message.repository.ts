import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type MessageRow = Row<'creation_messages'>
export type ToolCallRow = Row<'creation_tool_calls'>

export const messageRepository = {
  async insert(db: Db, row: NewRow<'creation_messages'>): Promise<void> {
    await db.insertInto('creation_messages').values(row).execute()
  },

  list: (db: Db, sessionId: string): Promise<MessageRow[]> =>
    db
      .selectFrom('creation_messages')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('id')
      .execute(),

  async insertCall(db: Db, row: NewRow<'creation_tool_calls'>): Promise<void> {
    await db.insertInto('creation_tool_calls').values(row).execute()
  },

  listCalls: (db: Db, sessionId: string): Promise<ToolCallRow[]> =>
    db
      .selectFrom('creation_tool_calls')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('id')
      .execute(),

  /** The tool calls of several sessions, and how many of them failed. */
  async countCalls(
    db: Db,
    sessionIds: readonly string[],
  ): Promise<Map<string, { calls: number; errors: number }>> {
    if (sessionIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('creation_tool_calls')
      .select((select) => [
        'session_id',
        select.fn.countAll<number>().as('calls'),
        select.fn.sum<number>('succeeded').as('succeeded'),
      ])
      .where('session_id', 'in', sessionIds)
      .groupBy('session_id')
      .execute()
    return new Map(
      rows.map(({ session_id, calls, succeeded }) => [
        session_id,
        { calls: Number(calls), errors: Number(calls) - Number(succeeded) },
      ]),
    )
  },
}
