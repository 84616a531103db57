import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startDatabaseProxy } from '../../../test/harness/database-proxy.ts'
import { openPostgres } from '../db/postgres/open-postgres.ts'
import { newPostgresDatabase } from '../db/templates.testing.ts'
import { createLocalNotifications } from '../instances/coordination.ts'
import type { Channel, Notifications } from './notifications.ts'
import { createPostgresNotifications } from './postgres-notifications.ts'

const greeting: Channel<{ text: string }> = { name: 'greeting', schema: z.object({ text: z.string() }) }
const log = pino({ level: 'silent' })

/** The received notifications, and how often it was asked to check again. */
function listen(notifications: Notifications) {
  const messages: string[] = []
  let looks = 0
  const end = notifications.subscribe(greeting, {
    receive: ({ text }) => void messages.push(text),
    lookAgain: () => void looks++,
  })
  return { messages, end, looks: () => looks }
}

it('reach every subscriber of one process, until it leaves', async () => {
  const notifications = createLocalNotifications(log)
  const [one, two] = [listen(notifications), listen(notifications)]
  await notifications.publish(greeting, { text: 'hello' })
  one.end()
  notifications.hint(greeting, { text: 'again' })
  expect([one.messages, two.messages]).toEqual([['hello'], ['hello', 'again']])
})

it('reach the others when one subscriber fails', async () => {
  const notifications = createLocalNotifications(log)
  notifications.subscribe(greeting, {
    receive() {
      throw new Error('broken')
    },
    lookAgain: () => undefined,
  })
  const { messages } = listen(notifications)
  await notifications.publish(greeting, { text: 'hello' })
  expect(messages).toEqual(['hello'])
})

