import type { Db } from '../../platform/db/db.ts'

const countOf = (row: { count: string | number | bigint }): number => Number(row.count)

/** What the status page counts, over all organizations. */
export const statusRepository = {
  async lastBackup(db: Db): Promise<number | undefined> {
    const row = await db.selectFrom('installation').select('last_backup_at').executeTakeFirst()
    return row?.last_backup_at ?? undefined
  },

  async setLastBackup(db: Db, now: number): Promise<void> {
    await db.updateTable('installation').set({ last_backup_at: now }).execute()
  },

  /** People who create assistants, apart from system admins. */
  countEducators: async (db: Db): Promise<number> =>
    countOf(
      await db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_type', '=', 'creator')
        .where('role', '!=', 'admin')
        .where('enabled', '=', 1)
        .executeTakeFirstOrThrow(),
    ),

  /** Sign-in providers and learning platforms. */
  async countSignIns(db: Db): Promise<number> {
    const providers = await db
      .selectFrom('sign_in_providers')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const platforms = await db
      .selectFrom('lti_platforms')
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return countOf(providers) + countOf(platforms)
  },

  countFailedMails: async (db: Db, since: number): Promise<number> =>
    countOf(
      await db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('state', '=', 'failed')
        .where('created_at', '>=', since)
        .executeTakeFirstOrThrow(),
    ),

  countLateMails: async (db: Db, before: number): Promise<number> =>
    countOf(
      await db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('state', '=', 'waiting')
        .where('created_at', '<', before)
        .executeTakeFirstOrThrow(),
    ),

  countFailedDocuments: async (db: Db, since: number): Promise<number> =>
    countOf(
      await db
        .selectFrom('knowledge_files')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('status', '=', 'failed')
        .where('created_at', '>=', since)
        .executeTakeFirstOrThrow(),
    ),

  /** Answers that have ended, by whether they failed. */
  async countAnswers(db: Db, since: number): Promise<{ all: number; failed: number }> {
    const rows = await db
      .selectFrom('traces')
      .select(({ fn }) => ['outcome', fn.countAll().as('count')])
      .where('started_at', '>=', since)
      .groupBy('outcome')
      .execute()
    const all = rows.reduce((sum, row) => sum + countOf(row), 0)
    const failed = rows
      .filter(({ outcome }) => outcome === 'failed')
      .reduce((sum, row) => sum + countOf(row), 0)
    return { all, failed }
  },
}
