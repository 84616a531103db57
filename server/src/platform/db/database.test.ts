import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isAppError } from '../errors.ts'
import type { Db } from './db.ts'
import { outsideOfTransaction } from './one-connection.testing.ts'
import { describeOnEachDatabase, type TestDatabase } from './testing.ts'
import { isForeignKeyViolation, isUniqueViolation } from './violations.ts'

const organization = (slug: string) => ({
  slug,
  name: slug,
  config: '{}',
  created_at: 1_900_000_000_123,
  updated_at: 1,
})

const insertOrganization = (db: Db, slug: string) =>
  db.insertInto('organizations').values(organization(slug)).returningAll().executeTakeFirstOrThrow()

const slugs = async (db: Db, start: string) => {
  const rows = await db
    .selectFrom('organizations')
    .select('slug')
    .where('slug', 'like', `${start}%`)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.slug)
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describeOnEachDatabase('database', (open) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await open()
    db = database.db
  })

  it('returns the inserted row with its id, defaults and numbers', async () => {
    const row = await insertOrganization(db, 'returning')
    expect(row).toMatchObject({
      slug: 'returning',
      is_system: 0,
      status: 'active',
      version: 1,
      created_at: 1_900_000_000_123,
    })
    expect(typeof row.id).toBe('number')
  })

  it('returns changed rows, counts and sums as numbers', async () => {
    await insertOrganization(db, 'count-1')
    await insertOrganization(db, 'count-2')
    const changed = await db
      .updateTable('organizations')
      .set({ version: 7 })
      .where('slug', 'like', 'count-%')
      .executeTakeFirst()
    expect(changed.numUpdatedRows).toBe(2n)
    const totals = await db
      .selectFrom('organizations')
      .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('created_at').as('sum')])
      .where('slug', 'like', 'count-%')
      .executeTakeFirstOrThrow()
    expect({ ...totals }).toEqual({ rows: 2, sum: 3_800_000_000_246 })
  })

  it('shows a row to a plain read as soon as its write is acknowledged', async () => {
    for (let i = 0; i < 100; i++) {
      const { id } = await insertOrganization(db, `ryw-${i}`)
      expect(
        await db.selectFrom('organizations').select('slug').where('id', '=', id).executeTakeFirst(),
      ).toBeDefined()
    }
  })

  it('shows the rows of a transaction to others only after the commit', async () => {
    await db.transaction().execute(async (tx) => {
      await insertOrganization(tx, 'commit-1')
      expect(await slugs(tx, 'commit-')).toEqual(['commit-1'])
      expect(await outsideOfTransaction(() => slugs(db, 'commit-'))).toEqual([])
    })
    expect(await slugs(db, 'commit-')).toEqual(['commit-1'])
  })

  it('rolls back a failed transaction and passes the error on', async () => {
    const failure = await failureOf(
      db.transaction().execute(async (tx) => {
        await insertOrganization(tx, 'rollback-1')
        throw new Error('on purpose')
      }),
    )
    expect(failure).toMatchObject({ message: 'on purpose' })
    expect(await slugs(db, 'rollback-')).toEqual([])
    await insertOrganization(db, 'rollback-1')
  })

  it('rolls back to a savepoint', async () => {
    const tx = await db.startTransaction().execute()
    await insertOrganization(tx, 'savepoint-1')
    const after = await tx.savepoint('here').execute()
    await insertOrganization(after, 'savepoint-2')
    await after.rollbackToSavepoint('here').execute()
    await tx.commit().execute()
    expect(await slugs(db, 'savepoint-')).toEqual(['savepoint-1'])
  })

  it('loses no update when transactions read, wait and write the same row', async () => {
    const { id } = await insertOrganization(db, 'counter')
    const addOne = () =>
      db.transaction().execute(async (tx) => {
        const select = tx.selectFrom('organizations').select('version').where('id', '=', id)
        const { version } = await (database.kind === 'postgres'
          ? select.forUpdate()
          : select
        ).executeTakeFirstOrThrow()
        await new Promise((resolve) => setTimeout(resolve, 1))
        await tx
          .updateTable('organizations')
          .set({ version: version + 1 })
          .where('id', '=', id)
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, addOne))
    const row = await db
      .selectFrom('organizations')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.version).toBe(21)
  })

  it('refuses statements on a transaction that has ended', async () => {
    let kept: Db | undefined
    await db.transaction().execute(async (tx) => {
      kept = tx
    })
    expect(await failureOf(insertOrganization(kept!, 'late'))).toBeInstanceOf(Error)
  })

  describe('constraints', () => {
    it('distinguishes unique violations from other errors, inside and outside a transaction', async () => {
      await insertOrganization(db, 'twice')
      expect(isUniqueViolation(await failureOf(insertOrganization(db, 'twice')))).toBe(true)
      const inside = failureOf(db.transaction().execute((tx) => insertOrganization(tx, 'twice')))
      expect(isUniqueViolation(await inside)).toBe(true)
      const other = await failureOf(sql`insert into organizations (slug) values ('x')`.execute(db))
      expect(other).toBeInstanceOf(Error)
      expect(isUniqueViolation(other)).toBe(false)
      expect(isAppError(other)).toBe(false)
    })

    it('recognizes a missing parent', async () => {
      const orphan = { organization_id: 999_999, email: 'a@b.c', name: 'A', created_at: 1, updated_at: 1 }
      const failure = await failureOf(db.insertInto('users').values(orphan).execute())
      expect(isForeignKeyViolation(failure)).toBe(true)
      expect(isUniqueViolation(failure)).toBe(false)
    })

    it('refuses values that are not allowed or have the wrong type', async () => {
      const status = sql`insert into organizations (slug, name, config, status, created_at, updated_at)
        values ('s', 's', '{}', 'sleeping', 1, 1)`
      expect(await failureOf(status.execute(db))).toBeInstanceOf(Error)
      const type = sql`insert into organizations (slug, name, config, created_at, updated_at)
        values ('t', 't', '{}', ${'soon'}, 1)`
      expect(await failureOf(type.execute(db))).toBeInstanceOf(Error)
    })
  })

  it('answers a ping, reports its size, and can be closed twice', async () => {
    const other = await open()
    await other.ping()
    expect(await other.size()).toBeGreaterThan(10_000)
    await other.close()
    await other.close()
    await expect(other.ping()).rejects.toThrow()
  })
})
