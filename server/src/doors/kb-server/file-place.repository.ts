import type { Db } from '../../platform/db/db.ts'

/** The base that a file is in. Says nothing of who may see it. */
export async function findBaseOfFile(db: Db, file: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('knowledge_files')
    .select('knowledge_base_id')
    .where('id', '=', file)
    .executeTakeFirst()
  return row?.knowledge_base_id
}
