import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SettingsError } from '../../config.ts'
import type { AppError } from '../../errors.ts'
import type { Db } from '../db.ts'
import { migrate } from '../migrate.ts'
import { type OpenSqlite, openSqlite, type SqliteSettings } from './open-sqlite.ts'
import { WriterThread } from './writer-thread.ts'

const insert = (db: Db, key: string) =>
  db.insertInto('rate_limits').values({ key, points: 1, expire: null }).execute()
const keys = async (db: Db) =>
  (await db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map((row) =>
    row.key.slice(0, 10),
  )
const refusalOf = async (work: Promise<unknown>): Promise<Partial<AppError>> =>
  work.then(
    () => ({ message: 'was not refused' }),
    (error: AppError) => ({ code: error.code, status: error.status, details: error.details }),
  )
const refused = { code: 'unavailable', status: 503, details: { retryAfter: expect.any(Number) } }

/** Keeps the database busy for some hundred milliseconds. */
const slowStatement = sql`with recursive n(x) as (select 1 union all select x + 1 from n where x < 1000000) select count(*) from n`

describe('sqlite', () => {
  let folder: string
  let opened: OpenSqlite[]
  const open = async (settings?: SqliteSettings) => {
    const sqlite = await openSqlite(join(folder, 'inner', 'test.db'), settings)
    opened.push(sqlite)
    await migrate(sqlite.db, 'sqlite')
    return sqlite
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-test-'))
    opened = []
  })
  afterEach(async () => {
    await Promise.all(opened.map((sqlite) => sqlite.close()))
    await rm(folder, { recursive: true })
  })

  it('restricts its files to the owner, and is configured for durability', async () => {
    const { db } = await open()
    await insert(db, 'a')
    for (const end of ['', '-wal', '-shm']) {
      expect((await stat(join(folder, 'inner', `test.db${end}`))).mode & 0o777, end).toBe(0o600)
    }
    const setting = async (name: string) => (await sql.raw(`pragma ${name}`).execute(db)).rows[0]
    expect(await setting('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await setting('synchronous')).toEqual({ synchronous: 2 })
    expect(await setting('foreign_keys')).toEqual({ foreign_keys: 1 })
    expect(await setting('busy_timeout')).toEqual({ timeout: 5000 })
  })

  it('reports which file it cannot open, and why', async () => {
    const file = join(folder, 'picture.db')
    await writeFile(file, 'not a database, but long enough to be looked at as one'.repeat(100))
    const failure = await openSqlite(file).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingsError)
    expect(String(failure)).toMatch(/picture\.db cannot be opened: .*not a database/)
  })

  it('keeps the event loop free and answers reads during a slow change', async () => {
    const { db } = await open()
    let finished = false
    const slow = db
      .transaction()
      .execute(async (tx) => {
        await insert(tx, 'slow')
        await slowStatement.execute(tx)
      })
      .finally(() => {
        finished = true
      })
    let turns = 0
    for (; !finished; turns++) {
      if (turns % 100 === 0) await keys(db)
      await nextTurn()
    }
    await slow
    expect(turns).toBeGreaterThan(500)
    expect(await keys(db)).toEqual(['slow'])
  })

  it.each([
    ['a few', 3],
    ['many', 60],
  ])('writes %s values exactly', async (_how, count) => {
    const { db } = await open()
    await sql`create table exact (value)`.execute(db)
    const texts = ['', 'null', '"\\\u2028\u2029', '日本 🐑', '\u0001']
    const numbers = [0, -1, 0.1, 1e-300, 2 ** 53, -1.5e300]
    for (const special of [[null], texts, numbers, [2n ** 60n], [Buffer.from([0, 255])], [Infinity, -0]]) {
      const values: unknown[] = Array.from({ length: count }, (_one, at) => special[at % special.length])
      await sql`delete from exact`.execute(db)
      await sql`insert into exact values ${sql.join(values.map((value) => sql`(${value})`))}`.execute(db)
      const { rows } = await sql<{
        is: string
      }>`select typeof(value) || quote(value) as "is" from exact`.execute(db)
      const alone = await Promise.all(
        values.map(async (value) => {
          const one = await sql<{ is: string }>`select typeof(${value}) || quote(${value}) as "is"`.execute(
            db,
          )
          return one.rows[0]
        }),
      )
      expect(rows).toEqual(alone)
    }
  })

  it('runs changes one at a time, in order', async () => {
    const { db } = await open()
    const order: string[] = []
    const change = (name: string) =>
      db.transaction().execute(async (tx) => {
        order.push(`${name} in`)
        await insert(tx, name)
        await nextTurn()
        order.push(`${name} out`)
      })
    await Promise.all([change('a'), change('b'), insert(db, 'x'), change('c')])
    expect(order).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })

  it('refuses a change that waits too long, and runs the next ones', async () => {
    const { db } = await open({ waitLimitMs: 30 })
    await db.transaction().execute(async (tx) => {
      await insert(tx, 'first')
      expect(await refusalOf(insert(db, 'second'))).toMatchObject(refused)
    })
    await insert(db, 'third')
    expect(await keys(db)).toEqual(['first', 'third'])
  })

  it('reports busy when another process writes for too long, and keeps reading', async () => {
    const [one, other] = [await open(), await open({ busyTimeoutMs: 30 })]
    await one.db.transaction().execute(async (tx) => {
      await insert(tx, 'one')
      expect(await refusalOf(insert(other.db, 'other'))).toMatchObject(refused)
      expect(await refusalOf(other.db.transaction().execute(() => Promise.resolve()))).toMatchObject(refused)
      expect(await keys(other.db)).toEqual([])
    })
    await insert(other.db, 'other')
    expect(await keys(other.db)).toEqual(['one', 'other'])
  })

  it('refuses to start a transaction with a statement, which would block everyone', async () => {
    const { db } = await open()
    await expect(sql`begin`.execute(db)).rejects.toThrow('db.transaction()')
    await insert(db, 'a')
    expect(await keys(db)).toEqual(['a'])
  })

  it('cannot write through the reading connection', async () => {
    const { engine } = await open()
    expect(() => engine.reader.all('delete from rate_limits', [])).toThrow('readonly')
  })

  it('shows columns that were added after a statement was prepared', async () => {
    const { db } = await open()
    await insert(db, 'a')
    const all = () => db.selectFrom('rate_limits').selectAll().executeTakeFirst()
    expect(await all()).toEqual({ key: 'a', points: 1, expire: null })
    await sql`alter table rate_limits add column extra integer default 5`.execute(db)
    expect(await all()).toEqual({ key: 'a', points: 1, expire: null, extra: 5 })
  })

  it('ends the writing thread when nothing is changed, and starts another for the next change', async () => {
    const start = vi.spyOn(WriterThread, 'start')
    const { db } = await open({ idleMs: 1 })
    for (const key of ['a', 'b', 'c']) {
      await insert(db, key)
      const before = start.mock.calls.length
      // The thread empties the log when it ends.
      await expect.poll(async () => (await stat(join(folder, 'inner', 'test.db-wal'))).size).toBe(0)
      await insert(db, `${key}2`)
      expect(start.mock.calls.length).toBe(before + 1)
    }
    // A transaction is not interrupted.
    await db.transaction().execute(async (tx) => {
      await insert(tx, 'd')
      await slowStatement.execute(tx)
      await insert(tx, 'e')
    })
    expect(await keys(db)).toEqual(['a', 'a2', 'b', 'b2', 'c', 'c2', 'd', 'e'])
    start.mockRestore()
  })

  describe('a crash of the writer', () => {
    it('rejects running changes, saves none of them, and starts a new writer', async () => {
      const { db, engine } = await open()
      const transaction = db.transaction().execute(async (tx) => {
        await insert(tx, 'half')
        void engine.writer.crash()
        await slowStatement.execute(tx)
      })
      expect(await refusalOf(transaction)).toMatchObject(refused)
      await insert(db, 'later')
      expect(await keys(db)).toEqual(['later'])
    })

    it('never continues a transaction on the new writer', async () => {
      const { db, engine } = await open()
      const transaction = db.transaction().execute(async (tx) => {
        await insert(tx, 'before')
        await engine.writer.crash()
        expect(await refusalOf(insert(tx, 'after'))).toMatchObject(refused)
      })
      expect(await refusalOf(transaction)).toMatchObject(refused)
      expect(await keys(db)).toEqual([])
    })
  })

  describe('a full disk', () => {
    const large = 'x'.repeat(200_000)
    const setSpace = (db: Db, pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db)

    it('refuses changes with a readable message, keeps reading, and recovers', async () => {
      const { db } = await open()
      await insert(db, 'a')
      await setSpace(db, 1)
      const failure = await insert(db, large).catch((error: AppError) => error)
      expect(failure).toMatchObject({ ...refused, message: expect.stringContaining('full') })
      expect(await keys(db)).toEqual(['a'])
      await setSpace(db, 1_000_000)
      await insert(db, large)
      expect(await keys(db)).toEqual(['a', 'xxxxxxxxxx'])
    })

    it('saves nothing of the affected transaction, even when its error is swallowed', async () => {
      const { db } = await open()
      await setSpace(db, 1)
      const transaction = db.transaction().execute(async (tx) => {
        await insert(tx, 'before')
        await insert(tx, large).catch(() => undefined)
        await insert(tx, 'after').catch(() => undefined)
      })
      await expect(transaction).rejects.toThrow('rolled back')
      expect(await keys(db)).toEqual([])
      await insert(db, 'next')
      expect(await keys(db)).toEqual(['next'])
    })
  })
})
