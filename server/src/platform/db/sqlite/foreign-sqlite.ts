import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SettingsError } from '../../config.ts'
import { loadSqlite, type SqliteDatabase } from './sqlite-module.ts'

/** Values of one row, by column name in lower case. */
export type ForeignRow = Readonly<Record<string, unknown>>

/** A SQLite file of another program. It is only read, and nothing in it is trusted. */
export interface ForeignSqlite {
  /** Names of the tables with their columns in lower case. */
  tables: ReadonlyMap<string, readonly string[]>
  count(table: string): number
  /** Whole pages in the order of insertion; `after` continues behind the last `rowId` of a page. */
  page(table: string, after: string, limit: number): { rowId: string; row: ForeignRow }[]
  /** For tables that have to be joined. Select only integers below 2^53, and texts by `safeValue`. */
  select(sql: string, ...parameters: (string | number)[]): ForeignRow[]
  close(): Promise<void>
}

/** Longer values are read as null. */
const MAX_FOREIGN_VALUE = 32 * 1024 * 1024
const MAX_SAFE = String(Number.MAX_SAFE_INTEGER)
const MAX_COLUMNS = 500

/**
 * SQLite would create files beside a database in WAL mode, even to read it. A file without a log is therefore opened as
 * immutable, and one with a log is copied first.
 */
export async function openForeignSqlite(path: string): Promise<ForeignSqlite> {
  const file = resolve(path)
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new SettingsError(`File not found: ${path}`)
  const copy = (await sizeOf(`${file}-wal`)) > 0 ? await copyWithLog(file) : undefined
  const address = copy ? join(copy, 'copy.db') : `${pathToFileURL(file).href}?immutable=1`
  try {
    const database = (await loadSqlite())(address, { readOnly: true })
    return createReader(database, async () => {
      if (copy) await rm(copy, { recursive: true, force: true })
    })
  } catch (error) {
    if (copy) await rm(copy, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(`${path} is not a readable SQLite database: ${reason}.`, { cause: error })
  }
}

function createReader(database: SqliteDatabase, removeCopy: () => Promise<void>): ForeignSqlite {
  // Nothing in the file may call functions, such as those of generated columns.
  database.exec('pragma trusted_schema = off')
  const tables = readTables(database)
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    tables,
    count(table) {
      const [row] = prepare(`select count(*) as n from ${quote(table)}`).all() as { n: number }[]
      return row?.n ?? 0
    },
    page(table, after, limit) {
      const columns = tables.get(table) ?? []
      const fields = columns.map((name, at) => `${safeValue(quote(name))} as c${at}`)
      const sql = `select ${['cast(rowid as text) as r', ...fields].join(', ')} from ${quote(table)}
        where rowid > cast(? as integer) order by rowid limit ?`
      const rows = prepare(sql).all(after, limit) as Record<string, unknown>[]
      return rows.map((row) => ({
        rowId: String(row['r']),
        row: Object.fromEntries(columns.map((name, at) => [name, row[`c${at}`]])),
      }))
    },
    select: (sql, ...parameters) => prepare(sql).all(...parameters) as ForeignRow[],
    async close() {
      statements.clear()
      database.close()
      await removeCopy()
    },
  }
}

function readTables(database: SqliteDatabase): Map<string, string[]> {
  const names = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'`,
    )
    .all() as { name: string }[]
  return new Map(
    names.map(({ name }) => {
      const columns = database.prepare(`select name from pragma_table_info(?)`).all(name) as {
        name: string
      }[]
      return [name, columns.slice(0, MAX_COLUMNS).map((column) => column.name.toLowerCase())]
    }),
  )
}

/**
 * Numbers that JavaScript can't represent become texts, and values that would fill the memory become null. Texts with
 * U+0000 become bytes: Node 20's SQLite, like SQL's `length`, would end them there.
 */
export const safeValue = (column: string): string =>
  `case when typeof(${column}) = 'integer' and (${column} > ${MAX_SAFE} or ${column} < -${MAX_SAFE}) then cast(${column} as text)
   when typeof(${column}) in ('text', 'blob') and length(cast(${column} as blob)) > ${MAX_FOREIGN_VALUE} then null
   when typeof(${column}) = 'text' and instr(cast(${column} as blob), x'00') > 0 then cast(${column} as blob) else ${column} end`

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

async function copyWithLog(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-import-'))
  try {
    await copyFile(file, join(folder, 'copy.db'))
    await copyFile(`${file}-wal`, join(folder, 'copy.db-wal'))
    return folder
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const sizeOf = async (file: string): Promise<number> => (await stat(file).catch(() => undefined))?.size ?? 0
