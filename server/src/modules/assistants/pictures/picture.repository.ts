import type { Db } from '../../../platform/db/db.ts'
import type { NewPicture } from './picture-file.ts'

/** Takes assistant ids: the caller has already checked access to the assistant. */
export const pictureRepository = {
  find: (db: Db, assistantId: number): Promise<NewPicture | undefined> =>
    db
      .selectFrom('assistant_pictures')
      .select(['mark', 'content_type', 'bytes'])
      .where('assistant_id', '=', assistantId)
      .executeTakeFirst(),

  async marksOf(db: Db, ids: readonly number[]): Promise<{ id: number; mark: string }[]> {
    if (ids.length === 0) return []
    return db
      .selectFrom('assistant_pictures')
      .select(['assistant_id as id', 'mark'])
      .where('assistant_id', 'in', ids)
      .orderBy('assistant_id')
      .execute()
  },

  async save(db: Db, assistantId: number, { mark, content_type, bytes }: NewPicture): Promise<void> {
    const picture = { mark, content_type, bytes }
    await db
      .insertInto('assistant_pictures')
      .values({ assistant_id: assistantId, ...picture })
      .onConflict((conflict) => conflict.column('assistant_id').doUpdateSet(picture))
      .execute()
  },

  async remove(db: Db, assistantId: number): Promise<void> {
    await db.deleteFrom('assistant_pictures').where('assistant_id', '=', assistantId).execute()
  },
}
