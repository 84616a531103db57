import type { Db } from '../../platform/db/db.ts'

/** What belongs to one user, for their own page and for admins who want to know before they delete an account. */
export const userOverviewRepository = {
  async assistants(db: Db, userId: number) {
    const rows = await db
      .selectFrom('assistants')
      .leftJoin('assistant_publications', 'assistant_publications.assistant_id', 'assistants.id')
      .select([
        'assistants.id',
        'assistants.name',
        'assistants.description',
        'assistants.created_at',
        'assistant_publications.oauth_consumer_name',
      ])
      .where('assistants.owner_id', '=', userId)
      .where('assistants.deleted_at', 'is', null)
      .orderBy('assistants.id', 'desc')
      .execute()
    return rows.map(({ oauth_consumer_name, ...row }) => ({
      ...row,
      published: oauth_consumer_name !== null,
    }))
  },

  async templates(db: Db, userId: number) {
    const rows = await db
      .selectFrom('prompt_templates')
      .select(['id', 'name', 'description', 'is_shared', 'created_at'])
      .where('owner_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    return rows.map(({ is_shared, ...row }) => ({ ...row, is_shared: is_shared === 1 }))
  },

  /** Only within the user's own organization: a share over its border opens nothing. */
  sharedAssistants: (db: Db, userId: number) =>
    db
      .selectFrom('assistant_shares')
      .innerJoin('assistants', 'assistants.id', 'assistant_shares.assistant_id')
      .innerJoin('users as owners', 'owners.id', 'assistants.owner_id')
      .innerJoin('users as readers', 'readers.id', 'assistant_shares.user_id')
      .select(['assistants.id', 'assistants.name', 'owners.email as owner', 'assistant_shares.shared_at'])
      .where('assistant_shares.user_id', '=', userId)
      .where('assistants.deleted_at', 'is', null)
      .whereRef('assistants.organization_id', '=', 'readers.organization_id')
      .orderBy('assistants.id', 'desc')
      .execute(),

  /** What goes with an account that owns no assistant any more. Log entries stay, in the name of who deletes it. */
  async deletePossessions(tx: Db, userId: number, deletedBy: number): Promise<void> {
    await tx
      .deleteFrom('assistants')
      .where('owner_id', '=', userId)
      .where('deleted_at', 'is not', null)
      .execute()
    await tx.deleteFrom('prompt_templates').where('owner_id', '=', userId).execute()
    await tx.deleteFrom('files').where('owner_id', '=', userId).execute()
    await tx
      .updateTable('bulk_import_logs')
      .set({ admin_id: deletedBy })
      .where('admin_id', '=', userId)
      .execute()
  },
}
