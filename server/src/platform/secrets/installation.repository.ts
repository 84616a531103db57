import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { NewRow, Row } from '../db/schema.ts'

export type Installation = Row<'installation'>
export type FingerprintColumn = 'signing_fingerprint' | 'encryption_fingerprint'

/** Every column that can contain encrypted values, alone or inside JSON, with the table's key. */
export const SEALED_COLUMNS = [
  { table: 'organizations', column: 'config', key: ['id'] },
  { table: 'idempotency_keys', column: 'sealed_answer', key: ['person', 'key'] },
  { table: 'tool_secrets', column: 'sealed_value', key: ['user_id', 'name'] },
  { table: 'mcp_servers', column: 'sealed_secret', key: ['id'] },
  { table: 'sign_in_providers', column: 'sealed_secret', key: ['id'] },
  { table: 'sign_in_flows', column: 'sealed_data', key: ['state_hash'] },
  { table: 'browser_sessions', column: 'sealed_id_token', key: ['id'] },
  { table: 'knowledge_files', column: 'plugin_params', key: ['id'] },
  { table: 'lti_global_config', column: 'sealed_secret', key: ['id'] },
  { table: 'lti_creator_keys', column: 'sealed_secret', key: ['organization_id'] },
  { table: 'lti_signing_keys', column: 'sealed_private_jwk', key: ['kid'] },
  { table: 'invitations', column: 'sealed_code', key: ['id'] },
  { table: 'mails', column: 'content', key: ['id'] },
] as const

export const installationRepository = {
  find: (db: Db): Promise<Installation | undefined> =>
    db.selectFrom('installation').selectAll().where('id', '=', 1).executeTakeFirst(),

  /** Leaves an existing row unchanged: if several instances start together, the first one wins. */
  async insertIfNone(db: Db, row: Omit<NewRow<'installation'>, 'id'>): Promise<void> {
    await db
      .insertInto('installation')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },

  /** False if another instance changed it first. Locks the row until the transaction ends. */
  async replaceFingerprint(db: Db, column: FingerprintColumn, from: string, to: string): Promise<boolean> {
    const result = await db
      .updateTable('installation')
      .set({ [column]: to })
      .where('id', '=', 1)
      .where(column, '=', from)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /** True once, for the instance that replaces the copies. Locks the row until the transaction ends. */
  async claimKeyCopies(db: Db, now: number): Promise<boolean> {
    const result = await db
      .updateTable('installation')
      .set({ key_copies_removed_at: now })
      .where('id', '=', 1)
      .where('key_copies_removed_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows > 0n
  },

  /** Does nothing if one is already recorded. */
  async setStorage(db: Db, storage: string): Promise<void> {
    await db
      .updateTable('installation')
      .set({ storage })
      .where('id', '=', 1)
      .where('storage', 'is', null)
      .execute()
  },

  /** Does nothing if one is already recorded. */
  async setStorageId(db: Db, storage_id: string): Promise<void> {
    await db
      .updateTable('installation')
      .set({ storage_id })
      .where('id', '=', 1)
      .where('storage_id', 'is', null)
      .execute()
  },

  /** The files were moved. */
  async replaceStorage(db: Db, storage: string, storage_id: string | null): Promise<void> {
    await db.updateTable('installation').set({ storage, storage_id }).where('id', '=', 1).execute()
  },

  /** Does nothing if another instance changed it first. */
  async replaceVersion(db: Db, from: string | null, version: string): Promise<void> {
    await db
      .updateTable('installation')
      .set({ version })
      .where('id', '=', 1)
      .where('version', from === null ? 'is' : '=', from)
      .execute()
  },

  /** Whether any workspace has its files in object storage. */
  hasStoredWorkspaces: async (db: Db): Promise<boolean> =>
    (await db
      .selectFrom('workspaces')
      .select('id')
      .where('tree', 'is not', null)
      .limit(1)
      .executeTakeFirst()) !== undefined,

  /** False on the first start. */
  hasUsers: async (db: Db): Promise<boolean> =>
    (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined,

  /** Any encrypted value; undefined if there is none. */
  async findSealed(db: Db, pattern: RegExp): Promise<string | undefined> {
    for (const { table, column } of SEALED_COLUMNS) {
      const { rows } = await sql<{ text: string }>`
        select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} like '%enc:v1:%' limit 1
      `.execute(db)
      const value = rows[0]?.text.match(pattern)?.[0]
      if (value !== undefined) return value
    }
    return undefined
  },

  /** Passes every stored text with encrypted values through `change`. */
  async rewriteSealed(db: Db, change: (text: string) => string): Promise<void> {
    for (const { table, column, key } of SEALED_COLUMNS) {
      const columns = sql.join([...key, column].map((name) => sql.ref(name)))
      const { rows } = await sql<Record<string, string | number>>`
        select ${columns} from ${sql.table(table)} where ${sql.ref(column)} like '%enc:v1:%'
      `.execute(db)
      for (const row of rows) {
        const isRow = sql.join(
          key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
          sql` and `,
        )
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${change(String(row[column]))} where ${isRow}
        `.execute(db)
      }
    }
  },
}
