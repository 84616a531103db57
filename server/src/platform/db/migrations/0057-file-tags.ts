import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Tags of files in knowledge bases, and what changed in the passages when a file was replaced. */
export const fileTags: Migration = {
  name: '0057-file-tags',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('knowledge_file_tags')
      .addColumn('file_id', long, belongsTo('knowledge_files.id'))
      .addColumn('knowledge_base_id', long, belongsTo('knowledge_bases.id'))
      .addColumn('tag_key', 'text', required)
      .addColumn('tag', 'text', required)
      .addPrimaryKeyConstraint('knowledge_file_tags_key', ['file_id', 'tag_key'])
      .execute()
    await addIndex(db, 'knowledge_file_tags_by_base', 'knowledge_file_tags', [
      'knowledge_base_id',
      'tag_key',
      'file_id',
    ])
    await table('knowledge_replacements')
      .addColumn('file_id', long, belongsTo('knowledge_files.id'))
      .addColumn('previous_path', 'text')
      .addColumn('finished_at', long)
      .addColumn('unchanged', 'integer', withDefault(0))
      .addColumn('changed', 'integer', withDefault(0))
      .addColumn('added', 'integer', withDefault(0))
      .addColumn('removed', 'integer', withDefault(0))
      .addColumn('passages', 'text', withDefault('[]'))
      .addPrimaryKeyConstraint('knowledge_replacements_key', ['file_id'])
      .execute()
    // Lists are sorted by the time of upload, and may have thousands of files.
    await addIndex(db, 'knowledge_files_by_time', 'knowledge_files', [
      'knowledge_base_id',
      'created_at',
      'id',
    ])
  },
}
