import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

export interface DedicatedConnectionDeps {
  newClient(): pg.Client
  /** Runs on each new connection before it is used. A failure ends the connection. */
  prepare(client: pg.Client): Promise<void>
  onUp(): void
  /** Called each time a connection is lost or can't be opened. */
  onDown(error: unknown): void
  onNotification(payload: string): void
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5000
const CLOSE_LIMIT_MS = 1000

/** A connection outside the pool that is restored whenever it is lost. */
export function createDedicatedConnection(deps: DedicatedConnectionDeps) {
  let current: pg.Client | undefined
  let loseCurrent: (error: unknown) => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isClosed = false

  async function connect(): Promise<void> {
    const client = deps.newClient()
    let isLost = false
    const lose = (error: unknown): void => {
      if (isLost) return
      isLost = true
      if (current === client) current = undefined
      // Not awaited, because the other side may have disappeared.
      client.end().catch(() => undefined)
      if (isClosed) return
      deps.onDown(error)
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++)
      timer = setTimeout(() => void connect(), pause * (0.5 + Math.random() / 2)).unref()
    }
    client.on('error', lose)
    client.on('end', () => lose(new Error('the connection was closed')))
    client.on('notification', ({ payload = '' }) => deps.onNotification(payload))
    try {
      await client.connect()
      await deps.prepare(client)
    } catch (error) {
      lose(error)
      return
    }
    if (isLost) return
    if (isClosed) return lose(undefined)
    current = client
    loseCurrent = lose
    failures = 0
    deps.onUp()
  }

  return {
    get isUp(): boolean {
      return current !== undefined
    },

    /** Undefined when there is no connection at the moment. */
    run<Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> | undefined {
      return current?.query(sql, [...parameters]).then(({ rows }) => rows as Row[])
    },

    /** The connection seems to be open but does not respond: the other side may have disappeared. */
    replace(): void {
      if (current) loseCurrent(new Error('the connection does not respond'))
    },

    /** Resolves after the first attempt, successful or not. */
    start: connect,

    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())
      await Promise.race([current?.end().catch(() => undefined), limit])
    },
  }
}

export type DedicatedConnection = ReturnType<typeof createDedicatedConnection>
