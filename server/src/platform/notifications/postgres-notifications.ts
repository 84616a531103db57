import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import * as z from 'zod'
import type { Db } from '../db/db.ts'
import { createDedicatedConnection, type DedicatedConnection } from '../db/postgres/dedicated-connection.ts'
import { growingTo } from '../growing-to.ts'
import { newUuid } from '../ids.ts'
import { tryParseJson } from '../json.ts'
import type { Log } from '../log.ts'
import { createEcho } from './echo.ts'
import { type LoggedMessage, notificationRepository, PG_CHANNEL } from './notification.repository.ts'
import type { Notifications } from './notifications.ts'
import { createSubscribers, type Subscribers } from './subscribers.ts'

export interface PostgresNotificationsDeps {
  db: Db
  newClient(): pg.Client
  /** Of this process. */
  instance: string
  log: Pick<Log, 'error' | 'warn' | 'info'>
  times?: NotificationTimes
}

export interface NotificationTimes {
  /** How often the log is read while notifications don’t arrive. */
  pollMs: number
  /** How often it is checked that notifications arrive. */
  echoMs: number
  /** How long a notification may take to arrive. */
  echoLimitMs: number
}

const TIMES: NotificationTimes = { pollMs: 500, echoMs: 10_000, echoLimitMs: 5000 }
/** PostgreSQL takes less than 8000 bytes. Longer messages are fetched from the log. */
const MAX_PAYLOAD_BYTES = 7000
const KEPT_MS = 10 * 60_000
/** A message can become visible a little later than its time says. */
const OVERLAP_MS = 5000
const MAX_SEEN = 20_000

const payloadSchema = z.object({
  id: z.string().optional(),
  sender: z.string(),
  channel: z.string(),
  message: z.unknown().optional(),
})

/**
 * Messages go through PostgreSQL: NOTIFY for speed, and a table that is read after a lost connection, so that none is missed. While
 * notifications don’t arrive (no connection, or a pooler that does not pass them on), the table is read every half second.
 */
export function createPostgresNotifications(deps: PostgresNotificationsDeps) {
  const { db, newClient, instance, log, times = TIMES } = deps
  const subscribers = createSubscribers(log)
  const missed = createMissedMessages(deps, subscribers)
  const echo = createEcho(times.echoLimitMs, (text) =>
    notificationRepository.notify(db, JSON.stringify({ sender: instance, channel: 'echo', message: text })),
  )
  const timers: NodeJS.Timeout[] = []
  let wasDown = false

  const connection: DedicatedConnection = createDedicatedConnection({
    newClient,
    async prepare(client) {
      await client.query(`listen ${PG_CHANNEL}`)
      if ((await echo.arrives()) === false) throw new Error('notifications do not arrive')
    },
    onUp() {
      if (wasDown) log.info('receiving notifications from other instances again')
      wasDown = false
      void missed.catchUp()
    },
    onDown(error) {
      if (!wasDown) log.warn({ err: error }, 'polling for notifications from other instances')
      wasDown = true
    },
    onNotification(payload) {
      const parsed = parse(payload)
      if (!parsed) return
      const { id, sender, channel, message } = parsed
      if (sender === instance) {
        if (channel === 'echo') echo.receive(message)
      } else if (id === undefined) subscribers.deliver(channel, message)
      else void missed.receive(id, channel, message)
    },
  })

  const every = (milliseconds: number, work: () => Promise<unknown>): void => {
    const tell = (error: unknown) => log.error({ err: error }, 'notifications failed')
    timers.push(setInterval(() => void work().catch(tell), milliseconds).unref())
  }

  async function checkEcho(): Promise<void> {
    if (!connection.isUp) return
    const before = await notificationRepository.now(db).catch(() => undefined)
    const isArriving = await echo.arrives()
    if (isArriving === false) connection.replace()
    else if (isArriving && before !== undefined) missed.noteAllReceived(before)
  }

  const notifications: Notifications = {
    isShared: true,
    async publish({ name }, message) {
      subscribers.deliver(name, message)
      await send({ db, instance }, name, message)
    },
    hint({ name }, message) {
      subscribers.deliver(name, message)
      const payload = JSON.stringify({ sender: instance, channel: name, message })
      notificationRepository.notify(db, payload).catch(() => undefined)
    },
    subscribe: (channel, subscriber) => subscribers.add(channel, subscriber),
    async start() {
      await missed.start()
      await connection.start()
      every(times.pollMs, async () => (connection.isUp && !missed.isBehind ? undefined : missed.read()))
      every(times.echoMs, checkEcho)
      every(60_000, () => notificationRepository.removeOlderThan(db, KEPT_MS).catch(() => undefined))
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      await connection.close()
    },
  }
  return { notifications, connection }
}

