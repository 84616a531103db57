import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { createTableMaker } from './columns.ts'
import type { Migration } from './migration.ts'

/** What a grading may cost, and what it has cost so far, in millionths. */
export const gradingCost: Migration = {
  name: '0063-grading-cost',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { long } = createTableMaker(db, kind)
    await db.schema.alterTable('gradings').addColumn('max_cost', long).execute()
    await db.schema
      .alterTable('gradings')
      .addColumn('spent', long, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
