import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  needs,
  required,
  type TableMaker,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

export const firstTables: Migration = {
  name: '0001-first-tables',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const make = createTableMaker(db, kind)
    await createPeople(db, make)
    await createAssistants(db, make)
    await createMaterial(db, make)
    await createChats(db, make)
    await createRecords(db, make)
  },
}

async function createPeople(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  await withId('organizations')
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('is_system', 'integer', withDefault(0))
    .addColumn('status', 'text', withDefault('active'))
    .addColumn('config', 'text', required)
    .addColumn('version', 'integer', withDefault(1))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addCheckConstraint('organizations_is_system', isFlag('is_system'))
    .addCheckConstraint('organizations_status', isOneOf('status', ['active', 'suspended', 'trial']))
    .execute()
  // Two processes that start together on an empty database must not both create one.
  await sql`create unique index organizations_one_system on organizations (is_system) where is_system = 1`.execute(
    db,
  )

  await withId('users')
    .addColumn('organization_id', long, needs('organizations.id'))
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('user_type', 'text', withDefault('creator'))
    .addColumn('role', 'text', withDefault('user'))
    .addColumn('user_config', 'text', withDefault('{}'))
    .addColumn('enabled', 'integer', withDefault(1))
    .addColumn('auth_provider', 'text', withDefault('password'))
    .addColumn('lti_user_id', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('session_version', 'integer', withDefault(1))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addCheckConstraint('users_user_type', isOneOf('user_type', ['creator', 'end_user']))
    .addCheckConstraint('users_role', isOneOf('role', ['user', 'admin']))
    .addCheckConstraint('users_enabled', isFlag('enabled'))
    .execute()
  await addIndex(db, 'users_by_organization', 'users', ['organization_id', 'id'])
  await sql`create unique index users_lti on users (organization_id, lti_user_id) where lti_user_id is not null`.execute(
    db,
  )

  await table('organization_roles')
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('role', 'text', required)
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addPrimaryKeyConstraint('organization_roles_key', ['organization_id', 'user_id'])
    .addCheckConstraint('organization_roles_role', isOneOf('role', ['owner', 'admin', 'member']))
    .execute()
  await addIndex(db, 'organization_roles_by_user', 'organization_roles', ['user_id'])

  await withId('api_keys')
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('key_start', 'text', required)
    .addColumn('assistant_ids', 'text')
    .addColumn('trusted_forwarder', 'integer', withDefault(0))
    .addColumn('expires_at', long)
    .addColumn('last_used_at', long)
    .addColumn('revoked_at', long)
    .addColumn('created_at', long, required)
    .addCheckConstraint('api_keys_trusted_forwarder', isFlag('trusted_forwarder'))
    .execute()
  await addIndex(db, 'api_keys_by_user', 'api_keys', ['user_id', 'id'])
}

async function createAssistants(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  await withId('assistants')
    .addColumn('organization_id', long, needs('organizations.id'))
    .addColumn('owner_id', long, needs('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', withDefault(''))
    .addColumn('metadata', 'text', withDefault('{}'))
    .addColumn('system_prompt', 'text', withDefault(''))
    .addColumn('prompt_template', 'text', withDefault(''))
    .addColumn('rag_collections', 'text', withDefault(''))
    .addColumn('rag_top_k', 'integer', withDefault(3))
    .addColumn('version', 'integer', withDefault(1))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addColumn('deleted_at', long)
    .execute()
  // A deleted assistant's name is free again.
  await sql`create unique index assistants_name on assistants (organization_id, owner_id, name) where deleted_at is null`.execute(
    db,
  )
  await addIndex(db, 'assistants_by_owner', 'assistants', ['owner_id', 'id'])
  await addIndex(db, 'assistants_by_organization', 'assistants', ['organization_id', 'id'])
  // `LAMB:<name>` as a model
  await addIndex(db, 'assistants_by_name', 'assistants', ['name'])

  await withId('assistant_versions')
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('version', 'integer', required)
    .addColumn('snapshot', 'text', required)
    .addColumn('saved_by', long, doneBy('users.id'))
    .addColumn('saved_at', long, required)
    .addUniqueConstraint('assistant_versions_version', ['assistant_id', 'version'])
    .execute()

  await table('assistant_publications')
    .addColumn('assistant_id', long, (c) =>
      c.primaryKey().notNull().references('assistants.id').onDelete('cascade'),
    )
    .addColumn('group_id', 'text', required)
    .addColumn('group_name', 'text', required)
    .addColumn('oauth_consumer_name', 'text', (c) => c.unique())
    .addColumn('published_at', long)
    .addColumn('created_at', long, required)
    .execute()

  await table('assistant_shares')
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('shared_by', long, doneBy('users.id'))
    .addColumn('shared_at', long, required)
    .addPrimaryKeyConstraint('assistant_shares_key', ['assistant_id', 'user_id'])
    .execute()
  await addIndex(db, 'assistant_shares_by_user', 'assistant_shares', ['user_id', 'assistant_id'])
}

async function createMaterial(db: Kysely<unknown>, { withId, long }: TableMaker) {
  await withId('prompt_templates')
    .addColumn('organization_id', long, needs('organizations.id'))
    .addColumn('owner_id', long, needs('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', withDefault(''))
    .addColumn('system_prompt', 'text', withDefault(''))
    .addColumn('prompt_template', 'text', withDefault(''))
    .addColumn('is_shared', 'integer', withDefault(0))
    .addColumn('metadata', 'text', withDefault('{}'))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addUniqueConstraint('prompt_templates_name', ['organization_id', 'owner_id', 'name'])
    .addCheckConstraint('prompt_templates_is_shared', isFlag('is_shared'))
    .execute()
  await addIndex(db, 'prompt_templates_by_owner', 'prompt_templates', ['owner_id', 'id'])
  await addIndex(db, 'prompt_templates_shared', 'prompt_templates', ['organization_id', 'is_shared', 'id'])

  await withId('files')
    .addColumn('organization_id', long, needs('organizations.id'))
    .addColumn('owner_id', long, needs('users.id'))
    .addColumn('path', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('content_type', 'text', required)
    .addColumn('size', long, required)
    .addColumn('created_at', long, required)
    .addCheckConstraint('files_kind', isOneOf('kind', ['upload', 'image']))
    .addCheckConstraint('files_size', sql<boolean>`size >= 0`)
    .execute()
  await addIndex(db, 'files_by_owner', 'files', ['owner_id', 'kind', 'id'])
  await addIndex(db, 'files_by_organization', 'files', ['organization_id', 'id'])
}

async function createChats(db: Kysely<unknown>, { table, long }: TableMaker) {
  await table('chats')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('title', 'text', required)
    .addColumn('archived', 'integer', withDefault(0))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addCheckConstraint('chats_archived', isFlag('archived'))
    .execute()
  await addIndex(db, 'chats_by_user', 'chats', ['user_id', 'assistant_id', 'updated_at'])
  await addIndex(db, 'chats_by_assistant', 'chats', ['assistant_id', 'updated_at'])

  // `parent_id` has no foreign key: a client may refer to an answer that is saved a moment later.
  await table('chat_messages')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('chat_id', 'text', belongsTo('chats.id'))
    .addColumn('parent_id', 'text')
    .addColumn('position', 'integer', required)
    .addColumn('role', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('complete', 'integer', withDefault(1))
    .addColumn('created_at', long, required)
    .addUniqueConstraint('chat_messages_position', ['chat_id', 'position'])
    .addCheckConstraint('chat_messages_role', isOneOf('role', ['user', 'assistant']))
    .addCheckConstraint('chat_messages_complete', isFlag('complete'))
    .execute()
}

async function createRecords(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  // No foreign keys: usage stays countable after its user or assistant is deleted.
  await withId('usage_records')
    .addColumn('organization_id', long, required)
    .addColumn('assistant_id', long, required)
    .addColumn('user_id', long)
    .addColumn('end_user', 'text')
    .addColumn('provider', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('input_tokens', 'integer', required)
    .addColumn('output_tokens', 'integer', required)
    .addColumn('outcome', 'text', required)
    .addColumn('created_at', long, required)
    .addCheckConstraint('usage_records_outcome', isOneOf('outcome', ['ok', 'failed', 'cancelled']))
    .execute()
  await addIndex(db, 'usage_records_by_assistant', 'usage_records', ['assistant_id', 'created_at'])
  await addIndex(db, 'usage_records_by_organization', 'usage_records', ['organization_id', 'created_at'])

  await withId('bulk_import_logs')
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('admin_id', long, needs('users.id'))
    .addColumn('operation', 'text', required)
    .addColumn('total_count', 'integer', required)
    .addColumn('success_count', 'integer', required)
    .addColumn('failure_count', 'integer', required)
    .addColumn('details', 'text', required)
    .addColumn('created_at', long, required)
    .addCheckConstraint(
      'bulk_import_logs_operation',
      isOneOf('operation', ['user_creation', 'user_activation', 'user_deactivation']),
    )
    .execute()
  await addIndex(db, 'bulk_import_logs_by_organization', 'bulk_import_logs', [
    'organization_id',
    'created_at',
  ])

  await table('rate_limits')
    .addColumn('key', 'text', (c) => c.primaryKey().notNull())
    .addColumn('points', 'integer', withDefault(0))
    .addColumn('expire', long)
    .execute()
  await addIndex(db, 'rate_limits_by_expire', 'rate_limits', ['expire'])
}
