import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

export interface NameConflict {
  id: number
  name: string
  owner_id: number
  owner: string
}

/** The kinds of objects that move with their owners. */
const MOVING = [
  ['assistants', 'assistants'],
  ['templates', 'prompt_templates'],
  ['kbs', 'knowledge_bases'],
  ['rubrics', 'rubrics'],
  ['workspaces', 'workspaces'],
  ['files', 'files'],
] as const

/** Parts of an organization's own set-up, which are not moved. */
const STAYING = {
  'tool templates': 'tool_templates',
  'MCP servers': 'mcp_servers',
  'sign-in providers': 'sign_in_providers',
  'LTI 1.3 platforms': 'lti_platforms',
} as const

export type MovedCounts = Record<(typeof MOVING)[number][0] | 'users', number>

/** Moves the contents of one organization into another. The caller holds the locks of both rows. */
export const migrationRepository = {
  async counts(db: Db, organizationId: number): Promise<MovedCounts> {
    const counts: Partial<MovedCounts> = {
      users: await count(db, 'users', organizationId, sql`guest_link_id is null`),
    }
    for (const [kind, table] of MOVING)
      counts[kind] = await count(
        db,
        table,
        organizationId,
        table === 'assistants' ? sql`deleted_at is null` : undefined,
      )
    return counts as MovedCounts
  },

  async staying(db: Db, organizationId: number): Promise<string[]> {
    const descriptions: string[] = []
    for (const [kind, table] of Object.entries(STAYING)) {
      const number = await count(db, table, organizationId)
      if (number > 0) descriptions.push(`${kind} (${number})`)
    }
    return descriptions
  },

  /** Assistants whose owner has one with the same name in the other organization. Only imports can leave such rows. */
  conflictingAssistants: (db: Db, from: number, to: number): Promise<NameConflict[]> =>
    db
      .selectFrom('assistants as moving')
      .innerJoin('assistants as there', 'there.owner_id', 'moving.owner_id')
      .innerJoin('users', 'users.id', 'moving.owner_id')
      .select(['moving.id', 'moving.name', 'moving.owner_id', 'users.email as owner'])
      .distinct()
      .where('moving.organization_id', '=', from)
      .where('there.organization_id', '=', to)
      .where('moving.deleted_at', 'is', null)
      .where('there.deleted_at', 'is', null)
      .where(({ or, eb }) =>
        or([
          eb('there.name', '=', eb.ref('moving.name')),
          eb('there.lamb_name', '=', eb.ref('moving.lamb_name')),
        ]),
      )
      .orderBy('moving.id')
      .execute(),

  conflictingTemplates: (db: Db, from: number, to: number): Promise<NameConflict[]> =>
    db
      .selectFrom('prompt_templates as moving')
      .innerJoin('prompt_templates as there', (join) =>
        join.onRef('there.owner_id', '=', 'moving.owner_id').onRef('there.name', '=', 'moving.name'),
      )
      .innerJoin('users', 'users.id', 'moving.owner_id')
      .select(['moving.id', 'moving.name', 'moving.owner_id', 'users.email as owner'])
      .where('moving.organization_id', '=', from)
      .where('there.organization_id', '=', to)
      .orderBy('moving.id')
      .execute(),

  namesOf: async (
    tx: Db,
    table: 'assistants' | 'prompt_templates',
    ownerId: number,
  ): Promise<ReadonlySet<string>> => {
    const rows = await tx.selectFrom(table).select('name').where('owner_id', '=', ownerId).execute()
    return new Set(rows.map(({ name }) => name))
  },

  /** Without LAMB's form of the name, which is derived from the new one when it is needed. */
  async renameAssistant(tx: Db, id: number, name: string, now: number): Promise<void> {
    await tx
      .updateTable('assistants')
      .set({ name, lamb_name: null, updated_at: now })
      .where('id', '=', id)
      .execute()
  },

  async renameTemplate(tx: Db, id: number, name: string, now: number): Promise<void> {
    await tx.updateTable('prompt_templates').set({ name, updated_at: now }).where('id', '=', id).execute()
  },

  adminsOf: async (tx: Db, organizationId: number): Promise<number[]> => {
    const rows = await tx
      .selectFrom('organization_roles')
      .select('user_id')
      .where('organization_id', '=', organizationId)
      .where('role', 'in', ['owner', 'admin'])
      .execute()
    return rows.map(({ user_id }) => user_id)
  },

  /** What `moveAll` leaves to the deletion of the organization. */
  async moveRest(tx: Db, from: number, to: number): Promise<void> {
    await tx.deleteFrom('organization_roles').where('organization_id', '=', from).execute()
    // Limits that the old organization set for people and assistants that it no longer has.
    await tx
      .deleteFrom('budgets')
      .where('organization_id', '=', from)
      .where((where) => where.or([where('user_id', 'is not', null), where('assistant_id', 'is not', null)]))
      .execute()
    // The key for LTI 1.1 belongs to the installation. Activities of LTI 1.3 belong to a platform of the organization.
    await tx
      .updateTable('lti_activities')
      .set({ organization_id: to })
      .where('organization_id', '=', from)
      .where('platform', 'like', '1.1%')
      .execute()
  },
}

async function count(db: Db, table: string, organizationId: number, condition = sql`1 = 1`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)}
    where organization_id = ${organizationId} and ${condition}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
