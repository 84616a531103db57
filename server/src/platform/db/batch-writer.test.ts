import { beforeAll, beforeEach, expect, it } from 'vitest'
import { createBatchWriter } from './batch-writer.ts'
import type { Db } from './db.ts'
import { createTestOutbox, describeOnEachDatabase } from './testing.ts'

type Row = { key: string; points: number; expire: null }
const row = (index: number): Row => ({ key: `k${index}`, points: index, expire: null })

describeOnEachDatabase('createBatchWriter', (open) => {
  let db: Db
  let batches: number[]
  let errors: { message: string; lost: number }[]
  let failures: number

  beforeAll(async () => {
    db = (await open()).db
  })
  beforeEach(async () => {
    await db.deleteFrom('rate_limits').execute()
    batches = []
    errors = []
    failures = 0
  })

  const create = (limits: { maxRows?: number; maxDelayMs?: number; maxQueued?: number }) =>
    createBatchWriter<Row, Row>({
      ...limits,
      outbox: createTestOutbox(db),
      kind: 'rows',
      prepare: (rows) => rows,
      write: async (tx, rows) => {
        await tx
          .insertInto('rate_limits')
          .values([...rows])
          .execute()
        batches.push(rows.length)
        if (failures-- > 0) throw new Error('no')
      },
      onError: (error, lost) => errors.push({ message: String(error), lost }),
    })
  const saved = async () => {
    const rows = await db.selectFrom('rate_limits').select('points').orderBy('points').execute()
    return rows.map(({ points }) => points)
  }

  it('saves rows in the given order and batch size', async () => {
    const writer = create({ maxRows: 4, maxDelayMs: 60_000 })
    for (let i = 0; i < 10; i++) writer.add(row(i))
    await writer.flush()
    expect(batches).toEqual([4, 4, 2])
    expect(await saved()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    await writer.close()
  })

  it('saves a row that is added just as a batch ends before `flush` resolves', async () => {
    // Whatever number of steps the end of a batch takes.
    for (let steps = 0; steps < 12; steps++) {
      const written: Row[] = []
      const writer = createBatchWriter<Row, Row>({
        kind: 'rows',
        prepare: (rows) => rows,
        write: async () => undefined,
        onError: (error) => {
          throw error
        },
        maxDelayMs: 60_000,
        outbox: {
          ...createTestOutbox(db),
          writer: () => ({
            write: async (rows) => void written.push(...(rows as unknown as Row[])),
            defer: async () => undefined,
            waiting: 0,
          }),
        },
      })
      writer.add(row(1))
      const first = writer.flush()
      for (let step = 0; step < steps; step++) await Promise.resolve()
      writer.add(row(2))
      await writer.flush()
      expect(written).toEqual([row(1), row(2)])
      await first
      await writer.close()
    }
  })

  it('saves a few rows after the delay', async () => {
    const writer = create({ maxDelayMs: 5 })
    writer.add(row(1))
    writer.add(row(2))
    await expect.poll(saved).toEqual([1, 2])
    expect(batches).toEqual([2])
    await writer.close()
  })

  it('retries a failed batch once, and leaves nothing of the first attempt', async () => {
    const writer = create({ maxDelayMs: 60_000 })
    failures = 1
    writer.add(row(1))
    await writer.flush()
    expect(await saved()).toEqual([1])
    expect(errors).toEqual([{ message: 'Error: no', lost: 0 }])
    expect(writer.lost).toBe(0)
    await writer.close()
  })

  it('drops a batch after the second failure, reports it, and continues with the next', async () => {
    const writer = create({ maxRows: 2, maxDelayMs: 60_000 })
    failures = 2
    for (let i = 0; i < 3; i++) writer.add(row(i))
    await writer.flush()
    expect(await saved()).toEqual([2])
    expect(errors.map(({ lost }) => lost)).toEqual([0, 2])
    expect(writer.lost).toBe(2)
    await writer.close()
  })

  it('drops and counts the oldest rows beyond the memory limit', async () => {
    const writer = create({ maxRows: 1000, maxDelayMs: 60_000, maxQueued: 10 })
    for (let i = 0; i < 13; i++) writer.add(row(i))
    expect(writer.lost).toBe(3)
    await writer.close()
    expect(await saved()).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })

  it('saves the remaining rows on close, and accepts none afterwards', async () => {
    const writer = create({ maxDelayMs: 60_000 })
    writer.add(row(1))
    await writer.close()
    writer.add(row(2))
    expect(await saved()).toEqual([1])
    expect(writer.lost).toBe(1)
  })
})
