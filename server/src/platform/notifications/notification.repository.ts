import { sql } from 'kysely'
import { databaseMilliseconds } from '../db/database-clock.ts'
import type { Db } from '../db/db.ts'

export const PG_CHANNEL = 'bellwether'

export interface LoggedMessage {
  id: string
  sender: string
  channel: string
  message: string
}

/** PostgreSQL only. */
export const notificationRepository = {
  /** One statement, so that every notification is also in the log. */
  async send(db: Db, { id, sender, channel, message }: LoggedMessage, payload: string): Promise<void> {
    await sql`
      with logged as (
        insert into notifications (id, sender, channel, message, sent_at)
        values (${id}, ${sender}, ${channel}, ${message}, ${databaseMilliseconds}))
      select pg_notify(${PG_CHANNEL}, ${payload})`.execute(db)
  },

  async notify(db: Db, payload: string): Promise<void> {
    await sql`select pg_notify(${PG_CHANNEL}, ${payload})`.execute(db)
  },

  find: (db: Db, id: string): Promise<LoggedMessage | undefined> =>
    db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst(),

  /** What others sent after a time of the database’s clock, oldest first. */
  listSince: (db: Db, sender: string, time: number): Promise<LoggedMessage[]> =>
    db
      .selectFrom('notifications')
      .selectAll()
      .where('sent_at', '>', time)
      .where('sender', '<>', sender)
      .orderBy('sent_at')
      .execute(),

  async now(db: Db): Promise<number> {
    const { rows } = await sql<{ now: number }>`select ${databaseMilliseconds} as now`.execute(db)
    return rows[0]?.now ?? 0
  },

  async removeOlderThan(db: Db, milliseconds: number): Promise<void> {
    await sql`delete from notifications where sent_at < ${databaseMilliseconds} - ${milliseconds}::bigint`.execute(
      db,
    )
  },
}
