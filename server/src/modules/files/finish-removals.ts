import type { Db } from '../../platform/db/db.ts'
import type { StorageArea } from '../../platform/storage/storage-key.ts'
import { removalRepository } from './removal.repository.ts'

export interface RemovalDeps {
  db: Db
  area: StorageArea
  /** Removes the files, and then the removal. Can be run again. */
  remove(owner: number): Promise<void>
}

/** Removes the files of owners that were deleted by a server that was killed before it had removed them. */
export async function finishRemovals({ db, area, remove }: RemovalDeps, signal: AbortSignal): Promise<void> {
  for (const owner of await removalRepository.list(db, area)) {
    if (signal.aborted) return
    await remove(owner)
  }
}
