import type { Db } from '../../platform/db/db.ts'
import { containsText } from '../../platform/db/like.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export interface AuditRow extends Row<'audit_log'> {
  user_email: string | null
}

export interface AuditFilter {
  /** Undefined for all organizations. */
  organizationId: number | undefined
  action: string | undefined
  before: number | undefined
  limit: number
}

export const auditRepository = {
  async insertMany(db: Db, rows: readonly NewRow<'audit_log'>[]): Promise<void> {
    await db.insertInto('audit_log').values(rows).execute()
  },

  async insert(db: Db, row: NewRow<'audit_log'>): Promise<number> {
    return (await db.insertInto('audit_log').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  /** False if it was deleted. */
  async finish(
    db: Db,
    id: number,
    change: Pick<NewRow<'audit_log'>, 'organization_id' | 'object' | 'detail'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('audit_log')
      .set(change)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('audit_log').where('id', '=', id).execute()
  },

  /** Newest first. */
  list(db: Db, { organizationId, action, before, limit }: AuditFilter): Promise<AuditRow[]> {
    let query = db
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.user_id')
      .selectAll('audit_log')
      .select('users.email as user_email')
      .orderBy('audit_log.id', 'desc')
      .limit(limit)
    if (organizationId !== undefined) query = query.where('audit_log.organization_id', '=', organizationId)
    if (before !== undefined) query = query.where('audit_log.id', '<', before)
    if (action) query = query.where(containsText('audit_log.action', action))
    return query.execute()
  },

  /** Checks only the oldest `limit` entries instead of scanning all. Returns how many were deleted. */
  async removeBefore(db: Db, time: number, limit: number): Promise<number> {
    const oldest = db.selectFrom('audit_log').select(['id', 'created_at']).orderBy('id').limit(limit)
    const gone = await db
      .deleteFrom('audit_log')
      .where('id', 'in', (where) =>
        where.selectFrom(oldest.as('oldest')).select('oldest.id').where('oldest.created_at', '<', time),
      )
      .executeTakeFirst()
    return Number(gone.numDeletedRows)
  },
}
