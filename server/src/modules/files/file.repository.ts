import type { Db } from '../../platform/db/db.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type FileRow = Row<'files'>

export interface FileOwner {
  userId: number
  organizationId: number
}

/** Read with every answer of an assistant that has a file. */
const byPath = preparedQuery(
  (db, p: { path: string }) => db.selectFrom('files').selectAll().where('path', '=', p.path),
  { remember: 500 },
)

export const fileRepository = {
  findByPath: (db: Db, path: string): Promise<FileRow | undefined> => byPath.first(db, { path }),

  listUploads: (db: Db, owner: FileOwner): Promise<FileRow[]> =>
    db
      .selectFrom('files')
      .selectAll()
      .where('owner_id', '=', owner.userId)
      .where('organization_id', '=', owner.organizationId)
      .where('kind', '=', 'upload')
      .orderBy('name')
      .execute(),

  /** The files in a user's folder, whatever their current owner. */
  async pathsIn(db: Db, userId: number): Promise<string[]> {
    const rows = await db.selectFrom('files').select('path').where('path', 'like', `${userId}/%`).execute()
    return rows.map(({ path }) => path)
  },

  /** When the account was created; undefined if it doesn't exist. */
  async userSince(db: Db, userId: number): Promise<number | undefined> {
    const row = await db.selectFrom('users').select('created_at').where('id', '=', userId).executeTakeFirst()
    return row?.created_at
  },

  /** The user's total, without the file at this path. */
  async sizeBesides(db: Db, userId: number, path: string): Promise<{ count: number; bytes: number }> {
    const row = await db
      .selectFrom('files')
      .select((select) => [
        select.fn.countAll<number>().as('count'),
        select.fn.sum<number | null>('size').as('bytes'),
      ])
      .where('owner_id', '=', userId)
      .where('path', '!=', path)
      .executeTakeFirstOrThrow()
    return { count: Number(row.count), bytes: Number(row.bytes ?? 0) }
  },

  /** A file at the same path is replaced. */
  async save(db: Db, file: NewRow<'files'>): Promise<void> {
    const { path: _key, ...change } = file
    await db
      .insertInto('files')
      .values(file)
      .onConflict((conflict) => conflict.column('path').doUpdateSet(change))
      .execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('files').where('id', '=', id).execute()
  },
}
