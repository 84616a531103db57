import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export const materialRepository = {
  async hasFile(db: Db, path: string): Promise<boolean> {
    const row = await db.selectFrom('files').select('id').where('path', '=', path).executeTakeFirst()
    return row !== undefined
  },

  async insertFile(db: Db, row: NewRow<'files'>): Promise<void> {
    await db.insertInto('files').values(row).execute()
  },
}
