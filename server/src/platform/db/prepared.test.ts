import { beforeAll, expect, it } from 'vitest'
import type { Db } from './db.ts'
import { outsideOfTransaction } from './one-connection.testing.ts'
import { preparedQuery } from './prepared.ts'
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
