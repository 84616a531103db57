import type { Db } from '../../../platform/db/db.ts'

/** The group under which LAMB clients know an assistant's students. */
const groupOf = (assistantId: number) => ({
  group_id: `assistant_${assistantId}`,
  group_name: `assistant_${assistantId}`,
})

export const publicationRepository = {
  /** Every assistant has a row from the start; it is unpublished while it has no consumer name. */
  async insertUnpublished(db: Db, assistantId: number, now: number): Promise<void> {
    await db
      .insertInto('assistant_publications')
      .values({
        assistant_id: assistantId,
        ...groupOf(assistantId),
        oauth_consumer_name: null,
        published_at: null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('assistant_id').doNothing())
      .execute()
  },

  /** Fails with a unique violation when another assistant has this consumer name. */
  async publish(db: Db, assistantId: number, consumerName: string, now: number): Promise<void> {
    const published = { ...groupOf(assistantId), oauth_consumer_name: consumerName, published_at: now }
    await db
      .insertInto('assistant_publications')
      .values({ assistant_id: assistantId, ...published, created_at: now })
      .onConflict((conflict) => conflict.column('assistant_id').doUpdateSet(published))
      .execute()
  },

  async isNameTaken(db: Db, consumerName: string): Promise<boolean> {
    const row = await db
      .selectFrom('assistant_publications')
      .select('assistant_id')
      .where('oauth_consumer_name', '=', consumerName)
      .executeTakeFirst()
    return row !== undefined
  },

  async unpublish(db: Db, assistantId: number): Promise<void> {
    await db
      .updateTable('assistant_publications')
      .set({ oauth_consumer_name: null, published_at: null })
      .where('assistant_id', '=', assistantId)
      .execute()
  },
}