async function send({ db, instance }: { db: Db; instance: string }, channel: string, message: unknown) {
  const row: LoggedMessage = { id: newUuid(), sender: instance, channel, message: JSON.stringify(message) }
  const payload = JSON.stringify({ id: row.id, sender: instance, channel, message })
  const isShort = Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES
  await notificationRepository.send(
    db,
    row,
    isShort ? payload : JSON.stringify({ id: row.id, sender: instance, channel }),
  )
}

const parse = (payload: string) => payloadSchema.safeParse(tryParseJson(payload)).data

/** Delivers each logged message once, by notification or from the log. */
function createMissedMessages(
  { db, instance, log }: PostgresNotificationsDeps,
  subscribers: Pick<Subscribers, 'deliver' | 'has' | 'tellToLookAgain'>,
) {
  const seen = new LRUCache<string, true>(growingTo(MAX_SEEN))
  /** All that was sent before this time of the database’s clock has been delivered. */
  let readUntil = 0
  let reading: Promise<void> | undefined
  /** The connection is back, but what was sent in the meantime has not been read yet. */
  let isBehind = false

  function deliver({ id, channel }: Pick<LoggedMessage, 'id' | 'channel'>, message: unknown): void {
    if (seen.has(id)) return
    seen.set(id, true)
    subscribers.deliver(channel, message)
  }

  async function readLog(): Promise<void> {
    const wasBehind = isBehind
    const now = await notificationRepository.now(db)
    const since = readUntil === 0 ? now : readUntil
    const rows = await notificationRepository.listSince(db, instance, since - OVERLAP_MS)
    for (const row of rows) deliver(row, JSON.parse(row.message))
    readUntil = now
    if (!wasBehind) return
    isBehind = false
    subscribers.tellToLookAgain()
  }

  /** Delivers what was not delivered yet. Retried later if the database is unavailable. */
  function read(): Promise<void> {
    reading ??= readLog()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  return {
    read,
    get isBehind() {
      return isBehind
    },

    /** After a lost connection, until it succeeds. */
    async catchUp(): Promise<void> {
      // One that has already begun may have read before the last message was sent.
      await reading
      isBehind = true
      await read()
    },

    async start(): Promise<void> {
      readUntil = await notificationRepository.now(db)
      // Messages from before this instance started are ignored.
      for (const { id } of await notificationRepository.listSince(db, instance, readUntil - OVERLAP_MS))
        seen.set(id, true)
    },

    /** Notifications arrive: there is nothing to catch up on before this time of the database’s clock. */
    noteAllReceived(time: number): void {
      if (!isBehind) readUntil = Math.max(readUntil, time)
    },

    async receive(id: string, channel: string, message: unknown): Promise<void> {
      if (message !== undefined) return deliver({ id, channel }, message)
      if (!subscribers.has(channel)) return
      try {
        const row = await notificationRepository.find(db, id)
        if (row) deliver(row, JSON.parse(row.message))
      } catch (error) {
        log.warn({ err: error }, 'failed to fetch a notification')
        isBehind = true
      }
    },
  }
}
