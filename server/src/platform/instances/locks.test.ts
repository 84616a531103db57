import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../db/db.ts'
import { describeOnEachDatabase } from '../db/testing.ts'
import { createAlone } from './alone.testing.ts'
import { createPostgresInstances, type Instances } from './instances.ts'
import { createLocalLocks, createSharedLocks, type Locks } from './locks.ts'

const held = (release: (() => void) | undefined): release is () => void => release !== undefined

async function takeAndRelease(first: Locks, second: Locks): Promise<void> {
  const release = await first.take('dialog', 0)
  expect(held(release)).toBe(true)
  expect(await second.take('dialog', 0)).toBeUndefined()
  const other = await second.take('another', 0)
  expect(held(other)).toBe(true)
  other?.()
  const waiting = second.take('dialog', 60_000)
  release?.()
  const next = await waiting
  expect(held(next)).toBe(true)
  // Released twice: the lock of the next one stays.
  release?.()
  expect(await first.take('dialog', 10)).toBeUndefined()
  next?.()
}

describe('locks of one process', () => {
  it('are held by one at a time', async () => {
    const locks = createLocalLocks()
    await takeAndRelease(locks, locks)
  })
})

describeOnEachDatabase('locks of several instances', (open) => {
  let db: Db
  let isPostgres: boolean
  const { notifications, log } = createAlone()
  const connection = { run: () => undefined, replace: () => undefined }
  const instanceOf = (id: string): Instances => createPostgresInstances({ db, id, connection, log })
  const locksOf = (instances: Instances): Locks => createSharedLocks({ db, instances, notifications })

  beforeAll(async () => {
    const opened = await open()
    db = opened.db
    isPostgres = opened.kind === 'postgres'
  })

  /** As if the last heartbeat was this long ago. */
  const age = (id: string, milliseconds: number) =>
    db
      .updateTable('instances')
      .set((eb) => ({ beat_at: eb('beat_at', '-', milliseconds) }))
      .where('id', '=', id)
      .execute()
  const beSteady = (id: string) =>
    db
      .updateTable('instances')
      .set((eb) => ({ steady_since: eb('steady_since', '-', 60_000) }))
      .where('id', '=', id)
      .execute()

  it('are held by one at a time', async () => {
    if (!isPostgres) return
    const [one, two] = [instanceOf('one'), instanceOf('two')]
    await one.start()
    await two.start()
    await takeAndRelease(locksOf(one), locksOf(two))
    await one.stop()
    await two.stop()
  })

  it('end with a dead instance, as judged by a steady one', async () => {
    if (!isPostgres) return
    const [dead, next] = [instanceOf('dead'), instanceOf('next')]
    await dead.start()
    await next.start()
    expect(held(await locksOf(dead).take('essay', 0))).toBe(true)
    await age('dead', 60_000)
    // The database may have been away for both.
    expect(await locksOf(next).take('essay', 0)).toBeUndefined()
    expect(await next.isAlive('dead')).toBe(true)
    await beSteady('next')
    expect(await next.isAlive('dead')).toBe(false)
    expect(await next.isAlive('next')).toBe(true)
    expect(held(await locksOf(next).take('essay', 0))).toBe(true)
    await next.stop()
    await dead.stop()
  })

  it('end with an instance that has stopped', async () => {
    if (!isPostgres) return
    const [stopped, next] = [instanceOf('stopped'), instanceOf('after')]
    await stopped.start()
    await next.start()
    await beSteady('after')
    expect(held(await locksOf(stopped).take('book', 0))).toBe(true)
    await stopped.stop()
    expect(held(await locksOf(next).take('book', 0))).toBe(true)
    await next.stop()
  })
})
