import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, doneBy, required, type TableMaker } from './columns.ts'
import type { Migration } from './migration.ts'

/** LTI Advantage: deep links. */
export const ltiServices: Migration = {
  name: '0039-lti-services',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const make = createTableMaker(db, kind)
    await createLinks(db, make)
  },
}

async function createLinks(db: Kysely<unknown>, { table, long }: TableMaker) {
  await table('lti_links')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('title', 'text', required)
    .addColumn('created_by', long, doneBy('users.id'))
    .addColumn('created_at', long, required)
    .execute()
  await addIndex(db, 'lti_links_by_organization', 'lti_links', ['organization_id'])
  await addIndex(db, 'lti_links_by_assistant', 'lti_links', ['assistant_id'])
  await addIndex(db, 'lti_links_by_creator', 'lti_links', ['created_by'])
}
