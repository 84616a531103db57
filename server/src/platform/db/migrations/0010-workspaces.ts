import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, doneBy, isOneOf, required } from './columns.ts'
import type { Migration } from './migration.ts'

const CHECKPOINT_KINDS = ['initial', 'message', 'edit', 'upload', 'restore', 'approve', 'reset', 'safety']

export const workspaces: Migration = {
  name: '0010-workspaces',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, table, long } = createTableMaker(db, kind)
    await table('workspaces')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('owner_id', long, belongsTo('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('folder', 'text')
      .addColumn('baseline', 'text', required)
      .addColumn('approved_at', long)
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .execute()
    await addIndex(db, 'workspaces_by_owner', 'workspaces', ['owner_id'])

    await table('workspace_shares')
      .addColumn('workspace_id', 'text', belongsTo('workspaces.id'))
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('role', 'text', required)
      .addColumn('shared_by', long, doneBy('users.id'))
      .addColumn('shared_at', long, required)
      .addPrimaryKeyConstraint('workspace_shares_key', ['workspace_id', 'user_id'])
      .addCheckConstraint('workspace_shares_role', isOneOf('role', ['read', 'write']))
      .execute()
    await addIndex(db, 'workspace_shares_by_user', 'workspace_shares', ['user_id'])

    await withId('workspace_edits')
      .addColumn('workspace_id', 'text', belongsTo('workspaces.id'))
      .addColumn('path', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('tool', 'text', required)
      .addColumn('before_hash', 'text')
      .addColumn('after_hash', 'text')
      .addColumn('before_mode', long)
      .addColumn('added', long, required)
      .addColumn('removed', long, required)
      .addColumn('undoes', long)
      .addColumn('user_id', long, doneBy('users.id'))
      .addColumn('trace_id', 'text')
      .addColumn('checkpoint_id', long)
      .addColumn('created_at', long, required)
      .addCheckConstraint('workspace_edits_kind', isOneOf('kind', ['create', 'change', 'delete']))
      .execute()
    await addIndex(db, 'workspace_edits_by_workspace', 'workspace_edits', ['workspace_id', 'id'])

    await withId('workspace_checkpoints')
      .addColumn('workspace_id', 'text', belongsTo('workspaces.id'))
      .addColumn('kind', 'text', required)
      .addColumn('label', 'text', required)
      .addColumn('tree', 'text', required)
      .addColumn('edit_id', long)
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addCheckConstraint('workspace_checkpoints_kind', isOneOf('kind', CHECKPOINT_KINDS))
      .execute()
    await addIndex(db, 'workspace_checkpoints_by_workspace', 'workspace_checkpoints', ['workspace_id', 'id'])
  },
}
