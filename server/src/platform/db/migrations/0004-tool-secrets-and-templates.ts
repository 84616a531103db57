import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { belongsTo, createTableMaker, doneBy, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

export const toolSecretsAndTemplates: Migration = {
  name: '0004-tool-secrets-and-templates',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, withId, long } = createTableMaker(db, kind)
    await table('tool_secrets')
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('name', 'text', required)
      .addColumn('host', 'text', required)
      .addColumn('sealed_value', 'text', required)
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addPrimaryKeyConstraint('tool_secrets_key', ['user_id', 'name'])
      .execute()
    await withId('tool_templates')
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('name', 'text', required)
      .addColumn('description', 'text', withDefault(''))
      .addColumn('icon', 'text', withDefault(''))
      .addColumn('tools', 'text', required)
      .addColumn('prompt_template', 'text', withDefault(''))
      .addColumn('system_prompt', 'text', withDefault(''))
      .addColumn('suggested_questions', 'text', withDefault('[]'))
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addUniqueConstraint('tool_templates_name', ['organization_id', 'name'])
      .execute()
  },
}
