import type { Db } from '../../../platform/db/db.ts'

export const materialRepository = {
  async hasFile(db: Db, path: string): Promise<boolean> {
    const row = await db.selectFrom('files').select('id').where('path', '=', path).executeTakeFirst()
    return row !== undefined
  },
}
