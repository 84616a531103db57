import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@bellwether/wire'
import pg from 'pg'
import { unavailable } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { InstanceLock, InstanceLocks } from '../instance-locks.ts'
import { toPostgresError } from './postgres-error.ts'

interface Connection {
  client: pg.Client
  isLost: boolean
  /** Ends it, and with it all its locks. */
  lose(): void
  /** One query at a time. */
  last: Promise<unknown>
}

const FIRST_WAIT_MS = 2
const MAX_WAIT_MS = 50

/**
 * Advisory locks of PostgreSQL. All of them are held by one connection outside the pool: waiting for a lock never takes a connection
 * that the holder needs to finish. Since that connection must not block, a lock is tried for until it is free.
 */
export function createAdvisoryLocks(
  config: pg.ClientConfig,
  log?: Pick<Log, 'warn'>,
): InstanceLocks & { abandon(): void; close(): Promise<void> } {
  let current: Promise<Connection> | undefined
  let isAbandoned = false
  const onNotHeld = () =>
    log?.warn('lock lost before it was released; a connection pooler must use session pooling')

  async function connect(): Promise<Connection> {
    const client = new pg.Client(config)
    const lose = () => {
      if (connection.isLost) return
      connection.isLost = true
      current = undefined
      // Not awaited, because the other side may have disappeared.
      client.end().catch(() => undefined)
    }
    const connection: Connection = { client, isLost: false, lose, last: Promise.resolve() }
    client.on('error', (error) => {
      lose()
      log?.warn({ err: error }, 'database connection for locks lost')
    })
    client.on('end', lose)
    try {
      await client.connect()
    } catch (error) {
      lose()
      throw error
    }
    return connection
  }

  async function tryLock(id: string): Promise<Connection | undefined> {
    if (isAbandoned) throw new Error('Connection terminated')
    current ??= connect()
    const connection = await current
    return (await ask(connection, 'pg_try_advisory_lock', id)) ? connection : undefined
  }

  return {
    async hold(key, signal) {
      const id = idOf(key)
      try {
        for (let pause = FIRST_WAIT_MS; ; pause = Math.min(pause * 2, MAX_WAIT_MS)) {
          signal.throwIfAborted()
          const connection = await tryLock(id)
          if (connection) return toLock(connection, id, onNotHeld)
          await wait(pause * (0.5 + Math.random()), undefined, { signal })
        }
      } catch (error) {
        throw signal.aborted ? signal.reason : toPostgresError(error)
      }
    },

    abandon() {
      isAbandoned = true
      current?.then(({ lose }) => lose()).catch(() => undefined)
    },

    async close() {
      const connection = await current?.catch(() => undefined)
      await connection?.client.end()
    },
  }
}

function toLock(connection: Connection, id: string, onNotHeld: () => void): InstanceLock {
  return {
    requireHeld() {
      if (connection.isLost) throw unavailable(say('server.database_unreachable'), 5)
    },
    async release() {
      if (connection.isLost) return
      await ask(connection, 'pg_advisory_unlock', id).then(
        (wasHeld) => wasHeld || onNotHeld(),
        () => undefined,
      )
    },
  }
}

/** Without an answer, nothing tells whether the lock is held now. Ending the connection releases it in any case. */
function ask(connection: Connection, call: string, id: string): Promise<boolean> {
  const reply = connection.last.then(async () => {
    try {
      const text = `select ${call}($1::bigint) as done`
      const { rows } = await connection.client.query<{ done: boolean }>(text, [id])
      return rows[0]?.done === true
    } catch (error) {
      connection.lose()
      throw error
    }
  })
  connection.last = reply.catch(() => undefined)
  return reply
}

/** PostgreSQL identifies locks by 64-bit numbers. */
const idOf = (key: string): string =>
  String(createHash('sha256').update(`bellwether ${key}`).digest().readBigInt64BE())
