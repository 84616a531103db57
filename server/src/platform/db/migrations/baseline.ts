import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { SettingsError } from '../../config.ts'
import type { DatabaseKind } from '../db.ts'
import { type Migration, runStatements } from './migration.ts'

/** The first tables of every database. */
export const baseline: Migration = {
  name: '0075-baseline',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    await runStatements(db, kind, await readFile(new URL('baseline.sql', import.meta.url), 'utf8'))
    if (kind === 'postgres') {
      // Compressed already, and read in parts.
      for (const table of ['stored_chunks', 'knowledge_term_blocks'])
        await sql`alter table ${sql.table(table)} alter column bytes set storage external`.execute(db)
      await addChangeTriggers(db)
    }
  },
}

/** What the lists and resources that MCP clients listen to are made of. Rarely written. */
const LISTENED = ['assistants', 'assistant_publications', 'assistant_shares', 'knowledge_bases']

/** Triggers, because these tables are written in many places and in the background. See `doors/mcp/protocol/changes.ts`. */
async function addChangeTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function bellwether_data_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('bellwether', json_build_object('sender', 'database', 'channel', 'data-changed',
                                                        'message', json_build_object('table', tg_table_name))::text);
      return null;
    end $$`.execute(db)
  for (const table of LISTENED)
    await sql`
      create trigger bellwether_data_changed after insert or update or delete on ${sql.table(table)}
      for each statement execute function bellwether_data_changed()`.execute(db)
}

/** The change with which databases of earlier versions have the tables of the baseline, and the last commit that made it. */
const LAST_BEFORE = '0075-budget-refusals'
const COMMIT = 'e37f0405c7'

/**
 * The changes of a database in the names of this version: what led to the baseline counts as the baseline. Databases
 * that stopped before are refused.
 */
export function fromBaseline(applied: readonly string[]): string[] {
  if (applied.length === 0 || applied.includes(baseline.name)) return [...applied]
  if (applied.includes(LAST_BEFORE))
    return [baseline.name, ...applied.filter((name) => name.localeCompare(LAST_BEFORE) > 0)]
  throw new SettingsError(
    `This database is older than version 0.2.0. Start the server of commit ${COMMIT} with it once, and then this version.`,
  )
}
