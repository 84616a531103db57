import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { noteDirectReads } from '../direct-reads.ts'
import { nulCharacter } from '../postgres/postgres-error.ts'
import { isBusy, isSqliteFault, toSqliteError } from './sqlite-error.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import type { SqliteWriter, WriterTransaction } from './sqlite-writer.ts'
import { SCHEMA_CHANGE, type WriterResult } from './writer-thread.ts'

export interface SqliteEngine {
  reader: SqliteReader
  writer: SqliteWriter
}

/** Reads use the reader on this thread, everything else uses the writer on its own thread. */
export const createSqliteDialect = (engine: SqliteEngine): Dialect => ({
  createDriver: () => new TwoConnectionDriver(engine),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter() {
    const adapter = new SqliteAdapter()
    const { reader } = engine
    noteDirectReads(adapter, {
      changes: reader.changes,
      read: (query, parameters) => read(reader, query, parameters),
    })
    return adapter
  },
  createIntrospector: (db) => new SqliteIntrospector(db),
})

class SqliteConnection implements DatabaseConnection {
  readonly #engine: SqliteEngine
  transaction: WriterTransaction | undefined
  changedSchema = false

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = compiled
    if (this.transaction) {
      requireWholeTexts(parameters)
      this.changedSchema ||= SCHEMA_CHANGE.test(sql)
      return toQueryResult(await this.transaction.run(sql, parameters))
    }
    const rows = read(this.#engine.reader, compiled, parameters)
    if (rows) return toQueryResult({ rows })
    this.changedSchema ||= SCHEMA_CHANGE.test(sql)
    const result = await this.#engine.writer.run(sql, parameters)
    this.#engine.reader.noteCommit()
    return toQueryResult(result)
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, but streaming is not supported.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: read in pages.')
  }
}

/**
 * Undefined when it is not a select or the reader would have to wait: the writer can wait without blocking the event
 * loop. Only queries that Kysely built as a select count; raw SQL always goes to the writer.
 */
function read(
  reader: SqliteReader,
  { sql, query }: CompiledQuery,
  parameters: readonly unknown[],
): unknown[] | undefined {
  requireWholeTexts(parameters)
  if (!SelectQueryNode.is(query)) return undefined
  try {
    return reader.all(sql, parameters)
  } catch (error) {
    if (!isSqliteFault(error)) throw error
    if (isBusy(error)) return undefined
    throw toSqliteError(error)
  }
}

class TwoConnectionDriver implements Driver {
  readonly #engine: SqliteEngine

  constructor(engine: SqliteEngine) {
    this.#engine = engine
  }

  async init(): Promise<void> {
    // Both connections are opened before Kysely is created.
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#engine)
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    connection.transaction = await this.#engine.writer.begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.transaction?.commit()
    this.#engine.reader.noteCommit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.transaction?.rollback()
  }

  async savepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(statement(`savepoint ${quoted(name)}`))
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(statement(`rollback to ${quoted(name)}`))
  }

  async releaseSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(statement(`release ${quoted(name)}`))
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (connection.changedSchema) this.#engine.reader.forgetStatements()
    connection.transaction?.release()
    connection.transaction = undefined
  }

  async destroy(): Promise<void> {
    // Closed by the caller that opened the two connections.
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const statement = (sql: string): CompiledQuery => ({
  sql,
  parameters: [],
  query: RawNode.createWithSql(sql),
  queryId: { queryId: sql },
})

function toQueryResult<R>({ rows, changes, lastInsertRowid }: WriterResult): QueryResult<R> {
  // The query's type guarantees the shape of the rows, as with every Kysely dialect.
  if (rows) return { rows: rows as R[] }
  return {
    rows: [],
    ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
    ...(lastInsertRowid === undefined ? {} : { insertId: BigInt(lastInsertRowid) }),
  }
}

/** SQLite would cut a text at U+0000: `north\0x` would match, and overwrite, `north`. */
function requireWholeTexts(parameters: readonly unknown[]): void {
  for (const value of parameters) if (typeof value === 'string' && value.includes('\0')) throw nulCharacter()
}
