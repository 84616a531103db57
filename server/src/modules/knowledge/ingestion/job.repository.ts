import type { Message } from '@bellwether/wire'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'
import { toStoredMessage } from '../documents/stored-message.ts'

export type FileRow = Row<'knowledge_files'>

/** A running worker renews its lease several times before it expires. */
export const LEASE_SECONDS = 10

/** A file with the settings of its base. */
export interface Job extends FileRow {
  /** Identifies this claim; claiming it again, even in the same process, gives a new one. */
  leased_by: string
  base_settings: string
  organization_id: number
}

export type Lease = Pick<Job, 'id' | 'leased_by'>

/** A provider may take minutes for each recording: one person must not take all slots with them. */
const MAX_TRANSCRIBING = 2

export const jobRepository = {
  /**
   * Takes the next file: of the person with the fewest files in progress and, among those, of the one who has waited
   * longest. Also takes over files of a worker that was killed, once their lease has expired. Checks each person
   * once, not each file.
   */
  async claim(db: Db, lease: string, now: number, isPostgres: boolean): Promise<Job | undefined> {
    const isWaiting = (file: string) =>
      sql`(${sql.ref(`${file}.status`)} = 'pending' and ${sql.ref(`${file}.run_after`)} <= ${now}
        or ${sql.ref(`${file}.status`)} = 'processing' and ${sql.ref(`${file}.leased_until`)} < ${now})`
    const next = sql`
      with o as materialized (
        select w.owner_id,
          (select count(*) from knowledge_files p
            where p.owner_id = w.owner_id and p.status = 'processing' and p.leased_until >= ${now}) as under_way,
          (select count(*) from knowledge_files t
            where t.owner_id = w.owner_id and t.status = 'processing' and t.leased_until >= ${now}
              and t.stage = 'transcribe') as transcribing,
          coalesce((select max(s.started_at) from knowledge_files s where s.owner_id = w.owner_id), 0) as last_start
        from (select distinct a.owner_id from knowledge_files a where ${isWaiting('a')}) w
      )
      select f.id from knowledge_files f
      join o on o.owner_id = f.owner_id
      where ${isWaiting('f')} and o.transcribing < ${MAX_TRANSCRIBING}
      order by o.under_way, o.last_start, f.id
      limit 1 ${sql.raw(isPostgres ? 'for update of f skip locked' : '')}`
    const taken = await db
      .updateTable('knowledge_files')
      .set((set) => ({
        status: 'processing',
        stage: 'read',
        progress_current: 0,
        progress_total: 0,
        leased_by: lease,
        leased_until: now + LEASE_SECONDS,
        attempts: set('attempts', '+', 1),
        started_at: now,
        finished_at: null,
        error_code: null,
        error_message: null,
        error_said: null,
        updated_at: now,
      }))
      .where(sql<boolean>`id = (${next})`)
      .returningAll()
      .executeTakeFirst()
    if (!taken) return undefined
    const base = await db
      .selectFrom('knowledge_bases')
      .select(['settings as base_settings', 'organization_id'])
      .where('id', '=', taken.knowledge_base_id)
      .executeTakeFirst()
    return base && { ...taken, ...base, leased_by: lease }
  },

  /** Saves the progress. False if the job no longer belongs to this worker: cancelled, deleted, or taken over. */
  async renew(
    db: Db,
    { id, leased_by }: Lease,
    now: number,
    progress: { stage: string; current: number; total: number },
  ): Promise<boolean> {
    const row = await db
      .updateTable('knowledge_files')
      .set({
        leased_until: now + LEASE_SECONDS,
        stage: progress.stage,
        progress_current: progress.current,
        progress_total: progress.total,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where('status', '=', 'processing')
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /** Ends the job. False if it no longer belonged to this worker. */
  async end(db: Db, { id, leased_by }: Lease, change: Partial<NewRow<'knowledge_files'>>): Promise<boolean> {
    const row = await db
      .updateTable('knowledge_files')
      .set({ leased_by: null, leased_until: 0, ...change })
      .where('id', '=', id)
      .where('leased_by', '=', leased_by)
      .where('status', '=', 'processing')
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },

  /**
   * Gives up files that were started so often without finishing that they may crash the server. `leasedBefore`: only
   * leases that were not renewed since.
   */
  async giveUp(
    db: Db,
    {
      attempts,
      leasedBefore,
      now,
      message,
    }: { attempts: number; leasedBefore: number; now: number; message: Message },
  ): Promise<number> {
    const given = await db
      .updateTable('knowledge_files')
      .set({
        status: 'failed',
        leased_by: null,
        leased_until: 0,
        error_code: 'failed',
        ...toStoredMessage(message),
        finished_at: now,
        updated_at: now,
      })
      .where('status', '=', 'processing')
      .where('attempts', '>=', attempts)
      .where('leased_until', '<', leasedBefore)
      .returning('id')
      .execute()
    return given.length
  },

  /** After a start with a single process: releases the jobs that the previous process left. */
  async releaseAll(db: Db): Promise<void> {
    await db
      .updateTable('knowledge_files')
      .set({ status: 'pending', leased_by: null, leased_until: 0 })
      .where('status', '=', 'processing')
      .execute()
  },
}
