import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { belongsTo, createTableMaker, required } from './columns.ts'
import type { Migration } from './migration.ts'

/** Names of versions. A table of its own: the current version of an assistant has no row in `assistant_versions` yet. */
export const versionNames: Migration = {
  name: '0054-version-names',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('assistant_version_names')
      .addColumn('assistant_id', long, belongsTo('assistants.id'))
      .addColumn('version', long, required)
      .addColumn('name', 'text', required)
      .addPrimaryKeyConstraint('assistant_version_names_key', ['assistant_id', 'version'])
      .execute()
  },
}
