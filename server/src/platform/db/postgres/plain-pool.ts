import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { statementName } from '../statement-names.ts'
import { databaseBusy, toPostgresError } from './postgres-error.ts'

/** The pool for Kysely, with readable errors. */
export interface PlainPool extends PostgresPool {
  /** Statements end immediately, now and from now on, as if the database had closed all connections. */
  abandon(): void
}

/** The same error means two things: the server can't be reached, or all connections were in use for too long. */
const isPoolExhausted = (pool: pg.Pool, error: unknown): error is Error =>
  error instanceof Error &&
  /timeout exceeded when trying to connect/.test(error.message) &&
  pool.totalCount >= pool.options.max

export function createPlainPool(pool: pg.Pool): PlainPool {
  // Kysely keeps state per connection object, so each client keeps the same wrapper.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  let abandon: () => void = () => undefined
  const abandoned = new Promise<undefined>((resolve) => {
    abandon = () => resolve(undefined)
  })

  /** Waits for a free connection, but not once the database was abandoned. */
  async function connect(): Promise<pg.PoolClient> {
    const connecting = pool.connect()
    const client = await Promise.race([abandoned, connecting])
    if (client) return client
    connecting.then(
      (late) => late.release(true),
      () => undefined,
    )
    throw new Error('Connection terminated')
  }

  return {
    connect: async () => {
      const client = await connect().catch((error: unknown) => {
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
    abandon() {
      abandon()
      // Also ends the statement that a connection waits for.
      for (const client of open) (client as pg.PoolClient & pg.Client).end().catch(() => undefined)
    },
  }
}

function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  /** The server did not answer: the connection may be dead without an error, and must not go back into the pool. */
  let lost: Error | undefined

  async function query(text: string, parameters: readonly unknown[]): Promise<unknown> {
    // Otherwise a rollback would wait for the time limit once more.
    if (lost) throw toPostgresError(lost)
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
