import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import type pg from 'pg'
import { linesOf } from './lines-of.ts'

/** Rows are read and written in batches, so that memory does not grow with the table. */
const ROWS_AT_ONCE = 500
/** The same for tables with large values, such as the chunks of files. */
const LARGE_ROWS_AT_ONCE = 8
const LARGE_BATCH_CHARACTERS = 8 * 1024 * 1024
/** PostgreSQL takes no more parameters in one statement. */
const MAX_PARAMETERS = 60_000

interface Table {
  name: string
  columns: string[]
  /** Whether rows have bytes. */
  isLarge: boolean
}

/**
 * Writes every table of the current schema to `<fileOf(table)>`, one row per line as a JSON array of texts, all from
 * one snapshot. Returns the number of rows per table.
 */
export async function dumpTables(
  pool: pg.Pool,
  fileOf: (table: string) => string,
): Promise<Record<string, number>> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const counts: Record<string, number> = {}
    for (const table of await listTables(client)) counts[table.name] = await dumpTable(client, table, fileOf)
    await client.query('commit')
    return counts
  } finally {
    // Not returned to the pool: an error may have left the transaction open.
    client.release(true)
  }
}

async function listTables(client: pg.PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select t.table_name as name,
           json_agg(c.column_name order by c.ordinal_position) as columns,
           bool_or(c.data_type = 'bytea') as "isLarge"
      from information_schema.tables t
      join information_schema.columns c using (table_schema, table_name)
     where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       -- Written by the migrations themselves.
       and t.table_name <> 'schema_migrations'
       -- Unlogged tables are about what runs at the moment.
       and not exists (select from pg_class where oid = format('%I.%I', t.table_schema, t.table_name)::regclass
                                              and relpersistence = 'u')
       -- Copies of vectors, which need an extension that the other database may not have. They are made again.
       and t.table_name not like 'knowledge\\_hnsw\\_%'
     group by t.table_name
     order by t.table_name`)
  return rows
}

async function dumpTable(
  client: pg.PoolClient,
  { name, columns, isLarge }: Table,
  fileOf: (table: string) => string,
): Promise<number> {
  const out = createWriteStream(fileOf(name), { mode: 0o600 })
  const failed = once(out, 'error').then(([error]) => Promise.reject(error))
  failed.catch(() => undefined)
  const write = async (text: string) => {
    if (!out.write(text)) await Promise.race([once(out, 'drain'), failed])
  }
  await write(`${JSON.stringify(columns)}\n`)
  const texts = columns.map((column) => `${quoted(column)}::text`).join(', ')
  await client.query(`declare rows no scroll cursor for select ${texts} from ${quoted(name)}`)
  let count = 0
  for (;;) {
    const { rows } = await client.query<unknown[]>({
      text: `fetch ${isLarge ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE} from rows`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    count += rows.length
    await write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  }
  await client.query('close rows')
  out.end()
  await Promise.race([once(out, 'close'), failed])
  return count
}

/** Loads the files of `dumpTables` into the tables, all or nothing. */
export async function loadTables(
  pool: pg.Pool,
  tables: readonly string[],
  fileOf: (table: string) => string,
): Promise<Record<string, number>> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    const foreignKeys = await listForeignKeys(client)
    // Rows refer to each other across tables and within them, so references are checked only at the end.
    for (const key of foreignKeys) await client.query(`${key} deferrable initially deferred`)
    if (tables.length > 0) await client.query(`truncate ${tables.map(quoted).join(', ')}`)
    const counts: Record<string, number> = {}
    for (const table of tables) counts[table] = await loadTable(client, table, fileOf(table))
    await client.query('set constraints all immediate')
    for (const key of foreignKeys) await client.query(`${key} not deferrable`)
    await continueSequences(client)
    await client.query('commit')
    return counts
  } finally {
    client.release(true)
  }
}

async function listForeignKeys(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('alter table %s alter constraint %I', conrelid::regclass, conname) as statement
      from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace`)
  return rows.map(({ statement }) => statement)
}

async function loadTable(client: pg.PoolClient, table: string, file: string): Promise<number> {
  let columns: string[] | undefined
  let batch: unknown[][] = []
  let count = 0
  let characters = 0
  const flush = async () => {
    if (batch.length === 0 || columns === undefined) return
    const names = columns.map(quoted).join(', ')
    let parameter = 0
    const values = batch.map((row) => `(${row.map(() => `$${++parameter}`).join(', ')})`).join(', ')
    await client.query(
      `insert into ${quoted(table)} (${names}) overriding system value values ${values}`,
      batch.flat(),
    )
    count += batch.length
    batch = []
    characters = 0
  }
  for await (const line of linesOf(createReadStream(file, 'utf8'))) {
    const row = JSON.parse(line)
    if (columns === undefined) columns = row
    else batch.push(row)
    characters += line.length
    const maxRows = Math.min(ROWS_AT_ONCE, MAX_PARAMETERS / Math.max(1, columns?.length ?? 1))
    if (batch.length >= maxRows || characters >= LARGE_BATCH_CHARACTERS) await flush()
  }
  await flush()
  return count
}

/** New rows get ids after the restored ones. */
async function continueSequences(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(%L, greatest((select coalesce(max(%I), 0) from %I), 1), exists (select from %I))',
                  pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name),
                  column_name, table_name, table_name) as statement
      from information_schema.columns
     where table_schema = current_schema()
       and pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) is not null`)
  for (const { statement } of rows) await client.query(statement)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Whether the current schema has tables, other than those of extensions. */
export const hasTables = async (client: Pick<pg.Pool, 'query'>): Promise<boolean> =>
  (await ownTables(client)).length > 0

/** Empties a schema in which there is nothing else. */
export async function dropTables(pool: pg.Pool): Promise<void> {
  const tables = await ownTables(pool)
  if (tables.length > 0) await pool.query(`drop table ${tables.map(quoted).join(', ')} cascade`)
  await pool.query('drop function if exists bellwether_data_changed()')
}

async function ownTables(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
                                               and deptype = 'e')`)
  return rows.map(({ name }) => name)
}
