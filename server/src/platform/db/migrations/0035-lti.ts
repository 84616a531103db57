import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  required,
  type TableMaker,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

/** LTI 1.1: keys, activities and their people, and the short-lived tokens of launches. */
export const lti: Migration = {
  name: '0035-lti',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const make = createTableMaker(db, kind)
    await createKeys(make)
    await createActivities(db, make)
    await createAccounts(db, make)
    await createTokens(db, make)
  },
}

async function createKeys({ table, long }: TableMaker) {
  await table('lti_global_config')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('consumer_key', 'text', required)
    .addColumn('sealed_secret', 'text', required)
    .addColumn('updated_at', long, required)
    .addColumn('updated_by', long, doneBy('users.id'))
    .execute()
  await table('lti_creator_keys')
    .addColumn('organization_id', long, (column) =>
      column.primaryKey().notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('consumer_key', 'text', (column) => column.notNull().unique())
    .addColumn('sealed_secret', 'text', required)
    .addColumn('enabled', 'integer', withDefault(1))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addCheckConstraint('lti_creator_keys_enabled', isFlag('enabled'))
    .execute()
}

async function createActivities(db: Kysely<unknown>, { withId, table, long }: TableMaker) {
  await withId('lti_activities')
    .addColumn('organization_id', long, belongsTo('organizations.id'))
    .addColumn('platform', 'text', required)
    .addColumn('resource_link_id', 'text', required)
    .addColumn('context_id', 'text', withDefault(''))
    .addColumn('context_title', 'text', withDefault(''))
    .addColumn('name', 'text', required)
    .addColumn('owner_id', long, doneBy('users.id'))
    .addColumn('chats_visible', 'integer', withDefault(0))
    .addColumn('status', 'text', withDefault('active'))
    .addColumn('created_at', long, required)
    .addColumn('updated_at', long, required)
    .addUniqueConstraint('lti_activities_link', ['platform', 'resource_link_id'])
    .addCheckConstraint('lti_activities_chats_visible', isFlag('chats_visible'))
    .addCheckConstraint('lti_activities_status', isOneOf('status', ['active', 'disabled']))
    .execute()
  await addIndex(db, 'lti_activities_by_organization', 'lti_activities', ['organization_id', 'id'])
  await table('lti_activity_assistants')
    .addColumn('activity_id', long, belongsTo('lti_activities.id'))
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('added_at', long, required)
    .addPrimaryKeyConstraint('lti_activity_assistants_key', ['activity_id', 'assistant_id'])
    .execute()
  await addIndex(db, 'lti_activity_assistants_by_assistant', 'lti_activity_assistants', ['assistant_id'])
  await table('lti_activity_users')
    .addColumn('activity_id', long, belongsTo('lti_activities.id'))
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('lms_user_id', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('consent_at', long)
    .addColumn('last_access_at', long, required)
    .addColumn('access_count', 'integer', withDefault(0))
    .addColumn('created_at', long, required)
    .addPrimaryKeyConstraint('lti_activity_users_key', ['activity_id', 'lms_user_id'])
    .addCheckConstraint('lti_activity_users_role', isOneOf('role', ['student', 'staff', 'test']))
    .execute()
  await addIndex(db, 'lti_activity_users_by_user', 'lti_activity_users', ['user_id'])
}

async function createAccounts(db: Kysely<unknown>, { table, long }: TableMaker) {
  await table('lti_assistant_users')
    .addColumn('assistant_id', long, belongsTo('assistants.id'))
    .addColumn('platform', 'text', required)
    .addColumn('lms_user_id', 'text', required)
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('created_at', long, required)
    .addPrimaryKeyConstraint('lti_assistant_users_key', ['assistant_id', 'platform', 'lms_user_id'])
    .execute()
  await addIndex(db, 'lti_assistant_users_by_user', 'lti_assistant_users', ['user_id'])
  await table('lti_identity_links')
    .addColumn('platform', 'text', required)
    .addColumn('lms_user_id', 'text', required)
    .addColumn('user_id', long, belongsTo('users.id'))
    .addColumn('linked_at', long, required)
    .addPrimaryKeyConstraint('lti_identity_links_key', ['platform', 'lms_user_id'])
    .execute()
  await addIndex(db, 'lti_identity_links_by_user', 'lti_identity_links', ['user_id'])
}

async function createTokens(db: Kysely<unknown>, { table, long }: TableMaker) {
  await table('lti_nonces')
    .addColumn('nonce_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', long, required)
    .execute()
  await addIndex(db, 'lti_nonces_by_expiry', 'lti_nonces', ['expires_at'])
  await table('lti_launch_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('purpose', 'text', required)
    .addColumn('data', 'text', required)
    .addColumn('frame_origins', 'text', withDefault(''))
    .addColumn('created_at', long, required)
    .addColumn('expires_at', long, required)
    .addColumn('used_at', long)
    .execute()
  await addIndex(db, 'lti_launch_tokens_by_expiry', 'lti_launch_tokens', ['expires_at'])
}
