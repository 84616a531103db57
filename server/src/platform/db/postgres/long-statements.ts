import type pg from 'pg'
import type { NewClientOptions } from './open-postgres.ts'

/** Runs statements in one transaction that may take hours. Aborting cancels them. */
export type RunLong = (statements: readonly string[], signal: AbortSignal) => Promise<void>

/** On a connection of its own: those of the pool have a time limit. */
export const createRunLong =
  (newClient: (options?: NewClientOptions) => pg.Client): RunLong =>
  async (statements, signal) => {
    signal.throwIfAborted()
    const client = newClient({ queryTimeoutMs: 0, name: 'bellwether-long' })
    // Without a listener, a lost connection would end the process. The statement fails anyway.
    client.on('error', () => undefined)
    await client.connect()
    let cancelling: Promise<void> | undefined
    let onAbort: () => void = () => undefined
    try {
      await client.query('begin')
      // A connection pooler has process ids of its own.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      onAbort = () => {
        cancelling = cancel(newClient(), rows[0]?.pid ?? 0)
      }
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      await client.query('set local statement_timeout = 0')
      for (const statement of statements) {
        signal.throwIfAborted()
        await client.query(statement)
      }
      await client.query('commit')
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
      await cancelling
      await client.end().catch(() => undefined)
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
