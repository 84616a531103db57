import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ToolTemplateRow = Row<'tool_templates'>

export const toolTemplateRepository = {
  listOf: (db: Db, organizationId: number): Promise<ToolTemplateRow[]> =>
    db
      .selectFrom('tool_templates')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('name')
      .orderBy('id')
      .execute(),

  find: (db: Db, id: number): Promise<ToolTemplateRow | undefined> =>
    db.selectFrom('tool_templates').selectAll().where('id', '=', id).executeTakeFirst(),

  insert: (db: Db, template: NewRow<'tool_templates'>): Promise<ToolTemplateRow> =>
    db.insertInto('tool_templates').values(template).returningAll().executeTakeFirstOrThrow(),

  /** Undefined when it has been deleted in the meantime. */
  update: (
    db: Db,
    id: number,
    change: Partial<NewRow<'tool_templates'>>,
  ): Promise<ToolTemplateRow | undefined> =>
    db.updateTable('tool_templates').set(change).where('id', '=', id).returningAll().executeTakeFirst(),

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('tool_templates').where('id', '=', id).execute()
  },
}
