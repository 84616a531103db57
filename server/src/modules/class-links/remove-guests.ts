import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { GUEST_SECONDS } from '../users/index.ts'
import { classLinkRepository } from './class-link.repository.ts'
import { RESTORE_SECONDS } from './class-link.service.ts'
import { guestRepository } from './guest.repository.ts'

export interface RemoveGuestsDeps {
  db: Db
  /** Called after a guest is deleted: removes the guest's images from the storage. */
  removeFilesOf(userId: number): Promise<void>
  /** Only tests pass another clock. */
  now?(): number
}

const GUESTS_PER_BATCH = 50

/**
 * Guests are deleted with their chats a day after their link or assistant was deleted, and when their token has expired,
 * because then no one can open the chats any more.
 */
export function createRemoveGuests({ db, removeFilesOf, now = nowSeconds }: RemoveGuestsDeps) {
  async function remove(userId: number): Promise<void> {
    await db.transaction().execute((tx) => guestRepository.delete(tx, userId))
    await removeFilesOf(userId)
  }

  return {
    remove,

    async removeOld(signal: AbortSignal): Promise<void> {
      const deletedBefore = now() - RESTORE_SECONDS
      const removeBatch = async (limit: number) => {
        const ids = await guestRepository.findOld(db, deletedBefore, now() - GUEST_SECONDS, limit)
        for (const id of ids) await remove(id)
        return ids.length
      }
      await inBatches(removeBatch, signal, GUESTS_PER_BATCH)
      await inBatches((limit) => classLinkRepository.removeBefore(db, deletedBefore, limit), signal)
    },
  }
}

export type RemoveGuests = ReturnType<typeof createRemoveGuests>
