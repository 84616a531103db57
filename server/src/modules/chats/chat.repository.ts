import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import { newUuid } from '../../platform/ids.ts'
import type { NewPicture } from './question-pictures.ts'

export type ChatRow = Row<'chats'>
export type ChatMessageRow = Row<'chat_messages'>

export interface ChatWithCount extends ChatRow {
  message_count: number
}

export interface ChatFilter {
  assistantId: number | undefined
  shelf: 'open' | 'archived' | 'all'
  /** Undefined: in any folder or none. */
  folderId: string | undefined
}

/** Every query is limited to one user's chats. There is no way to query another person's. */
const ofUser = (db: Db, userId: number) => db.selectFrom('chats').where('chats.user_id', '=', userId)

const withCount = (db: Db, userId: number) =>
  ofUser(db, userId)
    .selectAll('chats')
    .select((select) =>
      select
        .selectFrom('chat_messages')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('chat_messages.chat_id', '=', 'chats.id')
        .as('message_count'),
    )

function conditionsOf({ assistantId, shelf, folderId }: ChatFilter) {
  const conditions: RawBuilder<boolean>[] = [sql`chats.draft = 0`]
  if (assistantId !== undefined) conditions.push(sql`chats.assistant_id = ${assistantId}`)
  if (shelf !== 'all') conditions.push(sql`chats.archived = ${shelf === 'archived' ? 1 : 0}`)
  if (folderId !== undefined) conditions.push(sql`chats.folder_id = ${folderId}`)
  return conditions
}

const toCounted = (row: ChatRow & { message_count: number | null }): ChatWithCount => ({
  ...row,
  message_count: Number(row.message_count ?? 0),
})

export const chatRepository = {
  async find(db: Db, userId: number, id: string): Promise<ChatWithCount | undefined> {
    const row = await withCount(db, userId).where('chats.id', '=', id).executeTakeFirst()
    return row && toCounted(row)
  },

  /** Last used first; with `pinnedFirst`, after the pinned ones. */
  async list(
    db: Db,
    userId: number,
    filter: ChatFilter,
    page: { limit: number; offset: number; pinnedFirst: boolean },
  ): Promise<ChatWithCount[]> {
    const rows = await withCount(db, userId)
      .where((where) => where.and(conditionsOf(filter)))
      .$if(page.pinnedFirst, (query) =>
        query.orderBy(sql`case when chats.pinned_at is null then 1 else 0 end`),
      )
      .orderBy('chats.updated_at', 'desc')
      .orderBy('chats.created_at', 'desc')
      .orderBy('chats.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
    return rows.map(toCounted)
  },

  async count(db: Db, userId: number, filter: ChatFilter): Promise<number> {
    const row = await ofUser(db, userId)
      .where((where) => where.and(conditionsOf(filter)))
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async insert(db: Db, chat: NewRow<'chats'>): Promise<void> {
    await db.insertInto('chats').values(chat).execute()
  },

  async update(db: Db, userId: number, id: string, change: Partial<NewRow<'chats'>>): Promise<void> {
    await db.updateTable('chats').set(change).where('id', '=', id).where('user_id', '=', userId).execute()
  },

  async delete(db: Db, userId: number, id: string): Promise<void> {
    await db.deleteFrom('chats').where('id', '=', id).where('user_id', '=', userId).execute()
  },

  /** Deletes up to `limit` chats that never got a question. Returns how many. */
  async removeDrafts(db: Db, before: number, limit: number): Promise<number> {
    const old = await db
      .selectFrom('chats')
      .select('id')
      .where('draft', '=', 1)
      .where('updated_at', '<', before)
      .limit(limit)
      .execute()
    const ids = old.map(({ id }) => id)
    // Checked again: its first question may have been asked in the meantime.
    if (ids.length > 0) await db.deleteFrom('chats').where('id', 'in', ids).where('draft', '=', 1).execute()
    return ids.length
  },

  messagesOf: (db: Db, chatId: string): Promise<ChatMessageRow[]> =>
    db.selectFrom('chat_messages').selectAll().where('chat_id', '=', chatId).orderBy('position').execute(),

  /**
   * Marks the chat as used now, and locks it until the transaction ends: concurrent additions wait, so that positions
   * are assigned one by one. Undefined if it was deleted or belongs to another user.
   */
  hold: (db: Db, userId: number, id: string, now: number): Promise<ChatRow | undefined> =>
    db
      .updateTable('chats')
      .set({ updated_at: now })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst(),

  /** The same, regardless of its owner, who may have changed. */
  holdAnyones: (db: Db, id: string, now: number): Promise<ChatRow | undefined> =>
    db.updateTable('chats').set({ updated_at: now }).where('id', '=', id).returningAll().executeTakeFirst(),

  /** Only within a transaction that holds the chat. */
  lastMessage: (db: Db, chatId: string): Promise<ChatMessageRow | undefined> =>
    db
      .selectFrom('chat_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),

  messageBefore: (db: Db, chatId: string, position: number): Promise<ChatMessageRow | undefined> =>
    db
      .selectFrom('chat_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('position', '<', position)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst(),

  async deleteMessage(db: Db, id: string): Promise<void> {
    await db.deleteFrom('chat_messages').where('id', '=', id).execute()
  },

  /** Whether there was such a message. */
  async changeMessage(
    db: Db,
    id: string,
    change: Pick<NewRow<'chat_messages'>, 'content' | 'complete' | 'grounds' | 'support'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('chat_messages')
      .set(change)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** The images of each message, without their bytes. */
  pictureIdsOf: (db: Db, chatId: string): Promise<{ id: string; message_id: string }[]> =>
    db
      .selectFrom('chat_pictures')
      .innerJoin('chat_messages', 'chat_messages.id', 'chat_pictures.message_id')
      .select(['chat_pictures.id', 'chat_pictures.message_id'])
      .where('chat_messages.chat_id', '=', chatId)
      .orderBy('chat_pictures.position')
      .execute(),

  findPicture: (db: Db, chatId: string, id: string): Promise<Row<'chat_pictures'> | undefined> =>
    db
      .selectFrom('chat_pictures')
      .innerJoin('chat_messages', 'chat_messages.id', 'chat_pictures.message_id')
      .selectAll('chat_pictures')
      .where('chat_messages.chat_id', '=', chatId)
      .where('chat_pictures.id', '=', id)
      .executeTakeFirst(),

  async insertPictures(db: Db, messageId: string, pictures: readonly NewPicture[]): Promise<void> {
    for (const [position, { contentType, bytes }] of pictures.entries())
      await db
        .insertInto('chat_pictures')
        .values({ id: newUuid(), message_id: messageId, position, content_type: contentType, bytes })
        .execute()
  },

  async insertMessage(db: Db, message: NewRow<'chat_messages'>): Promise<void> {
    await db.insertInto('chat_messages').values(message).execute()
  },
}
