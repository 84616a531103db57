import { expect, it } from 'vitest'
import type { Db } from '../../db/db.ts'
import { describeOnPostgres } from '../../db/testing.ts'
import { describeStorage, PAGE_SIZE } from '../storage.contract.ts'
import { createPostgresStorage } from './postgres-storage.ts'

const unkeyed = async (db: Db): Promise<number> =>
  (await db.selectFrom('stored_contents').select('id').where('key', 'is', null).execute()).length
const chunks = async (db: Db): Promise<number> =>
  (await db.selectFrom('stored_chunks').select('position').execute()).length

describeOnPostgres('files in PostgreSQL', (open) => {
  describeStorage('PostgreSQL', async () => {
    const { db } = await open()
    return { storage: createPostgresStorage(db, { pageSize: PAGE_SIZE }), leftOvers: () => unkeyed(db) }
  })

  it('take part in a transaction', async () => {
    const { db } = await open()
    const storage = createPostgresStorage(db)
    await storage.put('files/1/a', Buffer.from('old'))
    const staged = await storage.stage('files/1/a', Buffer.from('new'))
    const failing = db.transaction().execute(async (transaction) => {
      await staged.commit(transaction)
      await storage.remove('files/1/b', transaction)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect((await storage.head('files/1/a'))?.size).toBe(3)
    await staged.discard()
    expect(await chunks(db)).toBe(1)
  })

  it('leave no chunks behind when they are removed', async () => {
    const { db } = await open()
    const storage = createPostgresStorage(db)
    await storage.put('files/1/a', Buffer.alloc(3 * 1024 * 1024))
    await storage.put('files/1/a', Buffer.alloc(1024 * 1024))
    expect(await chunks(db)).toBe(8)
    await storage.removeLeftovers(0, new AbortController().signal)
    expect(await chunks(db)).toBe(2)
    await storage.remove('files/1/a')
    await storage.removeLeftovers(0, new AbortController().signal)
    expect(await chunks(db)).toBe(0)
  })

  it('fail as a whole when a part is missing', async () => {
    const { db } = await open()
    const storage = createPostgresStorage(db)
    await storage.put('files/1/a', Buffer.alloc(1024 * 1024))
    await db.deleteFrom('stored_chunks').where('position', '=', 1).execute()
    const opened = await storage.open('files/1/a')
    await expect(opened?.content.toArray()).rejects.toThrow('missing')
  })
})
