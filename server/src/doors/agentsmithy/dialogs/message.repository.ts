import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type MessageRow = Row<'dialog_messages'>
export type ToolResultRow = Row<'dialog_tool_results'>
export type SummaryRow = Row<'dialog_summaries'>

/** The maximum sent to a model. Summaries keep dialogs far below it. */
const MAX_MESSAGES = 2000

export const messageRepository = {
  /** Only within a transaction that holds a lock on the dialog. */
  async nextNumber(db: Db, dialogId: string): Promise<number> {
    const last = await db
      .selectFrom('dialog_messages')
      .select((select) => select.fn.max('number').as('number'))
      .where('dialog_id', '=', dialogId)
      .executeTakeFirst()
    return last?.number === null || last?.number === undefined ? 0 : Number(last.number) + 1
  },

  insert: (db: Db, row: NewRow<'dialog_messages'>): Promise<MessageRow> =>
    db.insertInto('dialog_messages').values(row).returningAll().executeTakeFirstOrThrow(),

  /** All messages after those that the summary covers, oldest first. */
  async after(db: Db, dialogId: string, through: number): Promise<MessageRow[]> {
    const rows = await db
      .selectFrom('dialog_messages')
      .selectAll()
      .where('dialog_id', '=', dialogId)
      .where('id', '>', through)
      .orderBy('id', 'desc')
      .limit(MAX_MESSAGES)
      .execute()
    return rows.reverse()
  },

  /** This many messages with text before a position, and the rounds without text between them; oldest first. */
  async page(
    db: Db,
    dialogId: string,
    { limit, before }: { limit: number; before?: number | undefined },
  ): Promise<MessageRow[]> {
    const all = db.selectFrom('dialog_messages').where('dialog_id', '=', dialogId)
    const worded = all.select(['id', 'number']).where('number', 'is not', null)
    const latest = await (before === undefined ? worded : worded.where('number', '<', before))
      .orderBy('number', 'desc')
      .limit(limit)
      .execute()
    const first = latest.at(-1)
    if (!first) return []
    const next =
      before === undefined
        ? undefined
        : await worded.where('number', '>=', before).orderBy('number').limit(1).executeTakeFirst()
    const rows = all.selectAll().where('id', '>=', first.id).orderBy('id')
    return (next ? rows.where('id', '<', next.id) : rows).execute()
  },

  async countEvents(db: Db, dialogId: string): Promise<number> {
    const row = await db
      .selectFrom('dialog_messages')
      .select((select) => select.fn.sum('events').as('events'))
      .where('dialog_id', '=', dialogId)
      .executeTakeFirst()
    return Number(row?.events ?? 0)
  },

  async countQuestions(db: Db, dialogId: string, session: number): Promise<number> {
    const row = await db
      .selectFrom('dialog_messages')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('dialog_id', '=', dialogId)
      .where('session', '=', session)
      .where('role', '=', 'user')
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async addResults(db: Db, rows: readonly NewRow<'dialog_tool_results'>[]): Promise<void> {
    if (rows.length > 0) await db.insertInto('dialog_tool_results').values(rows).execute()
  },

  /** The call ids that are already taken. */
  async takenCallIds(db: Db, dialogId: string, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await db
      .selectFrom('dialog_tool_results')
      .select('call_id')
      .where('dialog_id', '=', dialogId)
      .where('call_id', 'in', ids)
      .execute()
    return new Set(rows.map((row) => row.call_id))
  },

  /** Newest first, without their content. */
  listResults: (db: Db, dialogId: string, limit: number) =>
    db
      .selectFrom('dialog_tool_results')
      .select(['id', 'call_id', 'tool_name', 'ok', 'created_at'])
      .select((select) => select.fn<number>('octet_length', ['result']).as('size'))
      .select((select) => select.fn<string>('substr', ['result', select.val(1), select.val(200)]).as('start'))
      .where('dialog_id', '=', dialogId)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  findResult: (db: Db, dialogId: string, callId: string): Promise<ToolResultRow | undefined> =>
    db
      .selectFrom('dialog_tool_results')
      .selectAll()
      .where('dialog_id', '=', dialogId)
      .where('call_id', '=', callId)
      .executeTakeFirst(),

  latestSummary: (db: Db, dialogId: string): Promise<SummaryRow | undefined> =>
    db
      .selectFrom('dialog_summaries')
      .selectAll()
      .where('dialog_id', '=', dialogId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async addSummary(db: Db, row: NewRow<'dialog_summaries'>): Promise<void> {
    await db.insertInto('dialog_summaries').values(row).execute()
  },
}
