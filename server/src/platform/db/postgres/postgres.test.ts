import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabaseProxy } from '../../../../test/harness/database-proxy.ts'
import { withShortTimers } from '../../../../test/harness/short-timers.ts'
import { openPostgres } from './open-postgres.ts'

const refused = { code: 'unavailable', status: 503, details: { retryAfter: expect.any(Number) } }
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'was not refused',
    (error: unknown) => error,
  )

it('says unavailable when the server cannot be reached', async () => {
  const { db, close } = openPostgres('postgres://nobody@127.0.0.1:1/none')
  expect(await refusalOf(sql`select 1`.execute(db))).toMatchObject(refused)
  await close()
})

const url = process.env.TEST_POSTGRES_URL ?? ''
describe.skipIf(url === '')(
  'postgres (SKIPPED when there is none: see scripts/test/test-databases.mjs)',
  () => {
    const lost: unknown[] = []
    const { db, pool, close } = openPostgres(
      url,
      { warn: (...line: unknown[]) => void lost.push(line) },
      { statementTimeoutMs: 200 },
    )
    const terminator = new pg.Client(url)
    beforeAll(() => terminator.connect())
    afterAll(async () => {
      await terminator.end()
      await close()
    })

    const ownProcess = async (handle: typeof db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle)
      return rows[0]!.pid
    }

    const end = async (pid: number) => {
      const before = lost.length
      await terminator.query('select pg_terminate_backend($1)', [pid])
      await expect.poll(() => lost.length).toBeGreaterThan(before)
    }

    it('refuses a number that its column can’t store', async () => {
      const tooLarge = sql`select 1 where 1::integer = cast(${2 ** 31} as integer)`.execute(db)
      expect(await refusalOf(tooLarge)).toMatchObject({ code: 'bad_request', status: 400 })
    })

    it('survives the loss of a connection within a transaction', async () => {
      const transaction = db.transaction().execute(async (tx) => {
        await end(await ownProcess(tx))
        await sql`select 1`.execute(tx)
      })
      expect(await refusalOf(transaction)).toMatchObject(refused)
      expect(lost.length).toBeGreaterThan(0)
      expect(await ownProcess(db)).toBeGreaterThan(0)
    })

    it('survives the loss of an idle connection', async () => {
      const resting = await ownProcess(db)
      // Takes the resting connection; the next one to be asked for rests afterwards.
      const held = await pool.connect()
      const other = await ownProcess(db)
      expect(other).not.toBe(resting)
      await end(other)
      held.release()
      expect(await ownProcess(db)).toBeGreaterThan(0)
    })

    it('says “busy” when all connections are in use, and “overloaded” when many queries wait for one', async () => {
      const small = openPostgres(url, undefined, { maxConnections: 1, connectTimeoutMs: 500 })
      const finish = new EventTarget()
      const held = small.db.transaction().execute(() => once(finish, 'finish'))
      await expect.poll(() => small.pool.totalCount - small.pool.idleCount).toBe(1)
      const fits = Array.from({ length: 40 }, () => refusalOf(sql`select 1`.execute(small.db)))
      await expect.poll(() => small.pool.waitingCount).toBe(40)
      expect(small.isOverloaded()).toBe(false)
      const waiting = Array.from({ length: 40 }, () => refusalOf(sql`select 1`.execute(small.db)))
      await expect.poll(() => small.isOverloaded()).toBe(true)
      for (const refusal of await Promise.all([...fits, ...waiting]))
        expect(refusal).toMatchObject({ ...refused, userMessage: { code: 'server.database_busy' } })
      expect(small.isOverloaded()).toBe(false)
      finish.dispatchEvent(new Event('finish'))
      await held
      expect(await ownProcess(small.db)).toBeGreaterThan(0)
      await small.close()
    })

    it('says unavailable when a statement takes too long', async () => {
      expect(await refusalOf(sql`select pg_sleep(5)`.execute(db))).toMatchObject(refused)
      expect(await ownProcess(db)).toBeGreaterThan(0)
    })

    it('replaces connections that went silent', async () => {
      const proxy = await startDatabaseProxy(new URL(url))
      const behind = openPostgres(proxy.url, undefined, { maxConnections: 1, statementTimeoutMs: 100 })
      const before = await ownProcess(behind.db)
      proxy.freeze()
      expect(await withShortTimers(5100, () => refusalOf(ownProcess(behind.db)))).toMatchObject(refused)
      proxy.mend()
      expect(await ownProcess(behind.db)).not.toBe(before)
      await behind.close()
      proxy.close()
    })

    it('closes although the database went silent', async () => {
      const proxy = await startDatabaseProxy(new URL(url))
      const behind = openPostgres(proxy.url)
      await ownProcess(behind.db)
      await behind.locks.hold('a lock', new AbortController().signal)
      proxy.freeze()
      await withShortTimers(3000, () => behind.close())
      proxy.cut()
      proxy.close()
    })

    it('lets nothing wait for a database that went silent, once it is to be closed', async () => {
      const proxy = await startDatabaseProxy(new URL(url))
      const behind = openPostgres(proxy.url, undefined, { maxConnections: 1 })
      await ownProcess(behind.db)
      await (await behind.locks.hold('another lock', new AbortController().signal)).release()
      behind.abandonIfSilent()
      expect(await ownProcess(behind.db)).toBeGreaterThan(0)
      proxy.freeze()
      // More than there are connections: the second one waits for the first.
      const transaction = behind.db.transaction().execute((tx) => ownProcess(tx))
      const waiting = [transaction, ownProcess(behind.db)].map(refusalOf)
      const isOver = Promise.all(waiting)
      // The next look at the database comes after half a second.
      const refusals = await withShortTimers([500, 3000], () => isOver)
      expect(refusals).toEqual([expect.objectContaining(refused), expect.objectContaining(refused)])
      const later = [
        ownProcess(behind.db),
        behind.db.transaction().execute((tx) => ownProcess(tx)),
        behind.locks.hold('another lock', new AbortController().signal),
      ]
      for (const refusal of await Promise.all(later.map(refusalOf))) expect(refusal).toMatchObject(refused)
      await behind.close()
      proxy.cut()
      proxy.close()
    })

    it('reads int8 and numeric as numbers', async () => {
      const { rows } =
        await sql`select 9007199254740991::int8 as a, 1.5::numeric as b, null::int8 as c`.execute(db)
      expect(rows).toEqual([{ a: Number.MAX_SAFE_INTEGER, b: 1.5, c: null }])
    })
  },
)
