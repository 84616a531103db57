import type pg from 'pg'
import { settlesWithin } from '../../time-limit.ts'

export interface SilenceDeps {
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
export function watchSilence({ pool, newClient, onSilent }: SilenceDeps) {
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
