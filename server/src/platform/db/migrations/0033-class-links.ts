import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  required,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

/** Links through which students chat with one assistant without an account. */
export const classLinks: Migration = {
  name: '0033-class-links',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('class_links')
      .addColumn('assistant_id', long, belongsTo('assistants.id'))
      .addColumn('code', 'text', (column) => column.notNull().unique())
      .addColumn('kind', 'text', required)
      .addColumn('passphrase_hash', 'text')
      .addColumn('starts_at', long)
      .addColumn('ends_at', long)
      .addColumn('paused', 'integer', withDefault(0))
      .addColumn('sites', 'text', withDefault('[]'))
      .addColumn('deleted_at', long)
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint('class_links_kind', isOneOf('kind', ['organization', 'anyone', 'passphrase']))
      .addCheckConstraint('class_links_paused', isFlag('paused'))
      .execute()
    await addIndex(db, 'class_links_by_assistant', 'class_links', ['assistant_id'])
    await addIndex(db, 'class_links_by_deletion', 'class_links', ['deleted_at'])

    // Not a foreign key: a guest whose link is gone must stay a guest until the row is removed.
    await db.schema.alterTable('users').addColumn('guest_link_id', long).execute()
    await addIndex(db, 'users_by_guest_link', 'users', ['guest_link_id'])

    await db.schema
      .alterTable('budgets')
      .addColumn('class_link_id', long, (column) => column.references('class_links.id').onDelete('cascade'))
      .execute()
    await addIndex(db, 'budgets_by_class_link', 'budgets', ['class_link_id'])
  },
}
