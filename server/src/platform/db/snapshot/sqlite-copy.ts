import { isSqliteFault, toSqliteError } from '../sqlite/sqlite-error.ts'
import { loadSqlite } from '../sqlite/sqlite-module.ts'

/** Copies a database that may be in use, as a consistent snapshot. The target must not exist. */
export async function copySqlite(file: string, target: string): Promise<void> {
  const open = await loadSqlite()
  const database = open(file, { readOnly: true })
  try {
    database.exec('pragma busy_timeout = 30000')
    database.exec(`vacuum into '${target.replaceAll("'", "''")}'`)
  } catch (error) {
    throw isSqliteFault(error) ? toSqliteError(error) : error
  } finally {
    database.close()
  }
}

/** Undefined when the file is intact, otherwise SQLite's report. */
export async function findDamage(file: string): Promise<string | undefined> {
  const open = await loadSqlite()
  const database = open(file, { readOnly: true })
  try {
    const [row] = database.prepare('pragma quick_check(1)').all() as Record<string, unknown>[]
    const answer = String(Object.values(row ?? {})[0] ?? 'no answer')
    return answer === 'ok' ? undefined : answer
  } catch (error) {
    // Not a database at all, for example.
    return error instanceof Error ? error.message : String(error)
  } finally {
    database.close()
  }
}

export async function countSqliteRows(file: string): Promise<Record<string, number>> {
  const open = await loadSqlite()
  const database = open(file, { readOnly: true })
  try {
    const tables = database
      .prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .all() as { name: string }[]
    return Object.fromEntries(
      tables.map(({ name }) => {
        const [row] = database.prepare(`select count(*) as n from "${name.replaceAll('"', '""')}"`).all() as {
          n: number
        }[]
        return [name, Number(row?.n ?? 0)]
      }),
    )
  } finally {
    database.close()
  }
}
