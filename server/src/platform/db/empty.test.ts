import { expect, it } from 'vitest'
import { describeOnEachDatabase } from './testing.ts'

describeOnEachDatabase('an emptied database', (open) => {
  it('is the same one without its rows, and ids start again', async () => {
    const organization = { slug: 'north', name: 'North', config: '{}', created_at: 1, updated_at: 1 }
    const fill = async () => {
      const { db, url } = await open({ emptied: true })
      expect(await db.selectFrom('organizations').selectAll().execute()).toEqual([])
      const { id } = await db
        .insertInto('organizations')
        .values(organization)
        .returning('id')
        .executeTakeFirstOrThrow()
      const user = {
        organization_id: id,
        email: 'ana@example.edu',
        name: 'Ana',
        created_at: 1,
        updated_at: 1,
      }
      await db.insertInto('users').values(user).execute()
      return { id, url }
    }
    const first = await fill()
    expect(await fill()).toEqual(first)
  })

  it('still checks references', async () => {
    const { db } = await open({ emptied: true })
    await open({ emptied: true })
    const user = { organization_id: 99, email: 'ben@example.edu', name: 'Ben', created_at: 1, updated_at: 1 }
    await expect(db.insertInto('users').values(user).execute()).rejects.toThrow()
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })
})
