import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type SearchedChat = Pick<
  Row<'chats'>,
  'id' | 'title' | 'assistant_id' | 'archived' | 'updated_at' | 'current_message_id'
> & { message_count: number }

export type SearchedMessage = Pick<
  Row<'chat_messages'>,
  'id' | 'chat_id' | 'role' | 'previous_id' | 'position' | 'content' | 'created_at'
>

/** The last chat of a page. */
export interface ChatPosition {
  updatedAt: number
  id: string
}

export const chatSearchRepository = {
  /** One person's chats, last used first. */
  async chats(
    db: Db,
    userId: number,
    after: ChatPosition | undefined,
    limit: number,
  ): Promise<SearchedChat[]> {
    const rows = await db
      .selectFrom('chats')
      .select(['id', 'title', 'assistant_id', 'archived', 'updated_at', 'current_message_id'])
      .select((select) =>
        select
          .selectFrom('chat_messages')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('chat_messages.chat_id', '=', 'chats.id')
          .as('message_count'),
      )
      .where('user_id', '=', userId)
      .where('draft', '=', 0)
      .$if(after !== undefined, (query) =>
        query.where((where) =>
          where.or([
            where('updated_at', '<', after?.updatedAt ?? 0),
            where.and([where('updated_at', '=', after?.updatedAt ?? 0), where('id', '>', after?.id ?? '')]),
          ]),
        ),
      )
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ ...row, message_count: Number(row.message_count ?? 0) }))
  },

  /** The beginnings of the newest messages, newest first. `chatIds` come from `chats`. */
  messages: (
    db: Db,
    chatIds: readonly string[],
    { messages, characters }: { messages: number; characters: number },
  ): Promise<SearchedMessage[]> =>
    db
      .selectFrom('chat_messages')
      .select(['id', 'chat_id', 'role', 'previous_id', 'position', 'created_at'])
      .select(sql<string>`substr(content, 1, ${sql.lit(characters)})`.as('content'))
      .where('chat_id', 'in', chatIds)
      .orderBy('position', 'desc')
      .limit(messages)
      .execute(),
}
