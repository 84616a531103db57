import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type LinkRow = Row<'lti_links'>

export const linkRepository = {
  async insert(db: Db, rows: readonly NewRow<'lti_links'>[]): Promise<void> {
    if (rows.length > 0) await db.insertInto('lti_links').values(rows).execute()
  },

  find: (db: Db, organizationId: number, id: string): Promise<LinkRow | undefined> =>
    db
      .selectFrom('lti_links')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst(),
}
