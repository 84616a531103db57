import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startDatabaseProxy } from '../../../../test/harness/database-proxy.ts'
import { withShortTimers } from '../../../../test/harness/short-timers.ts'
import type { InstanceLocks } from '../instance-locks.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { newPostgresDatabase } from '../templates.testing.ts'

const server = process.env['TEST_POSTGRES_URL']
const never = new AbortController().signal

describe.skipIf(!server)(`locks across instances${server ? '' : ' SKIPPED: no PostgreSQL'}`, () => {
  let made: Awaited<ReturnType<typeof newPostgresDatabase>>
  const databases: OpenDatabase[] = []
  let one: InstanceLocks
  let two: InstanceLocks
  beforeAll(async () => {
    made = await newPostgresDatabase(server ?? '')
    for (let count = 0; count < 2; count++)
      databases.push(await openDatabase({ url: made.url, dataDir: '/nonexistent' }))
    one = databases[0]!.locks
    two = databases[1]!.locks
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
    await made.drop()
  })

  it('are held by one instance at a time, each key separately', async () => {
    const held = await one.hold('a', never)
    await (await two.hold('b', never)).release()
    const order: string[] = []
    const waiting = two.hold('a', never).then((lock) => {
      order.push('second')
      return lock
    })
    await (await two.hold('b', never)).release()
    order.push('first')
    await held.release()
    await (await waiting).release()
    expect(order).toEqual(['first', 'second'])
  })

  it('stop waiting when the request is aborted', async () => {
    const held = await one.hold('c', never)
    const stop = new AbortController()
    const waiting = two.hold('c', stop.signal)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await held.release()
    await (await two.hold('c', never)).release()
  })

  it('need no connection of the pool: more locks than connections can be held', async () => {
    const held = await Promise.all(Array.from({ length: 60 }, (_, number) => one.hold(`d${number}`, never)))
    await databases[0]!.ping()
    for (const lock of held) await lock.release()
  })

  it('report a lost connection, and can be held again afterwards', async () => {
    const held = await one.hold('e', never)
    held.requireHeld()
    const { pool } = databases[1]!
    await pool?.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())`,
    )
    const other = await two.hold('e', never)
    await expect
      .poll(() => {
        try {
          held.requireHeld()
          return 'held'
        } catch (error) {
          return String(error)
        }
      })
      .toContain('database')
    await held.release()
    await other.release()
    await (await one.hold('e', never)).release()
  })

  it('are not kept by an attempt whose answer never came', async () => {
    const proxy = await startDatabaseProxy(new URL(made.url))
    const behind = await openDatabase({ url: proxy.url, dataDir: '/nonexistent' })
    onTestFinished(async () => {
      await behind.close()
      proxy.cut()
      proxy.close()
    })
    await (await behind.locks.hold('f', never)).release()
    proxy.stall()
    await expect(withShortTimers(5000, () => behind.locks.hold('f', never))).rejects.toMatchObject({
      code: 'unavailable',
    })
    // The database gets the attempt late, as after a pause of its machine.
    proxy.mend()
    await (await behind.locks.hold('f', never)).release()
    await (await two.hold('f', never)).release()
  })
})
