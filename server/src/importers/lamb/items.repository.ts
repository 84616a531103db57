import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'

export type ItemRow = NewRow<'lamb_import_items'>

/** Kinds whose objects can be deleted here later, with the column of the id in the report. */
const TABLES = {
  organization: { table: 'organizations', key: 'id' },
  user: { table: 'users', key: 'id' },
  assistant: { table: 'assistants', key: 'id' },
  rubric: { table: 'rubrics', key: 'rubric_id' },
  'knowledge base': { table: 'knowledge_bases', key: 'id' },
  library: { table: 'knowledge_bases', key: 'id' },
  'lti user': { table: 'users', key: 'id' },
  'lti activity': { table: 'lti_activities', key: 'id' },
  test: { table: 'assistant_tests', key: 'id' },
  'test result': { table: 'test_results', key: 'id' },
} as const
export type MappedKind = keyof typeof TABLES
export const MAPPED_KINDS = Object.keys(TABLES) as MappedKind[]

export interface StoredItem {
  legacyId: string
  ourId: string
  notes: string
  /** False if the object was deleted here after its import. */
  exists: boolean
}

const PARAMETERS = 500

export const itemRepository = {
  /** All objects of a kind that earlier runs imported. */
  async listMapped(db: Db, source: string, kind: MappedKind): Promise<StoredItem[]> {
    const { table, key } = TABLES[kind]
    const { rows } = await sql<{ legacy_id: string; our_id: string; notes: string; found: number }>`
      select items.legacy_id, items.our_id, items.notes,
        case when exists (
          select 1 from ${sql.table(table)} where cast(${sql.ref(`${table}.${key}`)} as text) = items.our_id
        ) then 1 else 0 end as found
      from lamb_import_items as items
      where items.source = ${source} and items.kind = ${kind}
    `.execute(db)
    return rows.map(({ legacy_id, our_id, notes, found: isFound }) => ({
      legacyId: legacy_id,
      ourId: our_id,
      notes,
      exists: Number(isFound) === 1,
    }))
  },

  /** The ones of these that earlier runs imported, with our ids. */
  async findMany(
    db: Db,
    source: string,
    kind: string,
    legacyIds: readonly string[],
  ): Promise<Map<string, string>> {
    const ourIds = new Map<string, string>()
    for (let at = 0; at < legacyIds.length; at += PARAMETERS) {
      const rows = await db
        .selectFrom('lamb_import_items')
        .select(['legacy_id', 'our_id'])
        .where('source', '=', source)
        .where('kind', '=', kind)
        .where('legacy_id', 'in', legacyIds.slice(at, at + PARAMETERS))
        .execute()
      for (const row of rows) ourIds.set(row.legacy_id, row.our_id)
    }
    return ourIds
  },

  async insertMany(tx: Db, rows: readonly ItemRow[]): Promise<void> {
    for (let at = 0; at < rows.length; at += 100)
      await tx
        .insertInto('lamb_import_items')
        .values(rows.slice(at, at + 100))
        .execute()
  },

  async setCursor(tx: Db, row: ItemRow): Promise<void> {
    await tx
      .insertInto('lamb_import_items')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['source', 'kind', 'legacy_id']).doUpdateSet({ our_id: row.our_id }),
      )
      .execute()
  },

  /**
   * New rows get higher ids than this from now on. On PostgreSQL, rows that are inserted with an id don't advance the
   * sequence; and the ids of deleted assistants must not be given to new ones, because students have links to them.
   */
  async reserveIds(
    db: Db,
    kind: DatabaseKind,
    table: 'organizations' | 'users' | 'assistants' | 'knowledge_bases',
    highest: number,
  ): Promise<void> {
    if (kind === 'postgres') {
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'id'),
          greatest(${highest}, (select coalesce(max(id), 1) from ${sql.table(table)}),
            nextval(pg_get_serial_sequence(${table}, 'id'))))
      `.execute(db)
      return
    }
    await db.transaction().execute(async (tx) => {
      const changed = await sql`
        update sqlite_sequence set seq = max(seq, ${highest}) where name = ${table} returning seq
      `.execute(tx)
      if (changed.rows.length === 0)
        await sql`insert into sqlite_sequence (name, seq) values (${table}, ${highest})`.execute(tx)
    })
  },
}
