import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Where the files of this installation are, and the files themselves if they are in PostgreSQL. */
export const storage: Migration = {
  name: '0028-storage',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    for (const column of ['storage', 'storage_id', 'version'])
      await db.schema.alterTable('installation').addColumn(column, 'text').execute()
    await createContents(db, kind)
    await createChunks(db, kind)
  },
}

/** Files in the database. Only used with PostgreSQL. */
async function createContents(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { table, long } = createTableMaker(db, kind)
  await table('stored_contents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // Bytewise order, so that a prefix is a range of the index. SQLite has no other one.
    .addColumn('key', kind === 'postgres' ? sql`text collate "C"` : 'text', (column) => column.unique())
    .addColumn('size', long, required)
    .addColumn('written_at', long, required)
    .addColumn('stored_at', long)
    .addColumn('removed_at', long)
    .execute()
  await sql`create index stored_contents_without_key on stored_contents (written_at) where key is null`.execute(
    db,
  )
}

async function createChunks(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createTableMaker(db, kind)
    .table('stored_chunks')
    .addColumn('content_id', 'text', belongsTo('stored_contents.id'))
    .addColumn('position', 'integer', required)
    .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob', required)
    .addPrimaryKeyConstraint('stored_chunks_key', ['content_id', 'position'])
    .execute()
  // Most files are compressed already.
  if (kind === 'postgres')
    await sql`alter table stored_chunks alter column bytes set storage external`.execute(db)
}
