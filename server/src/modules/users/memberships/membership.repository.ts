import type { Db } from '../../../platform/db/db.ts'

/** Organization membership. Objects always belong to the organization of their owner, so they move with the owner. */
export const membershipRepository = {
  async moveUser(tx: Db, userId: number, organizationId: number, now: number): Promise<void> {
    const membership = { organization_id: organizationId }
    await tx
      .updateTable('users')
      .set((set) => ({ ...membership, session_version: set('session_version', '+', 1), updated_at: now }))
      .where('id', '=', userId)
      .execute()
    await tx.deleteFrom('organization_roles').where('user_id', '=', userId).execute()
    await tx.updateTable('assistants').set(membership).where('owner_id', '=', userId).execute()
    await tx.updateTable('prompt_templates').set(membership).where('owner_id', '=', userId).execute()
    await tx.updateTable('rubrics').set(membership).where('owner_id', '=', userId).execute()
    await tx.updateTable('knowledge_bases').set(membership).where('owner_id', '=', userId).execute()
    await tx.updateTable('workspaces').set(membership).where('owner_id', '=', userId).execute()
    await tx.updateTable('files').set(membership).where('owner_id', '=', userId).execute()
    await moveGuests(tx, userId, organizationId)
    await moveBudgets(tx, userId, organizationId)
    await moveTraces(tx, userId, organizationId)
    await dropCrossingShares(tx, organizationId)
  },

  async countUsers(tx: Db, organizationId: number): Promise<number> {
    const row = await tx
      .selectFrom('users')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('organization_id', '=', organizationId)
      .where('guest_link_id', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  /**
   * Moves all members and everything they own before an organization is deleted. The organization's own
   * settings and tool templates are deleted with it.
   */
  async moveAll(tx: Db, from: number, to: number, now: number): Promise<void> {
    const membership = { organization_id: to }
    await tx
      .updateTable('users')
      // The organization's LTI keys are deleted too, so such ids no longer give access.
      .set((set) => ({
        ...membership,
        lti_user_id: null,
        // The address may have been confirmed by an admin of another organization, whom this organization's
        // Moodle must not trust.
        email_confirmed_at: null,
        session_version: set('session_version', '+', 1),
        updated_at: now,
      }))
      .where('organization_id', '=', from)
      .execute()
    await tx.updateTable('assistants').set(membership).where('organization_id', '=', from).execute()
    await tx.updateTable('prompt_templates').set(membership).where('organization_id', '=', from).execute()
    await tx.updateTable('rubrics').set(membership).where('organization_id', '=', from).execute()
    await tx.updateTable('knowledge_bases').set(membership).where('organization_id', '=', from).execute()
    await tx.updateTable('workspaces').set(membership).where('organization_id', '=', from).execute()
    await tx.updateTable('files').set(membership).where('organization_id', '=', from).execute()
    await tx.updateTable('traces').set(membership).where('organization_id', '=', from).execute()
    // Budgets set by owners on their assistants stay; the organization's own budgets are deleted with it.
    await tx
      .updateTable('budgets')
      .set(membership)
      .where('organization_id', '=', from)
      .where('set_by', '=', 'owner')
      .execute()
    await dropCrossingShares(tx, to)
  },
}

/** Guests of class links stay with the assistant. */
async function moveGuests(tx: Db, ownerId: number, organizationId: number): Promise<void> {
  const links = tx
    .selectFrom('class_links')
    .innerJoin('assistants', 'assistants.id', 'class_links.assistant_id')
    .select('class_links.id')
    .where('assistants.owner_id', '=', ownerId)
  await tx
    .updateTable('users')
    .set({ organization_id: organizationId })
    .where('guest_link_id', 'in', links)
    .execute()
}

/**
 * Drops the budgets that the old organization set on the person or their assistants, and moves those that the
 * person set.
 */
async function moveBudgets(tx: Db, userId: number, organizationId: number): Promise<void> {
  const assistants = tx.selectFrom('assistants').select('assistants.id').where('owner_id', '=', userId)
  await tx
    .deleteFrom('budgets')
    .where((where) =>
      where.or([
        where('user_id', '=', userId),
        where.and([where('assistant_id', 'in', assistants), where('set_by', '=', 'organization')]),
      ]),
    )
    .execute()
  await tx
    .updateTable('budgets')
    .set({ organization_id: organizationId })
    .where('assistant_id', 'in', assistants)
    .execute()
}

/**
 * Moves only the traces of the person's own questions. The others contain what members of the old
 * organization asked.
 */
async function moveTraces(tx: Db, ownerId: number, organizationId: number): Promise<void> {
  const assistants = tx.selectFrom('assistants').select('assistants.id').where('owner_id', '=', ownerId)
  await tx
    .deleteFrom('traces')
    .where('assistant_id', 'in', assistants)
    .where((where) => where.or([where('user_id', 'is', null), where('user_id', '!=', ownerId)]))
    .execute()
  await tx
    .updateTable('traces')
    .set({ organization_id: organizationId })
    .where('assistant_id', 'in', assistants)
    .execute()
}

/** In both directions: shares given to the moved people and shares given by them. */
async function dropCrossingShares(tx: Db, organizationId: number): Promise<void> {
  await tx
    .deleteFrom('workspace_shares')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('workspaces')
          .innerJoin('users', 'users.id', 'workspace_shares.user_id')
          .select('workspaces.id')
          .whereRef('workspaces.id', '=', 'workspace_shares.workspace_id')
          .whereRef('workspaces.organization_id', '!=', 'users.organization_id')
          .where((where) =>
            where.or([
              where('workspaces.organization_id', '=', organizationId),
              where('users.organization_id', '=', organizationId),
            ]),
          ),
      ),
    )
    .execute()
  await tx
    .deleteFrom('assistant_shares')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('assistants')
          .innerJoin('users', 'users.id', 'assistant_shares.user_id')
          .select('assistants.id')
          .whereRef('assistants.id', '=', 'assistant_shares.assistant_id')
          .whereRef('assistants.organization_id', '!=', 'users.organization_id')
          .where((where) =>
            where.or([
              where('assistants.organization_id', '=', organizationId),
              where('users.organization_id', '=', organizationId),
            ]),
          ),
      ),
    )
    .execute()
}
