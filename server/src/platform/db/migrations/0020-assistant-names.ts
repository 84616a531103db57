import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { addIndex } from './columns.ts'
import type { Migration } from './migration.ts'

interface NamedAssistant {
  lamb_name: string | null
  id: number
  organization_id: number
  owner_id: number
  name: string
  deleted_at: number | null
}

/**
 * `name` becomes the display name; LAMB's form (`12_essay_evaluator`) moves to `lamb_name`. Existing assistants keep
 * their LAMB name. Their display name is the text that pages already derived from it, or the stored name if an owner
 * would otherwise have the same name twice.
 */
export const assistantNames: Migration = {
  name: '0020-assistant-names',
  async up(db: Kysely<unknown>, _kind: DatabaseKind) {
    const typed = db as Kysely<{ assistants: NamedAssistant }>
    await db.schema.alterTable('assistants').addColumn('lamb_name', 'text').execute()
    await typed
      .updateTable('assistants')
      .set((set) => ({ lamb_name: set.ref('name') }))
      .execute()
    await renameForPeople(typed)
    await sql`create unique index assistants_lamb_name on assistants (organization_id, owner_id, lamb_name) where deleted_at is null`.execute(
      db,
    )
    await addIndex(db, 'assistants_by_lamb_name', 'assistants', ['lamb_name'])
  },
}

async function renameForPeople(db: Kysely<{ assistants: NamedAssistant }>): Promise<void> {
  const rows = await db
    .selectFrom('assistants')
    .select(['id', 'organization_id', 'owner_id', 'name', 'lamb_name', 'deleted_at'])
    .orderBy('id')
    .execute()
  const keyOf = (row: NamedAssistant, name: string) => `${row.organization_id}/${row.owner_id}/${name}`
  const takenKeys = new Set(rows.filter((row) => row.deleted_at === null).map((row) => keyOf(row, row.name)))
  for (const row of rows) {
    const name = toReadableName(row.deleted_at === null ? row.name : row.name.replace(/_deleted_\d+$/, ''))
    if (name === row.name) continue
    if (row.deleted_at === null) {
      if (takenKeys.has(keyOf(row, name))) continue
      takenKeys.add(keyOf(row, name))
    }
    await db.updateTable('assistants').set({ name }).where('id', '=', row.id).execute()
  }
}

function toReadableName(name: string): string {
  if (!/^\d+_[a-z0-9_]+$/.test(name)) return name
  const words = name.replace(/^\d+_/, '').replaceAll('_', ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