const server = process.env['TEST_POSTGRES_URL'] ?? ''
describe.skipIf(server === '')(`notifications through PostgreSQL${server === '' ? ' SKIPPED' : ''}`, () => {
  const ends: (() => Promise<unknown>)[] = []
  let url: string
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
  /** Its way to the database can be cut. */
  let far: Notifications
  let near: Notifications

  function open(at: string, instance: string): Notifications {
    const { db, newClient, close } = openPostgres(at)
    const times = { pollMs: 20, echoMs: 60_000, echoLimitMs: 30_000 }
    const { notifications } = createPostgresNotifications({ db, newClient, instance, log, times })
    ends.push(async () => {
      await notifications.close()
      await close()
    })
    return notifications
  }

  beforeAll(async () => {
    const database = await newPostgresDatabase(server)
    url = database.url
    proxy = await startDatabaseProxy(new URL(url))
    far = open(proxy.url, 'far')
    near = open(url, 'near')
    await far.start()
    await near.start()
    ends.push(async () => proxy.close(), database.drop)
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  it('reach other instances once, and the sending instance immediately', async () => {
    const [there, here] = [listen(far), listen(near)]
    const sent = near.publish(greeting, { text: 'hello' })
    expect(here.messages).toEqual(['hello'])
    await sent
    near.hint(greeting, { text: 'hint' })
    await expect.poll(() => there.messages.length).toBe(2)
    await near.publish(greeting, { text: 'last' })
    await expect.poll(() => there.messages.at(-1)).toBe('last')
    expect([...there.messages].sort()).toEqual(['hello', 'hint', 'last'])
    expect(here.messages).toEqual(['hello', 'hint', 'last'])
  })

  it('may be longer than PostgreSQL can send', async () => {
    const { messages } = listen(far)
    const text = 'é'.repeat(10_000)
    await near.publish(greeting, { text })
    await expect.poll(() => messages.length).toBe(1)
    expect(messages[0] === text).toBe(true)
  })

  it('are not delivered in another shape', async () => {
    const { messages } = listen(far)
    const other: Channel<{ number: number }> = { name: 'greeting', schema: z.object({ number: z.number() }) }
    await near.publish(other, { number: 1 })
    await near.publish(greeting, { text: 'right' })
    await expect.poll(() => messages).toEqual(['right'])
  })

  it('are not missed while the connection is lost', async () => {
    const { messages, looks } = listen(far)
    const before = looks()
    proxy.cut()
    await near.publish(greeting, { text: 'while away' })
    await expect(far.publish(greeting, { text: 'unheard' })).rejects.toMatchObject({ code: 'unavailable' })
    proxy.mend()
    await expect.poll(() => messages).toEqual(['unheard', 'while away'])
    await expect.poll(looks).toBeGreaterThan(before)
    await near.publish(greeting, { text: 'back' })
    await expect.poll(() => messages).toEqual(['unheard', 'while away', 'back'])
  })

  it('are not missed when the connection dies silently', async () => {
    const { db, close } = openPostgres(url)
    const way = await startDatabaseProxy(new URL(url))
    const distant = openPostgres(way.url, undefined, { connectTimeoutMs: 500 })
    const times = { pollMs: 20, echoMs: 50, echoLimitMs: 1000 }
    const { newClient } = distant
    const { notifications, connection } = createPostgresNotifications({
      db,
      newClient,
      instance: 'half',
      log,
      times,
    })
    await notifications.start()
    expect(connection.isUp).toBe(true)
    const { messages } = listen(notifications)
    way.freeze()
    await near.publish(greeting, { text: 'frozen' })
    await expect.poll(() => connection.isUp).toBe(false)
    await near.publish(greeting, { text: 'noticed' })
    await expect.poll(() => messages).toEqual(['frozen', 'noticed'])
    way.mend()
    await expect.poll(() => connection.isUp).toBe(true)
    await notifications.close()
    await distant.close()
    await close()
    way.cut()
    way.close()
  })

  it('are not missed when the log can’t be read at first', async () => {
    const [listening, asking] = [
      await startDatabaseProxy(new URL(url)),
      await startDatabaseProxy(new URL(url)),
    ]
    const { newClient, close: closeListening } = openPostgres(listening.url)
    const { db, close } = openPostgres(asking.url)
    const times = { pollMs: 20, echoMs: 60_000, echoLimitMs: 30_000 }
    const { notifications, connection } = createPostgresNotifications({
      db,
      newClient,
      instance: 'behind',
      log,
      times,
    })
    await notifications.start()
    const { messages, looks } = listen(notifications)
    const before = looks()
    for (const way of [listening, asking]) way.cut()
    await expect.poll(() => connection.isUp).toBe(false)
    await near.publish(greeting, { text: 'missed' })
    listening.mend()
    await expect.poll(() => connection.isUp).toBe(true)
    expect(messages).toEqual([])
    asking.mend()
    await expect.poll(() => messages).toEqual(['missed'])
    await expect.poll(looks).toBeGreaterThan(before)
    await notifications.close()
    await Promise.all([close(), closeListening()])
    for (const way of [listening, asking]) way.close()
  })

  it('are polled where a pooler does not pass them on', async () => {
    const { db, newClient, close } = openPostgres(url)
    const deaf = createPostgresNotifications({
      db,
      // As a pooler in transaction mode: LISTEN succeeds, and nothing ever comes.
      newClient() {
        const client = newClient()
        const query = client.query.bind(client) as (text: string) => Promise<unknown>
        Object.assign(client, { query: (text: string) => query(text.replace(/^listen/, 'select 1 as')) })
        return client
      },
      instance: 'deaf',
      log,
      times: { pollMs: 20, echoMs: 60_000, echoLimitMs: 50 },
    })
    const { messages } = listen(deaf.notifications)
    await deaf.notifications.start()
    await near.publish(greeting, { text: 'polled' })
    await expect.poll(() => messages).toEqual(['polled'])
    expect(deaf.connection.isUp).toBe(false)
    await deaf.notifications.close()
    await close()
  })
})
