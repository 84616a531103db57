import { beforeEach, expect, it } from 'vitest'
import type { Db } from './db.ts'
import { createRemoveOld, inBatches } from './in-batches.ts'
import { describeOnEachDatabase } from './testing.ts'

const removeOld = createRemoveOld('lti_nonces', { key: 'nonce_hash', time: 'expires_at' })

describeOnEachDatabase('old rows', (open) => {
  let db: Db
  const left = async () =>
    (await db.selectFrom('lti_nonces').selectAll().orderBy('expires_at').execute()).map(
      (row) => row.expires_at,
    )

  beforeEach(async () => {
    db = (await open()).db
    const rows = Array.from({ length: 9 }, (_, at) => ({ nonce_hash: `hash ${at}`, expires_at: at }))
    await db.insertInto('lti_nonces').values(rows).execute()
  })

  it('deletes those whose time is over, at most as many as allowed', async () => {
    expect(await removeOld(db, 7, 4)).toBe(4)
    expect(await left()).toHaveLength(5)
    expect(await removeOld(db, 7, 4)).toBe(3)
    expect(await removeOld(db, 7, 4)).toBe(0)
    expect(await left()).toEqual([7, 8])
  })

  it('deletes batch after batch until none is left or the server stops', async () => {
    const going = new AbortController().signal
    const sizes: number[] = []
    const removed = await inBatches(
      async (limit) => {
        sizes.push(limit)
        return removeOld(db, 7, limit)
      },
      going,
      3,
    )
    expect(removed).toBe(7)
    expect(sizes).toHaveLength(3)
    expect(await inBatches((limit) => removeOld(db, 9, limit), AbortSignal.abort(), 3)).toBe(0)
    expect(await left()).toEqual([7, 8])
  })
})
