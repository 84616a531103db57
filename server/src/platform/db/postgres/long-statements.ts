import type pg from 'pg'
import type { NewClientOptions } from './open-postgres.ts'
import { isConnectionLost, toPostgresError } from './postgres-error.ts'

/** Runs statements in one transaction that may take hours. Aborting cancels them. A lost connection is "unavailable". */
export type RunLong = (statements: readonly string[], signal: AbortSignal) => Promise<void>

/**
 * Locks must not outlive this process: the database notices within seconds that it was killed (from PostgreSQL 14 on, where the operating system
 * can tell), and within a minute that it hangs.
 */
const SETTINGS = `
  select set_config('statement_timeout', '0', true),
         set_config('idle_in_transaction_session_timeout', '60s', true)`
const WATCH_CLIENT = `
  select set_config('client_connection_check_interval', '2s', true)
    from pg_settings where name = 'client_connection_check_interval'`

/** On a connection of its own: those of the pool have a time limit. */
export const createRunLong =
  (newClient: (options?: NewClientOptions) => pg.Client): RunLong =>
  async (statements, signal) => {
    signal.throwIfAborted()
    const client = newClient({ queryTimeoutMs: 0, name: 'bellwether-long' })
    // Without a listener, a lost connection would end the process. The statement fails anyway.
    client.on('error', () => undefined)
    let cancelling: Promise<void> | undefined
    let onAbort: () => void = () => undefined
    try {
      await client.connect()
      await client.query('begin')
      // A connection pooler has process ids of its own.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      onAbort = () => {
        cancelling = cancel(newClient(), rows[0]?.pid ?? 0)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      await client.query(SETTINGS)
      await watchClient(client)
      for (const statement of statements) {
        signal.throwIfAborted()
        await client.query(statement)
      }
      await client.query('commit')
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof Error && isConnectionLost(error) ? toPostgresError(error) : error
    } finally {
      signal.removeEventListener('abort', onAbort)
      await cancelling
      await client.end().catch(() => undefined)
    }
  }

/** Refused by servers whose operating system can't tell. */
async function watchClient(client: pg.Client): Promise<void> {
  await client.query('savepoint before_watching')
  try {
    await client.query(WATCH_CLIENT)
  } catch (error) {
    if (error instanceof Error && isConnectionLost(error)) throw error
    await client.query('rollback to savepoint before_watching')
  }
}

/** The statement would go on without its client. */
async function cancel(client: pg.Client, pid: number): Promise<void> {
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_cancel_backend($1)', [pid])
  } catch {
    // The database is away, and the statement with it.
  } finally {
    await client.end().catch(() => undefined)
  }
}
