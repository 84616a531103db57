import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type StoredTitle = Pick<Row<'topic_titles'>, 'title' | 'summary'>

export const titleRepository = {
  find: (
    db: Db,
    assistantId: number,
    topics: readonly string[],
  ): Promise<(StoredTitle & Pick<Row<'topic_titles'>, 'topic'>)[]> =>
    topics.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('topic_titles')
          .select(['topic', 'title', 'summary'])
          .where('assistant_id', '=', assistantId)
          .where('topic', 'in', topics)
          .execute(),

  /** Existing titles stay: two people may have asked at once. */
  async save(
    db: Db,
    assistantId: number,
    titles: readonly (StoredTitle & { topic: string })[],
    now: number,
  ): Promise<void> {
    if (titles.length === 0) return
    await db
      .insertInto('topic_titles')
      .values(titles.map((title) => ({ ...title, assistant_id: assistantId, created_at: now })))
      .onConflict((conflict) => conflict.columns(['assistant_id', 'topic']).doNothing())
      .execute()
  },

  async removeBefore(db: Db, before: number): Promise<void> {
    await db.deleteFrom('topic_titles').where('created_at', '<', before).execute()
  },
}
