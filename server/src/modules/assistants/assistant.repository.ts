import type { AssistantSnapshot } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'
import type { AssistantNames } from './names/names.ts'

export type AssistantRow = Row<'assistants'>

/** An assistant with the data that the access policy and the API need. */
export interface AssistantInContext extends AssistantRow {
  owner_email: string
  owner_name: string
  group_id: string | null
  group_name: string | null
  oauth_consumer_name: string | null
  published_at: number | null
  /** The caller's id if the assistant was shared with them by name, otherwise null. */
  shared_user_id: number | null
}

/** The base of every query for whole assistants: excludes deleted ones and joins only the caller's own share. */
export const assistantsInContext = (db: Db, callerId: number) =>
  db
    .selectFrom('assistants')
    .innerJoin('users', 'users.id', 'assistants.owner_id')
    .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
    .leftJoin('assistant_shares', (join) =>
      join
        .onRef('assistant_shares.assistant_id', '=', 'assistants.id')
        .on('assistant_shares.user_id', '=', callerId),
    )
    .selectAll('assistants')
    .select([
      'users.email as owner_email',
      'users.name as owner_name',
      'assistant_publications.group_id',
      'assistant_publications.group_name',
      'assistant_publications.oauth_consumer_name',
      'assistant_publications.published_at',
      'assistant_shares.user_id as shared_user_id',
    ])
    .where('assistants.deleted_at', 'is', null)

/** Only system admins read across organizations; the access policy still decides. */
const ofAnyOrganization = (caller: UserCaller): boolean => caller.systemAdmin

/** `_` matches any character, which only returns a few more rows. Short, because a number may replace the end. */
const likeStart = (name: string): string => [...name].slice(0, 40).join('').replaceAll(/[\\%]/g, '_')

export const assistantRepository = {
  findById(db: Db, caller: UserCaller, id: number): Promise<AssistantInContext | undefined> {
    const query = assistantsInContext(db, caller.userId).where('assistants.id', '=', id)
    return (
      ofAnyOrganization(caller)
        ? query
        : query.where('assistants.organization_id', '=', caller.organizationId)
    ).executeTakeFirst()
  },

  findByIds(db: Db, caller: UserCaller, ids: readonly number[]): Promise<AssistantInContext[]> {
    if (ids.length === 0) return Promise.resolve([])
    const query = assistantsInContext(db, caller.userId).where('assistants.id', 'in', ids)
    return (
      ofAnyOrganization(caller)
        ? query
        : query.where('assistants.organization_id', '=', caller.organizationId)
    ).execute()
  },

  /** Only for the owner: for everyone else a deleted assistant does not exist. */
  findDeletedOf: (db: Db, caller: UserCaller, id: number): Promise<AssistantRow | undefined> =>
    db
      .selectFrom('assistants')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', caller.userId)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst(),

  /** The owner's names with the same start, except those of the assistant with the id `except`. */
  async takenNames(
    db: Db,
    { organizationId, ownerId }: { organizationId: number; ownerId: number },
    requested: AssistantNames,
    except?: number,
  ): Promise<{ names: Set<string>; lambNames: Set<string> }> {
    const rows = await db
      .selectFrom('assistants')
      .select(['id', 'name', 'lamb_name'])
      .where('organization_id', '=', organizationId)
      .where('owner_id', '=', ownerId)
      .where('deleted_at', 'is', null)
      .where((where) =>
        where.or([
          where('name', 'like', `${likeStart(requested.name)}%`),
          where('lamb_name', 'like', `${likeStart(requested.lambName)}%`),
        ]),
      )
      .execute()
    const others = rows.filter(({ id }) => id !== except)
    return {
      names: new Set(others.map((row) => row.name)),
      lambNames: new Set(others.flatMap((row) => row.lamb_name ?? [])),
    }
  },

  /** For jobs over all assistants: the batch after the given id. */
  listAfter(
    db: Db,
    lastId: number,
    limit: number,
    only: { organizationId?: number | undefined; id?: number | undefined },
  ): Promise<AssistantRow[]> {
    let query = db.selectFrom('assistants').selectAll().where('deleted_at', 'is', null)
    if (only.organizationId !== undefined) query = query.where('organization_id', '=', only.organizationId)
    if (only.id !== undefined) query = query.where('id', '=', only.id)
    return query.where('id', '>', lastId).orderBy('id').limit(limit).execute()
  },

  async insert(db: Db, assistant: NewRow<'assistants'>): Promise<number> {
    const row = await db.insertInto('assistants').values(assistant).returning('id').executeTakeFirstOrThrow()
    return row.id
  },

  /** Reads and locks the row until the transaction ends. A plain update does that on both databases. */
  lock: (tx: Db, id: number): Promise<AssistantRow | undefined> =>
    tx
      .updateTable('assistants')
      .set((set) => ({ updated_at: set.ref('updated_at') }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),

  async replaceForm(
    db: Db,
    id: number,
    form: AssistantSnapshot & { lamb_name: string | null },
    now: number,
  ): Promise<void> {
    await db
      .updateTable('assistants')
      .set((set) => ({ ...form, updated_at: now, version: set('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },

  async markDeleted(db: Db, id: number, lambName: string, now: number): Promise<void> {
    await db
      .updateTable('assistants')
      .set({ lamb_name: lambName, deleted_at: now })
      .where('id', '=', id)
      .execute()
    await db.deleteFrom('assistant_publications').where('assistant_id', '=', id).execute()
    await db.deleteFrom('assistant_shares').where('assistant_id', '=', id).execute()
    // Memories are deleted permanently, because people were told that the assistant is deleted.
    await db.deleteFrom('memories').where('assistant_id', '=', id).execute()
    // A run of its tests asks nothing more.
    await db
      .updateTable('test_runs')
      .set({ state: 'cancelled', finished_at: now, complete: 0 })
      .where('assistant_id', '=', id)
      .where('state', '=', 'running')
      .execute()
  },

  async markUndeleted(db: Db, id: number, { name, lambName }: AssistantNames): Promise<void> {
    await db
      .updateTable('assistants')
      .set({ name, lamb_name: lambName, deleted_at: null })
      .where('id', '=', id)
      .execute()
  },
}
