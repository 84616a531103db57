import { sql } from 'kysely'
import type { OpenDatabase } from './open-database.ts'

const MIGRATIONS = 'schema_migrations'

/** Removes all rows and starts ids from the beginning, which leaves the database as a new one that was migrated. */
export const emptyDatabase = ({ db, kind }: Pick<OpenDatabase, 'db' | 'kind'>): Promise<unknown> =>
  kind === 'postgres' ? emptyPostgres(db) : emptySqlite(db)

async function emptySqlite(db: OpenDatabase['db']): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not in ('sqlite_stat1', 'sqlite_stat4', ${MIGRATIONS})
  `.execute(db)
  const counts = rows.map(
    ({ name }) => sql`select ${sql.lit(name)} as name where exists (select 1 from ${sql.table(name)})`,
  )
  const used = await sql<{ name: string }>`${sql.join(counts, sql` union all `)}`.execute(db)
  await sql`pragma foreign_keys = off`.execute(db)
  await db.transaction().execute(async (tx) => {
    for (const { name } of used.rows) await sql`delete from ${sql.table(name)}`.execute(tx)
  })
  await sql`pragma foreign_keys = on`.execute(db)
}

/** Tables that never had a row have no bytes. Truncating the others would also truncate all that refer to them. */
const emptyPostgres = (db: OpenDatabase['db']): Promise<unknown> =>
  sql
    .raw(
      `do $$
      declare
        used text;
      begin
        set local session_replication_role = replica;
        for used in
          select oid::regclass::text from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> '${MIGRATIONS}'
            and pg_relation_size(oid) > 0
        loop
          execute 'delete from ' || used;
        end loop;
        for used in
          select format('%I.%I', schemaname, sequencename) from pg_sequences where last_value is not null
        loop
          perform setval(used::regclass, 1, false);
        end loop;
      end $$`,
    )
    .execute(db)
