import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface Uploaded {
  documents: number
  bytes: number
}

export const guestUploadsRepository = {
  async find(db: Db, userId: number, day: number): Promise<Uploaded> {
    const row = await db
      .selectFrom('guest_uploads')
      .select(['documents', 'bytes'])
      .where('user_id', '=', userId)
      .where('day', '=', day)
      .executeTakeFirst()
    return { documents: row?.documents ?? 0, bytes: Number(row?.bytes ?? 0) }
  },

  /** Adds to the uploads of the day and forgets earlier days. Returns the sum. */
  async add(tx: Db, userId: number, day: number, { documents, bytes }: Uploaded): Promise<Uploaded> {
    const added = (column: 'documents' | 'bytes', more: number) =>
      sql<number>`case when guest_uploads.day = ${day} then ${sql.ref(`guest_uploads.${column}`)} else 0 end + ${more}`
    const row = await tx
      .insertInto('guest_uploads')
      .values({ user_id: userId, day, documents, bytes })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ day, documents: added('documents', documents), bytes: added('bytes', bytes) }),
      )
      .returning(['documents', 'bytes'])
      .executeTakeFirstOrThrow()
    return { documents: Number(row.documents), bytes: Number(row.bytes) }
  },
}
