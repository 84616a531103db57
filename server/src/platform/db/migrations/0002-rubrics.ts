import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, isFlag, needs, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const rubrics: Migration = {
  name: '0002-rubrics',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('rubrics')
      .addColumn('rubric_id', 'text', (c) => c.notNull().unique())
      .addColumn('organization_id', long, needs('organizations.id'))
      .addColumn('owner_id', long, belongsTo('users.id'))
      .addColumn('title', 'text', required)
      .addColumn('description', 'text', withDefault(''))
      .addColumn('rubric_data', 'text', required)
      .addColumn('is_public', 'integer', withDefault(0))
      .addColumn('is_showcase', 'integer', withDefault(0))
      .addColumn('parent_rubric_id', 'text')
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint('rubrics_is_public', isFlag('is_public'))
      .addCheckConstraint('rubrics_is_showcase', isFlag('is_showcase'))
      .execute()
    await addIndex(db, 'rubrics_by_owner', 'rubrics', ['owner_id', 'id'])
    await addIndex(db, 'rubrics_public', 'rubrics', ['organization_id', 'is_public', 'id'])
  },
}
