import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** Which edits and checkpoints of a workspace stay. */
export interface KeepRules {
  /** Minimum number. */
  newest: number
  /** Also all since this time (Unix seconds) … */
  since: number
  /** … up to this number. */
  most: number
}

/** Both delete at most `limit`, the oldest first, and return how many. */
export const historyRepository = {
  async removeEdits(db: Db, workspaceId: string, rules: KeepRules, limit: number): Promise<number> {
    const old = oldestOf(db, 'workspace_edits', workspaceId, rules).limit(limit)
    const result = await db.deleteFrom('workspace_edits').where('id', 'in', old).executeTakeFirst()
    return Number(result.numDeletedRows)
  },

  /** The checkpoint of an edit stays as long as the edit does. */
  async removeCheckpoints(db: Db, workspaceId: string, rules: KeepRules, limit: number): Promise<number> {
    const edits = db.selectFrom('workspace_edits').select('id').where('workspace_id', '=', workspaceId)
    const editId = sql.ref<number | null>('edit_id')
    const old = oldestOf(db, 'workspace_checkpoints', workspaceId, rules)
      .where((where) => where.or([where(editId, 'is', null), where(editId, 'not in', edits)]))
      .limit(limit)
    const result = await db.deleteFrom('workspace_checkpoints').where('id', 'in', old).executeTakeFirst()
    return Number(result.numDeletedRows)
  },

  /** The trees that checkpoints have, a page at a time. */
  treesAfter: (
    db: Db,
    workspaceId: string,
    id: number,
    limit: number,
  ): Promise<{ id: number; tree: string }[]> =>
    db
      .selectFrom('workspace_checkpoints')
      .select(['id', 'tree'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** The contents needed to undo edits, a page at a time. */
  contentsAfter: (
    db: Db,
    workspaceId: string,
    id: number,
    limit: number,
  ): Promise<{ id: number; before_hash: string | null; after_hash: string | null }[]> =>
    db
      .selectFrom('workspace_edits')
      .select(['id', 'before_hash', 'after_hash'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute(),

  workspacesAfter: (
    db: Db,
    id: string,
    limit: number,
  ): Promise<{ id: string; folder: string | null; tree: string | null; approved_at: number | null }[]> =>
    db
      .selectFrom('workspaces')
      .select(['id', 'folder', 'tree', 'approved_at'])
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .execute(),

  /** The approved and the current tree; undefined if the workspace was deleted. */
  async currentTrees(db: Db, id: string): Promise<string[] | undefined> {
    const row = await db
      .selectFrom('workspaces')
      .select(['baseline', 'tree'])
      .where('id', '=', id)
      .executeTakeFirst()
    return row && (row.tree === null ? [row.baseline] : [row.baseline, row.tree])
  },
}

/** The ids of those that need not stay, the oldest first. */
function oldestOf(
  db: Db,
  table: 'workspace_edits' | 'workspace_checkpoints',
  workspaceId: string,
  { newest, since, most }: KeepRules,
) {
  const all = db.selectFrom(table).select('id').where('workspace_id', '=', workspaceId)
  const idAt = (place: number) => all.orderBy('id', 'desc').offset(place).limit(1)
  return all
    .where('id', '<=', idAt(newest))
    .where((where) => where.or([where('created_at', '<', since), where('id', '<=', idAt(most))]))
    .orderBy('id')
}
