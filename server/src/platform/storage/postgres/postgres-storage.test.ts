import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import type { Db } from '../../db/db.ts'
import { describeOnPostgres } from '../../db/testing.ts'
import { describeStorage, PAGE_SIZE } from '../storage.contract.ts'
import type { Storage } from '../storage.ts'
import { createPostgresStorage } from './postgres-storage.ts'
import { storedContentRepository } from './stored-content.repository.ts'

const unkeyed = async (db: Db): Promise<number> =>
  (await db.selectFrom('stored_contents').select('id').where('key', 'is', null).execute()).length
const chunks = async (db: Db): Promise<number> =>
  (await db.selectFrom('stored_chunks').select('position').execute()).length
function promiseWithResolvers(): { promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
const textOf = async (storage: Storage, key: string): Promise<string | undefined> => {
  const opened = await storage.open(key)
  return opened && text(opened.content)
}

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

  it('are written, keyed and read together when there are many small ones', async () => {
    const { db } = await open()
    const storage = createPostgresStorage(db)
    const names = ['insertWhole', 'giveFreeKeys', 'findWithBytes', 'giveKey', 'readChunk'] as const
    const spies = names.map((name) => vi.spyOn(storedContentRepository, name))
    const files = Array.from({ length: 32 }, (_one, at) => ({ key: `files/1/${at}`, text: `Text ${at}` }))
    const staged = await Promise.all(files.map(({ key, text }) => storage.stage(key, Buffer.from(text))))
    await Promise.all(staged.map((one) => one.commit()))
    const read = await Promise.all(files.map(({ key }) => textOf(storage, key)))
    expect(read).toEqual(files.map(({ text }) => text))
    expect(spies.map((spy) => spy.mock.calls.length)).toEqual([2, 1, 2, 0, 0])
    expect(await textOf(storage, 'files/1/none')).toBeUndefined()
    for (const spy of spies) spy.mockRestore()
  })

  it('get one key each: the last of those with the same key stays, and a removed one fails alone', async () => {
    const { db } = await open()
    const storage = createPostgresStorage(db)
    const put = ['one', 'two', 'three'].map((text) => storage.put('files/1/same', Buffer.from(text)))
    const removed = await storage.stage('files/1/removed', Buffer.from('x'))
    await removed.discard()
    const results = await Promise.allSettled([...put, removed.commit()])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect(['one', 'two', 'three']).toContain(await textOf(storage, 'files/1/same'))
    expect(await storage.head('files/1/removed')).toBeUndefined()
  })

  it('do not wait for a key that a transaction has locked, except those with that key', async () => {
    const { db } = await open()
    const storage = createPostgresStorage(db)
    const locking = await storage.stage('files/1/locked', Buffer.from('first'))
    const waiting = await storage.stage('files/1/locked', Buffer.from('second'))
    const free = await storage.stage('files/1/free', Buffer.from('free'))
    const { promise: isLocked, resolve: lock } = promiseWithResolvers()
    const { promise: mayEnd, resolve: end } = promiseWithResolvers()
    const transaction = db.transaction().execute(async (tx) => {
      await locking.commit(tx)
      lock()
      await mayEnd
    })
    await isLocked
    const second = waiting.commit()
    await free.commit()
    expect(await textOf(storage, 'files/1/free')).toBe('free')
    end()
    await Promise.all([transaction, second])
    expect(await textOf(storage, 'files/1/locked')).toBe('second')
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
