import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Db } from './db.ts'
import { outsideOfTransaction } from './one-connection.testing.ts'
import { preparedInsert, preparedQuery } from './prepared.ts'
import { describeOnEachDatabase } from './testing.ts'

let builds = 0
const byVersion = preparedQuery((db, p: { slug: string; version: number; most: number }) => {
  builds++
  return db
    .selectFrom('organizations')
    .select(['slug', 'version'])
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('version', '=', p.version), eb('slug', '=', p.slug), eb('name', '=', p.slug)]))
    .orderBy('slug')
    .limit(p.most)
})

describeOnEachDatabase('preparedQuery', (open) => {
  let db: Db
  beforeAll(async () => {
    db = (await open()).db
    const row = { name: '-', config: '{}', created_at: 1, updated_at: 1 }
    const rows = ['a', 'b', 'c'].map((slug, index) => ({ ...row, slug, version: index + 1 }))
    await db.insertInto('organizations').values(rows).execute()
  })

  it('puts each value in the place of its field, beside constants', async () => {
    builds = 0
    expect(await byVersion.all(db, { slug: 'a', version: 3, most: 9 })).toEqual([
      { slug: 'a', version: 1 },
      { slug: 'c', version: 3 },
    ])
    expect(await byVersion.all(db, { most: 1, version: 2, slug: 'a' })).toEqual([{ slug: 'a', version: 1 }])
    expect(await byVersion.first(db, { slug: "' or 1=1 --", version: 0, most: 9 })).toBeUndefined()
    expect(builds).toBe(1)
  })

  it('sees the changes of its transaction, without being built again', async () => {
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('organizations').set({ version: 50 }).where('slug', '=', 'b').execute()
      expect(await byVersion.first(tx, { slug: '', version: 50, most: 1 })).toEqual({
        slug: 'b',
        version: 50,
      })
    })
    expect(builds).toBe(1)
  })

  it('returns what it changed', async () => {
    const rename = preparedQuery((handle, p: { id: number; name: string }) =>
      handle.updateTable('organizations').set({ name: p.name }).where('id', '=', p.id).returning('name'),
    )
    expect(await rename.first(db, { id: 1, name: 'New' })).toEqual({ name: 'New' })
  })

  it('refuses a field that would not become a parameter', async () => {
    const careless = preparedQuery((handle, p: { slug: string; wanted: boolean }) =>
      handle
        .selectFrom('organizations')
        .select('id')
        .where('slug', '=', p.wanted ? 'a' : p.slug),
    )
    await expect(careless.all(db, { slug: 'a', wanted: false })).rejects.toThrow('"wanted"')
  })

  it('caches results only until the next commit of any connection, and never inside a transaction', async () => {
    const nameOf = preparedQuery(
      (handle, p: { slug: string }) =>
        handle.selectFrom('organizations').select('name').where('slug', '=', p.slug),
      { remember: 2 },
    )
    const rename = (handle: Db, name: string) =>
      handle.updateTable('organizations').set({ name }).where('slug', '=', 'a').execute()
    await rename(db, 'one')
    expect(await nameOf.first(db, { slug: 'a' })).toEqual({ name: 'one' })
    expect(await nameOf.first(db, { slug: 'a' })).toEqual({ name: 'one' })
    await rename(db, 'two')
    expect(await nameOf.first(db, { slug: 'a' })).toEqual({ name: 'two' })
    await db.transaction().execute(async (tx) => {
      await rename(tx, 'three')
      expect(await nameOf.first(tx, { slug: 'a' })).toEqual({ name: 'three' })
      const outside = outsideOfTransaction(() => nameOf.first(db, { slug: 'a' }))
      expect(await outside).toEqual({ name: 'two' })
    })
    expect(await nameOf.first(db, { slug: 'a' })).toEqual({ name: 'three' })
    for (const slug of ['b', 'c', 'd', 'a']) await nameOf.first(db, { slug })
    expect(await nameOf.first(db, { slug: 'a' })).toEqual({ name: 'three' })
  })
})

describeOnEachDatabase('preparedInsert', (open) => {
  const insert = preparedInsert('organizations', {
    fields: ['slug', 'name', 'config', 'version', 'created_at', 'updated_at'],
    defaults: { name: 'Unnamed', config: '{}', version: 7, updated_at: 2 },
    sizes: [4, 1],
  })
  let db: Db
  const slugs = (count: number) => Array.from({ length: count }, (_, at) => `org-${at}`)
  const rowsOf = (count: number) =>
    // The order of the fields does not matter.
    slugs(count).map((slug, at) => ({ created_at: at, slug, config: '{}', name: `N${at}`, updated_at: 3 }))
  const saved = () =>
    db.selectFrom('organizations').select(['slug', 'name', 'created_at']).orderBy('created_at').execute()

  beforeEach(async () => {
    db = (await open()).db
  })

  it.each([0, 1, 4, 11])('writes %d rows, each with its own values', async (count) => {
    await insert(db, rowsOf(count))
    expect(await saved()).toEqual(slugs(count).map((slug, at) => ({ slug, name: `N${at}`, created_at: at })))
  })

  it('uses the defaults for missing fields, and keeps values that are empty or zero', async () => {
    const row = { created_at: 1, updated_at: 1, config: '' }
    await insert(db, [{ ...row, slug: 'a', name: '', version: 0 }, { ...row, slug: 'b' } as never])
    const rows = await db.selectFrom('organizations').select(['name', 'config', 'version']).orderBy('slug')
    expect(await rows.execute()).toEqual([
      { name: '', config: '', version: 0 },
      { name: 'Unnamed', config: '', version: 7 },
    ])
  })

  it('builds each statement once for a database and its transactions', async () => {
    await insert(db, rowsOf(5))
    await db.deleteFrom('organizations').execute()
    const building = vi.spyOn(db, 'insertInto')
    await insert(db, rowsOf(9))
    await db.transaction().execute(async (tx) => {
      const inTransaction = vi.spyOn(tx, 'insertInto')
      await insert(tx, [{ ...rowsOf(1)[0], slug: 'one more', created_at: 99 } as never])
      expect(inTransaction).not.toHaveBeenCalled()
    })
    expect(building).not.toHaveBeenCalled()
    expect(await saved()).toHaveLength(10)
  })
})
