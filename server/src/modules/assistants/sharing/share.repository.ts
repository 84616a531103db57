import type { Db } from '../../../platform/db/db.ts'

export interface Share {
  user_id: number
  user_email: string
  user_name: string
  shared_at: number
  shared_by_name: string | null
}

/** An assistant that was shared with a user, and the person who shared it. */
export interface ReceivedShare {
  assistant_id: number
  shared_at: number
  shared_by_user_id: number | null
  shared_by_email: string | null
  shared_by_name: string | null
}

/** By assistant id: the caller has already checked access to the assistant. */
export const shareRepository = {
  listOf: (db: Db, assistantId: number): Promise<Share[]> =>
    db
      .selectFrom('assistant_shares')
      .innerJoin('users', 'users.id', 'assistant_shares.user_id')
      .leftJoin('users as sharers', 'sharers.id', 'assistant_shares.shared_by')
      .select([
        'users.id as user_id',
        'users.email as user_email',
        'users.name as user_name',
        'assistant_shares.shared_at',
        'sharers.name as shared_by_name',
      ])
      .where('assistant_shares.assistant_id', '=', assistantId)
      .orderBy('users.name')
      .orderBy('users.id')
      .execute(),

  listReceived: (db: Db, userId: number): Promise<ReceivedShare[]> =>
    db
      .selectFrom('assistant_shares')
      .leftJoin('users as sharers', 'sharers.id', 'assistant_shares.shared_by')
      .select([
        'assistant_shares.assistant_id',
        'assistant_shares.shared_at',
        'sharers.id as shared_by_user_id',
        'sharers.email as shared_by_email',
        'sharers.name as shared_by_name',
      ])
      .where('assistant_shares.user_id', '=', userId)
      .orderBy('assistant_shares.shared_at', 'desc')
      .orderBy('assistant_shares.assistant_id', 'desc')
      .execute(),

  /** Replaces the list of users. Existing shares keep their date. */
  async replace(
    tx: Db,
    assistantId: number,
    userIds: readonly number[],
    by: { userId: number; at: number },
  ): Promise<void> {
    const others = tx.deleteFrom('assistant_shares').where('assistant_id', '=', assistantId)
    await (userIds.length > 0 ? others.where('user_id', 'not in', userIds) : others).execute()
    if (userIds.length === 0) return
    await tx
      .insertInto('assistant_shares')
      .values(
        userIds.map((user_id) => ({
          assistant_id: assistantId,
          user_id,
          shared_by: by.userId,
          shared_at: by.at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['assistant_id', 'user_id']).doNothing())
      .execute()
  },
}
