import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const bulkImportRepository = {
  async insertLog(db: Db, log: NewRow<'bulk_import_logs'>): Promise<number> {
    const row = await db.insertInto('bulk_import_logs').values(log).returning('id').executeTakeFirstOrThrow()
    return row.id
  },
}
