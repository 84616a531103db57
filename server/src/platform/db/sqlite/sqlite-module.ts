/** The part of the `node:sqlite` interface that we use. */
export interface SqliteStatement {
  all(...parameters: readonly unknown[]): unknown[]
  // Not in the first releases of Node 22.
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

/** Node's own SQLite where there is one (from 22 on), else the package with the same interface. */
export async function loadSqlite(): Promise<OpenSqliteDatabase> {
  // Asked for this way because an import of a module that Node 20 does not have stops bundlers and type checks.
  const builtIn = process.getBuiltinModule as ((name: string) => object | undefined) | undefined
  const found = withoutWarnings(() => builtIn?.('node:sqlite'))
  const { DatabaseSync }: SqliteModule = isSqliteModule(found)
    ? found
    : await import('@photostructure/sqlite')
  return (file, options) => new DatabaseSync(file, options)
}

/** Node 22 prints a warning that the module is experimental, which is nothing an operator could act on. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

const isSqliteModule = (found: object | undefined): found is SqliteModule =>
  found !== undefined && 'DatabaseSync' in found
