import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { createOutbox } from './outbox.ts'

let folder: string
let isAway: boolean
let written: number[]
let lost: number
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'bellwether-outbox-')), 'unsaved')
  isAway = true
  written = []
  lost = 0
})

function create(maxBytes?: number) {
  const outbox = createOutbox({
    folder,
    onError: (_error, count) => {
      lost += count
    },
    minDelayMs: 1,
    maxDelayMs: 2,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  const numbers = outbox.writer<number>('numbers', async (value) => {
    if (isAway) throw new AppError('unavailable', 'away')
    if (value < 0) throw new Error('never')
    written.push(value)
  })
  return { outbox, numbers }
}

it('writes at once while the database is there; other faults are the caller’s', async () => {
  const { outbox, numbers } = create()
  isAway = false
  await numbers.write(1)
  expect(written).toEqual([1])
  await expect(numbers.write(-1)).rejects.toThrow('never')
  expect(outbox.waiting).toBe(0)
  await outbox.close()
  expect(lost).toBe(0)
})

it('holds what comes while it is away, and writes it in order when it is back', async () => {
  const { outbox, numbers } = create()
  for (const value of [1, 2, -3, 4]) await numbers.write(value)
  expect(outbox.waiting).toBe(4)
  isAway = false
  await expect.poll(() => outbox.waiting).toBe(0)
  expect(written).toEqual([1, 2, 4])
  // What can't be written for another reason does not hold up the rest.
  expect(lost).toBe(1)
  await outbox.close()
})

it('keeps what is left on a stop for the next start, readable by the server only', async () => {
  const first = create()
  await first.numbers.write(1)
  first.numbers.defer(2)
  await first.outbox.close()
  const [file = ''] = readdirSync(folder)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  isAway = false
  const second = create()
  await second.outbox.start()
  await second.outbox.close()
  expect(written).toEqual([1, 2])
  expect(readdirSync(folder)).toEqual([])
  expect(lost).toBe(0)
})

it('holds no more than it may: the oldest go, and are counted', async () => {
  const { outbox, numbers } = create(3)
  for (const value of [1, 2, 3, 4, 5]) await numbers.write(value)
  expect(lost).toBe(2)
  isAway = false
  await outbox.close()
  expect(written).toEqual([3, 4, 5])
})
