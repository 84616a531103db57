import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  isFlag,
  isOneOf,
  needs,
  required,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

export const knowledge: Migration = {
  name: '0005-knowledge',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, table, long } = createTableMaker(db, kind)
    await withId('knowledge_bases')
      .addColumn('organization_id', long, needs('organizations.id'))
      .addColumn('owner_id', long, belongsTo('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('description', 'text', withDefault(''))
      .addColumn('is_shared', 'integer', withDefault(0))
      .addColumn('settings', 'text', withDefault('{}'))
      .addColumn('index_version', long, withDefault(0))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addUniqueConstraint('knowledge_bases_name', ['owner_id', 'name'])
      .addCheckConstraint('knowledge_bases_is_shared', isFlag('is_shared'))
      .execute()
    await addIndex(db, 'knowledge_bases_shared', 'knowledge_bases', ['organization_id', 'is_shared', 'id'])

    await withId('knowledge_files')
      .addColumn('knowledge_base_id', long, belongsTo('knowledge_bases.id'))
      .addColumn('owner_id', long, belongsTo('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('content_type', 'text', withDefault(''))
      .addColumn('size', long, withDefault(0))
      .addColumn('checksum', 'text', withDefault(''))
      .addColumn('stored_path', 'text')
      .addColumn('source_url', 'text')
      .addColumn('plugin_name', 'text', required)
      .addColumn('plugin_params', 'text', withDefault('{}'))
      .addColumn('status', 'text', withDefault('pending'))
      .addColumn('stage', 'text', withDefault('waiting'))
      .addColumn('progress_current', 'integer', withDefault(0))
      .addColumn('progress_total', 'integer', withDefault(0))
      .addColumn('error_code', 'text')
      .addColumn('error_message', 'text')
      .addColumn('warnings', 'text', withDefault('[]'))
      .addColumn('title', 'text', withDefault(''))
      .addColumn('language', 'text', withDefault(''))
      .addColumn('chunk_count', 'integer', withDefault(0))
      .addColumn('character_count', 'integer', withDefault(0))
      .addColumn('attempts', 'integer', withDefault(0))
      .addColumn('run_after', long, withDefault(0))
      .addColumn('leased_by', 'text')
      .addColumn('leased_until', long, withDefault(0))
      .addColumn('started_at', long)
      .addColumn('finished_at', long)
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addCheckConstraint(
        'knowledge_files_status',
        isOneOf('status', ['pending', 'processing', 'completed', 'failed', 'cancelled']),
      )
      .execute()
    await addIndex(db, 'knowledge_files_by_base', 'knowledge_files', ['knowledge_base_id', 'id'])
    await addIndex(db, 'knowledge_files_waiting', 'knowledge_files', ['status', 'owner_id', 'id'])
    await addIndex(db, 'knowledge_files_by_owner', 'knowledge_files', ['owner_id', 'started_at'])

    await table('knowledge_chunks')
      .addColumn('file_id', long, belongsTo('knowledge_files.id'))
      .addColumn('ordinal', 'integer', required)
      .addColumn('start_at', 'integer', required)
      .addColumn('end_at', 'integer', required)
      .addColumn('page', 'integer')
      .addColumn('slide', 'integer')
      .addColumn('sheet', 'text')
      .addColumn('url', 'text')
      .addColumn('heading', 'text', withDefault(''))
      .addColumn('parent', 'integer', required)
      .addColumn('text', 'text', required)
      .addPrimaryKeyConstraint('knowledge_chunks_key', ['file_id', 'ordinal'])
      .execute()

    await addIndex(db, 'knowledge_chunks_by_parent', 'knowledge_chunks', ['file_id', 'parent'])

    await withId('knowledge_segments')
      .addColumn('file_id', long, (column) => belongsTo('knowledge_files.id')(column).unique())
      .addColumn('bytes', kind === 'postgres' ? 'bytea' : 'blob', required)
      .execute()
  },
}
