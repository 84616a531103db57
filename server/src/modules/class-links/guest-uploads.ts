import { ATTACHMENT_LIMITS, say } from '@bellwether/wire'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { RateLimit } from '../../platform/rate-limit/rate-limit.ts'
import { guestUploadsRepository, type Uploaded } from './guest-uploads.repository.ts'

export interface GuestUploadDeps {
  db: Db
  /** Documents that are received, whether or not they can be read. */
  attempts: RateLimit
}

const DAY_SECONDS = 86_400
const MEGABYTE = 1024 * 1024

/** What guests of class links may upload in a day (UTC). Only what is saved counts. */
export function createGuestUploads({ db, attempts }: GuestUploadDeps) {
  const today = () => Math.floor(nowSeconds() / DAY_SECONDS)

  function refuse(): never {
    const retryAfter = DAY_SECONDS - (nowSeconds() % DAY_SECONDS)
    throw new AppError('too_many_requests', say('class_links.daily_uploads'), { retryAfter })
  }

  async function add(tx: Db, guestId: number, added: Uploaded): Promise<void> {
    const { documents, bytes } = await guestUploadsRepository.add(tx, guestId, today(), added)
    const { perGuestAndDay, megabytesPerGuestAndDay } = ATTACHMENT_LIMITS
    if (documents > perGuestAndDay || bytes > megabytesPerGuestAndDay * MEGABYTE) refuse()
  }

  return {
    /** Throws too_many_requests before another document is received. */
    async requireRoom(guestId: number): Promise<void> {
      const { documents, bytes } = await guestUploadsRepository.find(db, guestId, today())
      const { perGuestAndDay, megabytesPerGuestAndDay } = ATTACHMENT_LIMITS
      if (documents >= perGuestAndDay || bytes >= megabytesPerGuestAndDay * MEGABYTE) refuse()
      await attempts.take(String(guestId))
    },

    /** Within the transaction that saves the document. */
    countDocument: (tx: Db, guestId: number, bytes: number): Promise<void> =>
      add(tx, guestId, { documents: 1, bytes }),

    countImages: (guestId: number, bytes: number): Promise<void> =>
      db.transaction().execute((tx) => add(tx, guestId, { documents: 0, bytes })),
  }
}

export type GuestUploads = ReturnType<typeof createGuestUploads>
