import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

/** A link with its assistant, and everything that decides whether it can be used now. */
export interface LinkRow extends Row<'class_links'> {
  organization_id: number
  owner_id: number
  assistant_name: string
  assistant_description: string
  assistant_metadata: string
  assistant_deleted_at: number | null
  /** Null if the assistant is not published. */
  published_name: string | null
  organization_status: Row<'organizations'>['status']
}

export interface LinkUsage {
  guests: number
  questions_today: number
  /** In millionths of the organization's currency. */
  spent: number
}

const withAssistant = (db: Db) =>
  db
    .selectFrom('class_links')
    .innerJoin('assistants', 'assistants.id', 'class_links.assistant_id')
    .innerJoin('organizations', 'organizations.id', 'assistants.organization_id')
    .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
    .selectAll('class_links')
    .select([
      'assistants.organization_id',
      'assistants.owner_id',
      'assistants.name as assistant_name',
      'assistants.description as assistant_description',
      'assistants.metadata as assistant_metadata',
      'assistants.deleted_at as assistant_deleted_at',
      'assistant_publications.oauth_consumer_name as published_name',
      'organizations.status as organization_status',
    ])

export const classLinkRepository = {
  findById: (db: Db, id: number): Promise<LinkRow | undefined> =>
    withAssistant(db).where('class_links.id', '=', id).executeTakeFirst(),

  findByCode: (db: Db, code: string): Promise<LinkRow | undefined> =>
    withAssistant(db).where('class_links.code', '=', code).executeTakeFirst(),

  ofAssistant: (db: Db, assistantId: number): Promise<LinkRow[]> =>
    withAssistant(db)
      .where('class_links.assistant_id', '=', assistantId)
      .where('class_links.deleted_at', 'is', null)
      .orderBy('class_links.id', 'desc')
      .execute(),

  async count(db: Db, assistantId: number): Promise<number> {
    const row = await db
      .selectFrom('class_links')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('assistant_id', '=', assistantId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  async insert(db: Db, link: NewRow<'class_links'>): Promise<number> {
    return (await db.insertInto('class_links').values(link).returning('id').executeTakeFirstOrThrow()).id
  },

  async update(db: Db, id: number, change: Partial<NewRow<'class_links'>>): Promise<void> {
    await db.updateTable('class_links').set(change).where('id', '=', id).execute()
  },

  /** By guests of the link. `dayStart`, `monthStart`: Unix seconds. */
  async usageOf(db: Db, link: LinkRow, dayStart: number, monthStart: number): Promise<LinkUsage> {
    const guests = await db
      .selectFrom('users')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('guest_link_id', '=', link.id)
      .executeTakeFirstOrThrow()
    const ofGuests = () =>
      db
        .selectFrom('usage_records')
        .innerJoin('users', 'users.id', 'usage_records.user_id')
        .where('users.guest_link_id', '=', link.id)
        .where('usage_records.assistant_id', '=', link.assistant_id)
    const questions = await ofGuests()
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('usage_records.kind', '=', 'answer')
      .where('usage_records.created_at', '>=', dayStart)
      .executeTakeFirstOrThrow()
    const spent = await ofGuests()
      .select((select) => select.fn.sum<number | null>('usage_records.cost').as('cost'))
      .where('usage_records.created_at', '>=', monthStart)
      .executeTakeFirstOrThrow()
    return {
      guests: Number(guests.count),
      questions_today: Number(questions.count),
      spent: Number(spent.cost ?? 0),
    }
  },

  /** Deletes up to `limit` links that were deleted before `until`, once their guests are gone. Returns how many. */
  async removeBefore(db: Db, until: number, limit: number): Promise<number> {
    const old = db
      .selectFrom('class_links')
      .select('id')
      .where('deleted_at', '<', until)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('users').select('users.id').whereRef('users.guest_link_id', '=', 'class_links.id'),
          ),
        ),
      )
      .limit(limit)
    const gone = await db.deleteFrom('class_links').where('id', 'in', old).executeTakeFirst()
    return Number(gone.numDeletedRows)
  },
}
