import { type CompiledQuery, sql } from 'kysely'
import { databaseMilliseconds } from '../db/database-clock.ts'
import type { Db } from '../db/db.ts'

/** PostgreSQL only. */
export const instanceRepository = {
  /** `steady_since` restarts after a gap, so that no instance is considered dead right after a database outage. */
  beat: (db: Db, id: string, deadMs: number): CompiledQuery<unknown> =>
    sql`
      insert into instances as mine (id, steady_since, beat_at) values (${id}, ${databaseMilliseconds}, ${databaseMilliseconds})
      on conflict (id) do update set beat_at = excluded.beat_at,
        steady_since = case when mine.beat_at < excluded.beat_at - ${deadMs}::bigint
                            then excluded.beat_at else mine.steady_since end`.compile(db),

  async run(db: Db, query: CompiledQuery<unknown>): Promise<void> {
    await db.executeQuery(query)
  },

  async remove(db: Db, id: string): Promise<void> {
    await db.deleteFrom('instances').where('id', '=', id).execute()
  },

  async removeDeadFor(db: Db, milliseconds: number): Promise<void> {
    await sql`delete from instances where beat_at < ${databaseMilliseconds} - ${milliseconds}::bigint`.execute(
      db,
    )
  },

  /** Whether `id` sends heartbeats, as far as `observer`, which has to be steady itself, can tell. */
  async isAlive(db: Db, observer: string, id: string, deadMs: number): Promise<boolean> {
    const { rows } = await sql<{ alive: boolean }>`
      select not (${isDead(sql.val(id), observer, deadMs)}) as alive`.execute(db)
    return rows[0]?.alive === true
  },

  /** Returns whether this instance has it now. Only the lock of a dead instance can be taken over. */
  async takeLock(db: Db, name: string, instance: string, token: string, deadMs: number): Promise<boolean> {
    const { rows } = await sql`
      insert into instance_locks as held (name, instance, token) values (${name}, ${instance}, ${token})
      on conflict (name) do update set instance = excluded.instance, token = excluded.token
        where ${isDead(sql.ref('held.instance'), instance, deadMs)}
      returning name`.execute(db)
    return rows.length > 0
  },

  async releaseLock(db: Db, name: string, token: string): Promise<void> {
    await db.deleteFrom('instance_locks').where('name', '=', name).where('token', '=', token).execute()
  },
}

/** No heartbeat for `deadMs`, seen by one that has had its own all that time. An instance that stopped has no row. */
const isDead = (
  id: ReturnType<typeof sql.ref> | ReturnType<typeof sql.val>,
  observer: string,
  deadMs: number,
) =>
  sql<boolean>`
    not exists (select from instances where id = ${id} and beat_at >= ${databaseMilliseconds} - ${deadMs}::bigint)
    and exists (select from instances where id = ${observer} and steady_since <= ${databaseMilliseconds} - ${deadMs}::bigint)`
