import { expect, it } from 'vitest'
import { describeOnPostgres } from './testing.ts'

describeOnPostgres('the guard of all tests', (open) => {
  it('refuses a second connection during a transaction, and no other', async () => {
    const { db } = await open()
    const count = (handle: typeof db) => handle.selectFrom('users').select('id').execute()
    await expect(db.transaction().execute(() => count(db))).rejects.toThrow('second connection')
    expect(await db.transaction().execute((tx) => count(tx))).toEqual([])
    expect(await count(db)).toEqual([])
  })
})
