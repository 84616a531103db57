import { LRUCache } from 'lru-cache'
import type { OpenSqliteDatabase, SqliteStatement } from './sqlite-module.ts'

const MAX_STATEMENTS = 200

export interface SqliteReader {
  all(sql: string, parameters: readonly unknown[]): unknown[]
  /** Changes with every commit of any connection. Cheaper than the smallest read. */
  changes(): unknown
  /**
   * Call this when a commit was acknowledged: its caller must see it, even within the same turn of the event loop.
   */
  noteCommit(): void
  /** Call this when tables were changed: a prepared `select *` keeps its original columns. */
  forgetStatements(): void
  close(): void
}

type RunStatement = (parameters: readonly unknown[]) => unknown[]

/**
 * Reads on the calling thread: a point read takes a few microseconds, less than a message to another thread. Each
 * statement sees the last commit, because none stays open after `all`.
 */
export function openReader(open: OpenSqliteDatabase, file: string): SqliteReader {
  const database = open(file, { readOnly: true })
  // In WAL mode a reader rarely waits; if it would have to, the driver uses the writer thread instead.
  database.exec('pragma busy_timeout = 0')
  database.exec('pragma cache_size = -32000')
  database.exec('pragma mmap_size = 134217728')
  database.exec('pragma temp_store = memory')
  const statements = new LRUCache<string, RunStatement>({ max: MAX_STATEMENTS })
  const dataVersion = toRunner(database.prepare('pragma data_version'))
  let outdated = false
  let version: unknown
  let isAsked = false
  const askAgain = () => {
    isAsked = false
  }

  return {
    changes() {
      // Checked once per turn of the event loop, and again after each commit of this process.
      if (!isAsked) {
        isAsked = true
        setImmediate(askAgain)
        version = (dataVersion([])[0] as { data_version: unknown }).data_version
      }
      return version
    },
    noteCommit: askAgain,
    all(sql, parameters) {
      if (outdated) {
        // A connection only notices schema changes when it runs a statement.
        database.exec('select 1 from sqlite_schema limit 1')
        statements.clear()
        outdated = false
      }
      let run = statements.get(sql)
      if (run === undefined) {
        run = toRunner(database.prepare(sql))
        statements.set(sql, run)
      }
      return run(parameters)
    },
    forgetStatements() {
      outdated = true
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

/**
 * Reads rows as arrays and converts them to objects here: a third faster than when the binding sets each field by
 * name.
 */
function toRunner(statement: SqliteStatement): RunStatement {
  if (!statement.columns || !statement.setReturnArrays) return (parameters) => statement.all(...parameters)
  statement.setReturnArrays(true)
  const names = statement.columns().map(({ name }) => name)
  return (parameters) => {
    const rows = statement.all(...parameters) as unknown[][]
    return rows.map((values) => toObject(names, values))
  }
}

function toObject(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = values[i]
  return row
}
