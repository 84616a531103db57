import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type WorkspaceRow = Row<'workspaces'>
export type ShareRow = Row<'workspace_shares'>

export interface NamedShare {
  user_id: number
  user_email: string
  user_name: string
  role: 'read' | 'write'
}

export const workspaceRepository = {
  find: (db: Db, id: string): Promise<WorkspaceRow | undefined> =>
    db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst(),

  findShare: (db: Db, id: string, userId: number): Promise<ShareRow | undefined> =>
    db
      .selectFrom('workspace_shares')
      .selectAll()
      .where('workspace_id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  /** The widest role that a student has. */
  findStudentShare: (db: Db, id: string): Promise<Pick<ShareRow, 'role'> | undefined> =>
    db
      .selectFrom('workspace_shares')
      .innerJoin('users', 'users.id', 'workspace_shares.user_id')
      .select('workspace_shares.role')
      .where('workspace_shares.workspace_id', '=', id)
      .where('users.user_type', '=', 'end_user')
      .orderBy('workspace_shares.role', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** The person's own and those shared with them, last used first. */
  listFor: (db: Db, userId: number, organizationId: number) =>
    db
      .selectFrom('workspaces')
      .leftJoin('workspace_shares', (join) =>
        join
          .onRef('workspace_shares.workspace_id', '=', 'workspaces.id')
          .on('workspace_shares.user_id', '=', userId),
      )
      .selectAll('workspaces')
      .select('workspace_shares.role')
      .where('workspaces.organization_id', '=', organizationId)
      .where((where) =>
        where.or([where('workspaces.owner_id', '=', userId), where('workspace_shares.role', 'is not', null)]),
      )
      .orderBy('workspaces.updated_at', 'desc')
      .orderBy('workspaces.id')
      .limit(500)
      .execute(),

  async countOf(db: Db, ownerId: number): Promise<number> {
    const row = await db
      .selectFrom('workspaces')
      .where('owner_id', '=', ownerId)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  insert: (db: Db, row: NewRow<'workspaces'>): Promise<WorkspaceRow> =>
    db.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow(),

  update: (db: Db, id: string, change: Partial<NewRow<'workspaces'>>): Promise<WorkspaceRow | undefined> =>
    db.updateTable('workspaces').set(change).where('id', '=', id).returningAll().executeTakeFirst(),

  /** Sets the next version of the files; false if they are no longer at the version that was read. */
  async moveHead(
    tx: Db,
    id: string,
    { version, baseline }: Pick<WorkspaceRow, 'version' | 'baseline'>,
    next: Pick<WorkspaceRow, 'baseline' | 'file_count' | 'byte_count' | 'updated_at'> & { tree: string },
  ): Promise<boolean> {
    const moved = await tx
      .updateTable('workspaces')
      .set({ ...next, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('baseline', '=', baseline)
      .executeTakeFirst()
    return Number(moved.numUpdatedRows) > 0
  },

  /** Differs after every edit and checkpoint of the workspace. */
  async lastChange(db: Db, id: string): Promise<string> {
    const latest = async (table: 'workspace_edits' | 'workspace_checkpoints'): Promise<number> => {
      const row = await db
        .selectFrom(table)
        .select((select) => select.fn.max<number | null>('id').as('id'))
        .where('workspace_id', '=', id)
        .executeTakeFirst()
      return Number(row?.id ?? 0)
    }
    return `${await latest('workspace_edits')}.${await latest('workspace_checkpoints')}`
  },

  /** For files that were copied to another storage; false when they were changed since `row` was read. */
  async replaceTree(
    tx: Db,
    { id, version }: WorkspaceRow,
    next: Pick<WorkspaceRow, 'tree' | 'version' | 'file_count' | 'byte_count'>,
  ): Promise<boolean> {
    const replaced = await tx
      .updateTable('workspaces')
      .set(next)
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    return Number(replaced.numUpdatedRows) > 0
  },

  /** A page of all workspaces, by id. */
  async idsAfter(db: Db, id: string, limit: number): Promise<string[]> {
    const rows = await db
      .selectFrom('workspaces')
      .select('id')
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map((row) => row.id)
  },

  /** Unless it was changed since `from` was read. */
  async moveBaseline(db: Db, id: string, from: string, to: string): Promise<void> {
    await db
      .updateTable('workspaces')
      .set({ baseline: to })
      .where('id', '=', id)
      .where('baseline', '=', from)
      .execute()
  },

  async delete(db: Db, id: string): Promise<void> {
    await db.deleteFrom('workspaces').where('id', '=', id).execute()
  },

  async existing(db: Db, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await db.selectFrom('workspaces').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map((row) => row.id))
  },

  /** Recorded before the first object is stored, so that none is ever forgotten. */
  async noteObjects(db: Db, id: string, now: number): Promise<void> {
    await db
      .insertInto('workspace_objects')
      .values({ workspace_id: id, created_at: now })
      .onConflict((conflict) => conflict.column('workspace_id').doNothing())
      .execute()
  },

  async forgetObjects(db: Db, id: string): Promise<void> {
    await db.deleteFrom('workspace_objects').where('workspace_id', '=', id).execute()
  },

  /** Workspaces that are gone but still have objects. */
  async listUnowned(db: Db, before: number): Promise<string[]> {
    const rows = await db
      .selectFrom('workspace_objects')
      .leftJoin('workspaces', 'workspaces.id', 'workspace_objects.workspace_id')
      .select('workspace_objects.workspace_id')
      .where('workspaces.id', 'is', null)
      .where('workspace_objects.created_at', '<', before)
      .execute()
    return rows.map((row) => row.workspace_id)
  },

  listShares: (db: Db, id: string): Promise<NamedShare[]> =>
    db
      .selectFrom('workspace_shares')
      .innerJoin('users', 'users.id', 'workspace_shares.user_id')
      .select([
        'users.id as user_id',
        'users.email as user_email',
        'users.name as user_name',
        'workspace_shares.role',
      ])
      .where('workspace_shares.workspace_id', '=', id)
      .orderBy('users.name')
      .orderBy('users.id')
      .execute(),

  /** Replaces the whole list. */
  async replaceShares(tx: Db, id: string, shares: readonly NewRow<'workspace_shares'>[]): Promise<void> {
    await tx.deleteFrom('workspace_shares').where('workspace_id', '=', id).execute()
    if (shares.length > 0) await tx.insertInto('workspace_shares').values(shares).execute()
  },
}
