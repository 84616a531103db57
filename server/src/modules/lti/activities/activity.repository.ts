import type { Db } from '../../../platform/db/db.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ActivityRow = Row<'lti_activities'>

export interface ActivityAssistant {
  id: number
  name: string
  description: string
}

export interface ListedActivity extends ActivityRow {
  owner_name: string | null
  student_count: number
}

export const activityRepository = {
  findByLink: (db: Db, platform: string, resourceLinkId: string): Promise<ActivityRow | undefined> =>
    db
      .selectFrom('lti_activities')
      .selectAll()
      .where('platform', '=', platform)
      .where('resource_link_id', '=', resourceLinkId)
      .executeTakeFirst(),

  /** Gives an imported activity its platform. Undefined if there is none. */
  adopt: (db: Db, from: string, platform: string, resourceLinkId: string): Promise<ActivityRow | undefined> =>
    db
      .updateTable('lti_activities')
      .set({ platform })
      .where('platform', '=', from)
      .where('resource_link_id', '=', resourceLinkId)
      .returningAll()
      .executeTakeFirst(),

  findById: (db: Db, id: number): Promise<ActivityRow | undefined> =>
    db.selectFrom('lti_activities').selectAll().where('id', '=', id).executeTakeFirst(),

  list(db: Db, organizationId: number): Promise<ListedActivity[]> {
    return db
      .selectFrom('lti_activities')
      .leftJoin('users', 'users.id', 'lti_activities.owner_id')
      .selectAll('lti_activities')
      .select('users.name as owner_name')
      .select((select) =>
        select
          .selectFrom('lti_activity_users')
          .select((count) => count.fn.countAll<number>().as('count'))
          .whereRef('lti_activity_users.activity_id', '=', 'lti_activities.id')
          .where('lti_activity_users.role', '=', 'student')
          .$castTo<{ count: number }>()
          .as('student_count'),
      )
      .where('lti_activities.organization_id', '=', organizationId)
      .orderBy('lti_activities.id')
      .execute()
      .then((rows) => rows.map((row) => ({ ...row, student_count: Number(row.student_count ?? 0) })))
  },

  async count(db: Db, organizationId: number): Promise<number> {
    const row = await db
      .selectFrom('lti_activities')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  /** Fails with a unique violation if the link was set up in the meantime. */
  async insert(tx: Db, row: NewRow<'lti_activities'>): Promise<number> {
    return (await tx.insertInto('lti_activities').values(row).returning('id').executeTakeFirstOrThrow()).id
  },

  async update(db: Db, id: number, change: Partial<NewRow<'lti_activities'>>): Promise<void> {
    await db.updateTable('lti_activities').set(change).where('id', '=', id).execute()
  },

  /** Only published ones of the same organization: others can't be used by students. */
  assistantsOf: (db: Db, activityId: number): Promise<ActivityAssistant[]> =>
    db
      .selectFrom('lti_activity_assistants')
      .innerJoin('lti_activities', 'lti_activities.id', 'lti_activity_assistants.activity_id')
      .innerJoin('assistants', (join) =>
        join
          .onRef('assistants.id', '=', 'lti_activity_assistants.assistant_id')
          .onRef('assistants.organization_id', '=', 'lti_activities.organization_id'),
      )
      .innerJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select(['assistants.id', 'assistants.name', 'assistants.description'])
      .where('lti_activity_assistants.activity_id', '=', activityId)
      .where('assistants.deleted_at', 'is', null)
      .where('assistant_publications.oauth_consumer_name', 'is not', null)
      .orderBy('assistants.name')
      .orderBy('assistants.id')
      .execute(),

  async setAssistants(tx: Db, activityId: number, ids: readonly number[], now: number): Promise<void> {
    await tx.deleteFrom('lti_activity_assistants').where('activity_id', '=', activityId).execute()
    if (ids.length === 0) return
    await tx
      .insertInto('lti_activity_assistants')
      .values(ids.map((assistant_id) => ({ activity_id: activityId, assistant_id, added_at: now })))
      .execute()
  },
}
