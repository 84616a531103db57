import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../../log.ts'
import type { Db } from '../db.ts'
import type { InstanceLocks } from '../instance-locks.ts'
import type { Database } from '../schema.ts'
import { statementName } from '../statement-names.ts'
import { createAdvisoryLocks } from './advisory-locks.ts'
import { databaseBusy, toPostgresError } from './postgres-error.ts'

export interface PostgresSettings {
  maxConnections?: number
  statementTimeoutMs?: number
  connectTimeoutMs?: number
}

export interface OpenPostgres {
  db: Db
  pool: pg.Pool
  isOverloaded(): boolean
  /** A connection outside the pool, for what must not wait for a free one. The caller connects and ends it. */
  newClient(): pg.Client
  locks: InstanceLocks
  size(): Promise<number>
  close(): Promise<void>
}

/** Queries waiting per connection. At a few milliseconds each, a request that finds more of them would wait noticeably long. */
const MAX_WAITING_PER_CONNECTION = 16

/** Statements outside the pool are short; a connection that does not answer is replaced. */
const CLIENT_TIMEOUT_MS = 5000
/** Waiting for the database at shutdown. */
const CLOSE_LIMIT_MS = 3000
const INT8 = 20
const NUMERIC = 1700

export function openPostgres(
  url: string,
  log?: Pick<Log, 'warn'>,
  settings: PostgresSettings = {},
): OpenPostgres {
  const { maxConnections = 20, statementTimeoutMs = 30_000, connectTimeoutMs = 5000 } = settings
  const common = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  }
  const pool = new pg.Pool({
    ...common,
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    // The server may have disappeared without closing the connection; then its own timeout does not help.
    query_timeout: statementTimeoutMs + 5000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'bellwether',
  })
  const locks = createAdvisoryLocks(
    { ...common, query_timeout: CLIENT_TIMEOUT_MS, application_name: 'bellwether-locks' },
    log,
  )
  // An 'error' event without a listener ends the process: the pool speaks for idle connections, and each
  // connection for itself while a transaction holds it.
  const onLost = (error: Error) => log?.warn({ err: error }, 'database connection lost')
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))

  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withPlainErrors(pool) }) })
  let closing: Promise<void> | undefined
  return {
    db,
    pool,
    isOverloaded: () => pool.waitingCount > MAX_WAITING_PER_CONNECTION * maxConnections,
    newClient: () =>
      new pg.Client({ ...common, query_timeout: CLIENT_TIMEOUT_MS, application_name: 'bellwether-listener' }),
    locks,
    size: async () => {
      const { rows } = await sql<{
        size: number
      }>`select pg_database_size(current_database()) as size`.execute(db)
      return rows[0]?.size ?? 0
    },
    close: () => {
      closing ??= atMost(CLOSE_LIMIT_MS, Promise.all([closePool(db, pool), locks.close()]))
      return closing
    },
  }
}

/** A database that went silent never says goodbye: without a limit, the process would wait for it for as long as TCP does. */
async function atMost(milliseconds: number, closing: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    await Promise.race([closing, limit])
  } finally {
    clearTimeout(timer)
  }
}

async function closePool(db: Db, pool: pg.Pool): Promise<void> {
  await db.destroy()
  if (!pool.ended) await pool.end()
}

/** int8 (ids, times, counts) and numeric (sums of int8) as numbers, as SQLite gives them. */
const typeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format ?? 'text')

/** The same error means two things: the server can't be reached, or all connections were in use for too long. */
const isPoolExhausted = (pool: pg.Pool, error: unknown): error is Error =>
  error instanceof Error &&
  /timeout exceeded when trying to connect/.test(error.message) &&
  pool.totalCount >= pool.options.max

function withPlainErrors(pool: pg.Pool): PostgresPool {
  // Kysely keeps state per connection object, so each client keeps the same wrapper.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw isPoolExhausted(pool, error) ? databaseBusy(error) : toPostgresError(error)
      })
      let wrapper = wrappers.get(client)
      if (!wrapper) {
        wrapper = wrapClient(client)
        wrappers.set(client, wrapper)
      }
      return wrapper
    },
    end: () => pool.end(),
  }
}

function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  /** The server did not answer: the connection may be dead without an error, and must not go back into the pool. */
  let lost: Error | undefined

  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    try {
      const name = statementName(text)
      return await client.query(
        name === undefined ? { text, values: [...parameters] } : { name, text, values: [...parameters] },
      )
    } catch (error) {
      if (error instanceof Error && /query read timeout/i.test(error.message)) lost = error
      throw toPostgresError(error)
    }
  }
  // The interface also accepts a cursor, but the dialect has no cursor class, so none is ever passed.
  return { query: query as PostgresPoolClient['query'], release: () => client.release(lost) }
}
