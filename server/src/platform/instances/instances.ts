import type { Db } from '../db/db.ts'
import type { DedicatedConnection } from '../db/postgres/dedicated-connection.ts'
import type { Log } from '../log.ts'
import { instanceRepository } from './instance.repository.ts'

/** The server processes of this installation. */
export interface Instances {
  /** Of this process. */
  readonly id: string
  isAlive(id: string): Promise<boolean>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface PostgresInstancesDeps {
  db: Db
  id: string
  /** Heartbeats go here, so that they don’t wait for a free connection of a busy pool. */
  connection: Pick<DedicatedConnection, 'run' | 'replace'>
  log: Pick<Log, 'warn'>
}

const BEAT_MS = 2000
/** An instance without a heartbeat for this long is considered dead. */
export const DEAD_MS = 8000
const FORGOTTEN_MS = 3_600_000

export const createLocalInstances = (id: string): Instances => ({
  id,
  isAlive: async (instance) => instance === id,
  start: async () => undefined,
  stop: async () => undefined,
})

/** Each instance sends heartbeats to the database, so that the others notice when it was killed. */
export function createPostgresInstances({ db, id, connection, log }: PostgresInstancesDeps): Instances {
  let timer: NodeJS.Timeout | undefined
  let hasFailed = false

  async function send(): Promise<void> {
    const query = instanceRepository.beat(db, id, DEAD_MS)
    try {
      const sent = connection.run(query)
      if (sent) return void (await sent)
    } catch {
      connection.replace()
    }
    await instanceRepository.run(db, query)
  }

  async function beat(): Promise<void> {
    try {
      await send()
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'failed to send a heartbeat')
      hasFailed = true
    }
  }

  return {
    id,
    isAlive: async (instance) =>
      instance === id || (await instanceRepository.isAlive(db, id, instance, DEAD_MS)),
    async start() {
      await beat()
      await instanceRepository.removeDeadFor(db, FORGOTTEN_MS)
      timer = setInterval(() => void beat(), BEAT_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await instanceRepository.remove(db, id).catch(() => undefined)
    },
  }
}
