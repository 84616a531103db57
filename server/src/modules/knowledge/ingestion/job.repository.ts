import type { Message } from '@bellwether/wire'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'
import { toStoredMessage } from '../records/stored-message.ts'

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

/** The result of a job, as it is stored with the file. */
export interface EndedJob {
  job: Lease
  title: string
  language: string
  chunks: number
  characters: number
  warnings: string
  params: string
}

/** A provider may take minutes for each recording: one person must not take all slots with them. */
const MAX_TRANSCRIBING = 2

/** A file that takes milliseconds. */
const SMALL_BYTES = 64 * 1024
/** Types of files that take longer than their size suggests. */
const LONG_TYPES = ['audio/', 'video/', 'image/', 'application/pdf'] as const

export const isSmall = ({ size, source_url, content_type }: FileRow): boolean =>
  size <= SMALL_BYTES && source_url === null && !LONG_TYPES.some((type) => content_type.startsWith(type))

const claimedColumns = (lease: string, now: number) =>
  ({
    status: 'processing',
    stage: 'read',
    progress_current: 0,
    progress_total: 0,
    leased_by: lease,
    leased_until: now + LEASE_SECONDS,
    started_at: now,
    finished_at: null,
    error_code: null,
    error_message: null,
    error_said: null,
    updated_at: now,
  }) as const

async function withBases(db: Db, files: readonly FileRow[], lease: string): Promise<Job[]> {
  if (files.length === 0) return []
  const bases = await db
    .selectFrom('knowledge_bases')
    .select(['id', 'settings', 'organization_id'])
    .where('id', 'in', [...new Set(files.map((file) => file.knowledge_base_id))])
    .execute()
  const byId = new Map(bases.map((base) => [base.id, base]))
  return files.flatMap((file) => {
    const base = byId.get(file.knowledge_base_id)
    if (!base) return []
    const { settings: base_settings, organization_id } = base
    return [{ ...file, base_settings, organization_id, leased_by: lease }]
  })
}

export const jobRepository = {
  /** Cheap, for looking every other second: claiming is a change, for which SQLite starts its writer. */
  async hasUnfinished(db: Db): Promise<boolean> {
    const unfinished = ['pending', 'processing'] as const
    const query = db.selectFrom('knowledge_files').select('id').where('status', 'in', unfinished).limit(1)
    return (await query.executeTakeFirst()) !== undefined
  },

  /**
   * Takes the next file: of the person with the fewest files in progress and, among those, of the one who has waited
   * longest. `mayTakeOver`: also files of a worker that was killed, once their lease has expired. Checks each person
   * once, not each file.
   */
  async claim(
    db: Db,
    lease: string,
    now: number,
    isPostgres: boolean,
    mayTakeOver = true,
  ): Promise<Job | undefined> {
    const expired = mayTakeOver ? now : 0
    const isWaiting = (file: string) =>
      sql`(${sql.ref(`${file}.status`)} = 'pending' and ${sql.ref(`${file}.run_after`)} <= ${now}
        or ${sql.ref(`${file}.status`)} = 'processing' and ${sql.ref(`${file}.leased_until`)} < ${expired})`
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
    const files = await db
      .updateTable('knowledge_files')
      .set(({ eb }) => ({ ...claimedColumns(lease, now), attempts: eb('attempts', '+', 1) }))
      .where(sql<boolean>`id = (${next})`)
      .returningAll()
      .execute()
    return (await withBases(db, files, lease))[0]
  },

  /**
   * Takes further small files of the same person: claiming each of a thousand notes took longer than reading it. Only
   * those that were not started before: if one stops the server, the others must not be blamed for it.
   */
  async claimSmall(
    db: Db,
    { owner_id, leased_by }: Job,
    now: number,
    limit: number,
    isPostgres: boolean,
  ): Promise<Job[]> {
    const next = sql`
      select f.id from knowledge_files f
      where f.owner_id = ${owner_id} and f.status = 'pending' and f.run_after <= ${now} and f.attempts = 0
        and f.size <= ${SMALL_BYTES} and f.source_url is null
        and ${sql.join(
          LONG_TYPES.map((type) => sql`f.content_type not like ${`${type}%`}`),
          sql` and `,
        )}
      order by f.id
      limit ${limit} ${sql.raw(isPostgres ? 'for update of f skip locked' : '')}`
    const files = await db
      .updateTable('knowledge_files')
      .set({ ...claimedColumns(leased_by, now), attempts: 1 })
      .where(sql<boolean>`id in (${next})`)
      .returningAll()
      .execute()
    return withBases(db, files, leased_by)
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

  /** Ends jobs of files that are processed for the first time. Returns those that still belonged to this worker. */
  async endFirst(db: Db, ended: readonly EndedJob[], now: number): Promise<Set<number>> {
    const rows = ended.map(
      ({ job, title, language, chunks, characters, warnings, params }) =>
        sql`(cast(${job.id} as bigint), cast(${job.leased_by} as text), cast(${title} as text), cast(${language} as text),
          cast(${chunks} as bigint), cast(${characters} as bigint), cast(${warnings} as text), cast(${params} as text))`,
    )
    // Both databases name the columns of a list of values like this.
    const { rows: endedRows } = await sql<{ id: number }>`
      update knowledge_files
      set status = 'completed', stage = 'done', leased_by = null, leased_until = 0, finished_at = ${now}, updated_at = ${now},
        title = v.column3, language = v.column4, chunk_count = v.column5, progress_current = v.column5,
        progress_total = v.column5, character_count = v.column6, warnings = v.column7, plugin_params = v.column8
      from (values ${sql.join(rows)}) as v
      where knowledge_files.id = v.column1 and knowledge_files.leased_by = v.column2
        and knowledge_files.status = 'processing'
      returning knowledge_files.id`.execute(db)
    return new Set(endedRows.map(({ id }) => Number(id)))
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
    const row = await db
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
    return row.length
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
