import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex, belongsTo, createTableMaker, doneBy, isOneOf, required, withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** E-mails to send, the tokens in their links, and invitations. */
export const mail: Migration = {
  name: '0038-mail',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { table, withId, long } = createTableMaker(db, kind)
    await table('mails')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('recipient', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('content', 'text')
      .addColumn('state', 'text', withDefault('waiting'))
      .addColumn('attempts', long, withDefault(0))
      .addColumn('next_at', long, required)
      .addColumn('give_up_at', long, required)
      .addColumn('error', 'text')
      .addColumn('created_at', long, required)
      .addColumn('ended_at', long)
      .addCheckConstraint('mails_state', isOneOf('state', ['waiting', 'sent', 'failed']))
      .execute()
    await addIndex(db, 'mails_by_turn', 'mails', ['state', 'next_at'])
    await addIndex(db, 'mails_by_organization', 'mails', ['organization_id', 'created_at'])

    await table('account_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', long, belongsTo('users.id'))
      .addColumn('purpose', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('delivery', 'text', required)
      .addColumn('created_at', long, required)
      .addColumn('expires_at', long, required)
      .addCheckConstraint('account_tokens_delivery', isOneOf('delivery', ['mail', 'admin']))
      .execute()
    await addIndex(db, 'account_tokens_by_user', 'account_tokens', ['user_id', 'purpose'])
    await addIndex(db, 'account_tokens_by_expiry', 'account_tokens', ['expires_at'])

    await withId('invitations')
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('sealed_code', 'text', required)
      .addColumn('email', 'text')
      .addColumn('role', 'text', required)
      .addColumn('domains', 'text', withDefault('[]'))
      .addColumn('max_uses', long)
      .addColumn('uses', long, withDefault(0))
      .addColumn('language', 'text', required)
      .addColumn('valid_days', long, required)
      .addColumn('mail_id', 'text')
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('expires_at', long, required)
      .addCheckConstraint('invitations_role', isOneOf('role', ['student', 'educator', 'admin']))
      .execute()
    await addIndex(db, 'invitations_by_organization', 'invitations', ['organization_id', 'created_at'])
    await addIndex(db, 'invitations_by_expiry', 'invitations', ['expires_at'])
  },
}
