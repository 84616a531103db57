import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { StorageArea } from '../../platform/storage/storage-key.ts'

/** Folders of deleted owners in the storage, which may still have to be removed. */
export const removalRepository = {
  /** In the transaction that deletes the owner. */
  async add(tx: Db, area: StorageArea, owner: number): Promise<void> {
    await tx
      .insertInto('storage_removals')
      .values({ area, owner_id: owner, created_at: nowSeconds() })
      .onConflict((conflict) => conflict.columns(['area', 'owner_id']).doNothing())
      .execute()
  },

  async list(db: Db, area: StorageArea): Promise<number[]> {
    const rows = await db
      .selectFrom('storage_removals')
      .select('owner_id')
      .where('area', '=', area)
      .orderBy('created_at')
      .execute()
    return rows.map(({ owner_id }) => owner_id)
  },

  async delete(db: Db, area: StorageArea, owner: number): Promise<void> {
    await db.deleteFrom('storage_removals').where('area', '=', area).where('owner_id', '=', owner).execute()
  },
}
