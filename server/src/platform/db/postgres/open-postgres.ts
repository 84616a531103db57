import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../../log.ts'
import { settlesWithin } from '../../time-limit.ts'
import type { Db } from '../db.ts'
import type { InstanceLocks } from '../instance-locks.ts'
import type { Database } from '../schema.ts'
import { createAdvisoryLocks } from './advisory-locks.ts'
import { createPlainPool } from './plain-pool.ts'

export interface PostgresSettings {
  maxConnections?: number
  statementTimeoutMs?: number
  connectTimeoutMs?: number
}

export interface NewClientOptions {
  /** 0 for none. */
  queryTimeoutMs?: number
  /** As the database lists it. */
  name?: string
}

export interface OpenPostgres {
  db: Db
  pool: pg.Pool
  isOverloaded(): boolean
  /** A connection outside the pool, for what must not wait for a free one. The caller connects and ends it. */
  newClient(options?: NewClientOptions): pg.Client
  locks: InstanceLocks
  size(): Promise<number>
  /** From now on, nothing waits for a database that stopped responding. */
  abandonIfSilent(): void
  close(): Promise<void>
}

/** Queries waiting per connection. At a few milliseconds each, a request that finds more of them would wait noticeably long. */
const MAX_WAITING_PER_CONNECTION = 16
/** So that a small pool does not refuse a class that opens a page at the same moment. */
const MIN_WAITING = 64

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
    // Without it, a server that disappeared is noticed after two hours.
    keepAliveInitialDelayMillis: 60_000,
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

  const plain = createPlainPool(pool)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: plain }) })
  const newClient = ({
    queryTimeoutMs = CLIENT_TIMEOUT_MS,
    name = 'bellwether-listener',
  }: NewClientOptions = {}) =>
    new pg.Client({ ...common, query_timeout: queryTimeoutMs, application_name: name })
  const silence = watchSilence({
    pool,
    newClient,
    onSilent() {
      log?.warn('the database does not respond; closing without it')
      plain.abandon()
      locks.abandon()
    },
  })
  const closeAll = async (): Promise<void> => {
    silence.stop()
    const closed = Promise.all([closePool(db, pool), locks.close()])
    // A database that stopped responding never confirms.
    await settlesWithin(closed, silence.isSilent ? 0 : CLOSE_LIMIT_MS)
  }
  let closing: Promise<void> | undefined
  return {
    db,
    pool,
    isOverloaded: () =>
      pool.waitingCount > Math.max(MIN_WAITING, MAX_WAITING_PER_CONNECTION * maxConnections),
    newClient,
    locks,
    abandonIfSilent: silence.start,
    size: async () => {
      const { rows } = await sql<{
        size: number
      }>`select pg_database_size(current_database()) as size`.execute(db)
      return rows[0]?.size ?? 0
    },
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}

async function closePool(db: Db, pool: pg.Pool): Promise<void> {
  await db.destroy()
  if (!pool.ended) await pool.end()
}

/** int8 (ids, times, counts) and numeric (sums of int8) as numbers, as SQLite gives them. */
const typeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format ?? 'text')

interface SilenceDeps {
  pool: Pick<pg.Pool, 'query'>
  newClient(): pg.Client
  /** Called once. */
  onSilent(): void
}

/** A database that has not answered for this long has stopped responding: its machine is paused or cut off. */
const SILENT_MS = 3000
const PAUSE_MS = 500

/**
 * Asks the database again and again, once started, until it does not respond. Over a new connection as well as the
 * pool: all connections of the pool may be busy, or a pooler may have no further one.
 */
function watchSilence({ pool, newClient, onSilent }: SilenceDeps) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isSilent = false

  async function askAnew(): Promise<void> {
    const client = newClient()
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
    } finally {
      client.end().catch(() => undefined)
    }
  }

  async function look(): Promise<void> {
    // An error is a response, too.
    const hasResponded = await settlesWithin(Promise.any([askAnew(), pool.query('select 1')]), SILENT_MS)
    if (isStopped) return
    if (hasResponded) {
      timer = setTimeout(() => void look(), PAUSE_MS).unref()
      return
    }
    isSilent = true
    onSilent()
  }

  return {
    get isSilent() {
      return isSilent
    },
    start: (): void => void look(),
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
