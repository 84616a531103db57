import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { StorageArea } from '../../platform/storage/storage-key.ts'
import { removalRepository } from './removal.repository.ts'

/** Longer than a request takes: an upload that began before the deletion may store its file after it. */
const KEPT_SECONDS = 3600

export interface RemovalDeps {
  db: Db
  area: StorageArea
  /** Can be run again. */
  remove(owner: number): Promise<void>
}

/** Removes the files of owners that were deleted by a server that was killed before it had removed them. */
export async function finishRemovals({ db, area, remove }: RemovalDeps, signal: AbortSignal): Promise<void> {
  for (const { owner, createdAt } of await removalRepository.list(db, area)) {
    if (signal.aborted) return
    await remove(owner)
    if (createdAt < nowSeconds() - KEPT_SECONDS) await removalRepository.delete(db, area, owner)
  }
}
