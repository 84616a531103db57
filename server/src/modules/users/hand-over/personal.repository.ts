import { type OwnedObjectOverview, PERSONAL_KINDS } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'

type PersonalKind = (typeof PERSONAL_KINDS)[number]

const count = (db: Db, table: 'chats' | 'memories' | 'dialogs' | 'api_keys', userId: number) =>
  db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()

const counters: Record<PersonalKind, (db: Db, userId: number) => Promise<{ count: number }>> = {
  chats: (db, userId) => count(db, 'chats', userId),
  memories: (db, userId) => count(db, 'memories', userId),
  images: (db, userId) =>
    db
      .selectFrom('files')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('owner_id', '=', userId)
      .where('kind', '=', 'image')
      .executeTakeFirstOrThrow(),
  dialogs: (db, userId) => count(db, 'dialogs', userId),
  api_keys: (db, userId) => count(db, 'api_keys', userId),
}

/** What is deleted with the account, as far as people would miss it. */
export async function countPersonal(db: Db, userId: number): Promise<OwnedObjectOverview['personal']> {
  const counts: [PersonalKind, number][] = []
  for (const kind of PERSONAL_KINDS) counts.push([kind, Number((await counters[kind](db, userId)).count)])
  return Object.fromEntries(counts) as OwnedObjectOverview['personal']
}

/**
 * For an account that no longer owns anything: deletes personal data and reassigns log entries to the
 * person who deletes the account.
 */
export async function prepareDeletion(tx: Db, userId: number, deletedBy: number): Promise<void> {
  await tx
    .deleteFrom('assistants')
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is not', null)
    .execute()
  await tx.deleteFrom('files').where('owner_id', '=', userId).where('kind', '=', 'image').execute()
  await tx
    .updateTable('knowledge_files')
    .set((set) => ({
      owner_id: set
        .selectFrom('knowledge_bases')
        .select((select) => select.ref('knowledge_bases.owner_id').$notNull().as('owner_id'))
        .whereRef('knowledge_bases.id', '=', 'knowledge_files.knowledge_base_id'),
    }))
    .where('owner_id', '=', userId)
    .execute()
  await tx
    .updateTable('bulk_import_logs')
    .set({ admin_id: deletedBy })
    .where('admin_id', '=', userId)
    .execute()
}
