import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

/** The replacement of one version by the next: when and by whom. */
export interface Replacement {
  /** The version that was replaced. */
  version: number
  saved_at: number
  saved_by_email: string | null
}

/** Takes assistant ids: the caller has already checked access to the assistant. */
export const versionRepository = {
  async insert(db: Db, version: NewRow<'assistant_versions'>): Promise<void> {
    await db.insertInto('assistant_versions').values(version).execute()
  },

  async findSnapshot(db: Db, assistantId: number, version: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('assistant_versions')
      .select('snapshot')
      .where('assistant_id', '=', assistantId)
      .where('version', '=', version)
      .executeTakeFirst()
    return row?.snapshot
  },

  /** The version that the server itself replaced, if it did. */
  async findReplacedByServer(db: Db, assistantId: number, version: number): Promise<string | undefined> {
    const row = await db
      .selectFrom('assistant_versions')
      .select('snapshot')
      .where('assistant_id', '=', assistantId)
      .where('version', '=', version)
      .where('saved_by', 'is', null)
      .executeTakeFirst()
    return row?.snapshot
  },

  async namesOf(db: Db, assistantId: number, first: number, last: number): Promise<Map<number, string>> {
    const rows = await db
      .selectFrom('assistant_version_names')
      .select(['version', 'name'])
      .where('assistant_id', '=', assistantId)
      .where('version', '>=', first)
      .where('version', '<=', last)
      .execute()
    return new Map(rows.map(({ version, name }) => [version, name]))
  },

  async setName(db: Db, assistantId: number, version: number, name: string | null): Promise<void> {
    if (name === null)
      await db
        .deleteFrom('assistant_version_names')
        .where('assistant_id', '=', assistantId)
        .where('version', '=', version)
        .execute()
    else
      await db
        .insertInto('assistant_version_names')
        .values({ assistant_id: assistantId, version, name })
        .onConflict((conflict) => conflict.columns(['assistant_id', 'version']).doUpdateSet({ name }))
        .execute()
  },

  /** Without the snapshots themselves, which may be large. */
  listReplacements: (db: Db, assistantId: number, first: number, last: number): Promise<Replacement[]> =>
    db
      .selectFrom('assistant_versions')
      .leftJoin('users', 'users.id', 'assistant_versions.saved_by')
      .select(['assistant_versions.version', 'assistant_versions.saved_at', 'users.email as saved_by_email'])
      .where('assistant_versions.assistant_id', '=', assistantId)
      .where('assistant_versions.version', '>=', first)
      .where('assistant_versions.version', '<=', last)
      .execute(),
}
