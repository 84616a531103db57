/** The part of the `node:sqlite` API that is used here. */
export interface SqliteStatement {
  all(...parameters: readonly unknown[]): unknown[]
  // Missing in the first releases of Node 22.
  columns?(): { name: string }[]
  setReturnArrays?(enabled: boolean): void
}

export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export type OpenSqliteDatabase = (file: string, options: { readOnly: boolean }) => SqliteDatabase

interface SqliteModule {
  DatabaseSync: new (file: string, options: { readOnly: boolean }) => SqliteDatabase
}

/** Node's own SQLite if available (22 and later), otherwise the package with the same API. */
export async function loadSqlite(): Promise<OpenSqliteDatabase> {
  // Loaded this way because importing a module that Node 20 does not have breaks bundlers and type checks.
  const builtIn = process.getBuiltinModule as ((name: string) => object | undefined) | undefined
  const sqlite = withoutWarnings(() => builtIn?.('node:sqlite'))
  const { DatabaseSync }: SqliteModule = isSqliteModule(sqlite)
    ? sqlite
    : await import('@photostructure/sqlite')
  return (file, options) => new DatabaseSync(file, options)
}

/** Hides Node 22's warning that the module is experimental, which operators can't act on. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

const isSqliteModule = (loaded: object | undefined): loaded is SqliteModule =>
  loaded !== undefined && 'DatabaseSync' in loaded
