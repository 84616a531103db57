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
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

/** Sign-in through other servers: OpenID Connect, SAML and LMS launches. */
export const singleSignOn: Migration = {
  name: '0034-single-sign-on',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, long } = createTableMaker(db, kind)
    await table('external_identities')
      .addColumn('provider', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('created_at', long, required)
      .addPrimaryKeyConstraint('external_identities_key', ['provider', 'subject'])
      .execute()
    await addIndex(db, 'external_identities_by_user', 'external_identities', ['user_id'])

    await table('sign_in_providers')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('kind', 'text', (column) => column.notNull().check(isOneOf('kind', ['oidc', 'saml'])))
      .addColumn('name', 'text', required)
      .addColumn('issuer', 'text', required)
      .addColumn('client_id', 'text', required)
      .addColumn('sealed_secret', 'text')
      .addColumn('settings', 'text', withDefault('{}'))
      .addColumn('rules', 'text', withDefault('[]'))
      .addColumn('enabled', 'integer', (column) => withDefault(1)(column).check(isFlag('enabled')))
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .execute()
    await addIndex(db, 'sign_in_providers_by_organization', 'sign_in_providers', ['organization_id'])

    await table('sign_in_settings')
      .addColumn('organization_id', long, (column) => belongsTo('organizations.id')(column).primaryKey())
      .addColumn('password_hidden', 'integer', (column) =>
        withDefault(0)(column).check(isFlag('password_hidden')),
      )
      .execute()

    await table('sign_in_flows')
      .addColumn('state_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('provider_id', 'text', required)
      .addColumn('browser_hash', 'text', required)
      .addColumn('sealed_data', 'text', required)
      .addColumn('expires_at', long, required)
      .execute()
    await addIndex(db, 'sign_in_flows_by_expiry', 'sign_in_flows', ['expires_at'])

    await table('used_messages')
      .addColumn('id_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('expires_at', long, required)
      .execute()
    await addIndex(db, 'used_messages_by_expiry', 'used_messages', ['expires_at'])

    for (const column of ['provider', 'provider_session', 'sealed_id_token'])
      await db.schema.alterTable('browser_sessions').addColumn(column, 'text').execute()
    await addIndex(db, 'browser_sessions_by_provider', 'browser_sessions', ['provider', 'provider_session'])
  },
}
