import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import type { Db } from '../db.ts'
import { createOutbox } from './outbox.ts'

let folder: string
let isAway: boolean
let written: number[]
let lost: number
let done: Set<string>
let committed: number
/** While the database does not respond: to a statement, or to a commit. */
let silence: Promise<void> | undefined
let commit: Promise<void> | undefined
/** Never used in these tests. */
const tx = {} as Db
beforeEach(() => {
  done = new Set()
  folder = join(mkdtempSync(join(tmpdir(), 'bellwether-outbox-')), 'unsaved')
  isAway = true
  written = []
  lost = 0
  committed = 0
  silence = undefined
  commit = undefined
})

function until(): { over: Promise<void>; end: () => void } {
  let end: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  return { over, end }
}

function create(maxBytes?: number, patienceMs?: number) {
  const outbox = createOutbox({
    folder,
    database: {
      async transaction(work, beforeCommit) {
        await work(tx)
        beforeCommit(undefined)
        await commit
        committed++
      },
      async once({ id }, work) {
        if (done.has(id)) return
        await work(tx)
        done.add(id)
      },
      removeOld: async () => 0,
    },
    onError: (_error, count) => {
      lost += count
    },
    minDelayMs: 1,
    maxDelayMs: 2,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  })
  const numbers = outbox.writer<number>('numbers', async (_tx, value) => {
    await silence
    if (isAway) throw new AppError('unavailable', 'away')
    if (value < 0) throw new Error('never')
    written.push(value)
  })
  return { outbox, numbers }
}

it('writes immediately while the database is available, and passes other errors to the caller', async () => {
  const { outbox, numbers } = create()
  isAway = false
  await numbers.write(1)
  expect(written).toEqual([1])
  await expect(numbers.write(-1)).rejects.toThrow('never')
  expect(outbox.waiting).toBe(0)
  await outbox.close()
  expect(lost).toBe(0)
})

it('queues writes during an outage, and makes them in order afterwards', async () => {
  const { outbox, numbers } = create()
  for (const value of [1, 2, -3, 4]) await numbers.write(value)
  expect(outbox.waiting).toBe(4)
  isAway = false
  await expect.poll(() => outbox.waiting).toBe(0)
  expect(written).toEqual([1, 2, 4])
  // A write that fails for another reason does not block the rest.
  expect(lost).toBe(1)
  await outbox.close()
})

it('keeps queued writes for the next start, readable by the server only', async () => {
  const first = create()
  await first.numbers.write(1)
  await first.numbers.defer(2)
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

it('drops and counts the oldest writes beyond the limit', async () => {
  const { outbox, numbers } = create(3)
  for (const value of [1, 2, 3, 4, 5]) await numbers.write(value)
  expect(lost).toBe(2)
  isAway = false
  await outbox.close()
  expect(written).toEqual([3, 4, 5])
})

it('puts queued writes on disk immediately; the next start makes those of a killed process, once', async () => {
  const killed = create()
  for (const value of [1, 2, 3]) await killed.numbers.write(value)
  const [name = ''] = readdirSync(folder)
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text.split('\n')).toHaveLength(4)
  // The first was written before the kill; only half a line of the fourth reached the disk.
  done.add((JSON.parse(text.split('\n')[0] ?? '') as { id: string }).id)
  appendFileSync(join(folder, name), '{"id":"x","kind":"numb')
  isAway = false
  const next = create()
  await next.outbox.start()
  await next.outbox.close()
  expect(written).toEqual([2, 3])
  expect(lost).toBe(0)
  expect(readdirSync(folder)).toEqual([])
  // It was not really killed: its next attempt must not fall into another test.
  await killed.outbox.close()
})

it('keeps the file of another machine, and writes its content once', async () => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'another-host.1.abc.jsonl')
  writeFileSync(file, `${JSON.stringify({ id: 'a', kind: 'numbers', json: '7' })}\n`)
  isAway = false
  for (let start = 0; start < 2; start++) {
    const { outbox } = create()
    await outbox.start()
    await outbox.close()
  }
  expect(written).toEqual([7])
  expect(readdirSync(folder)).toEqual(['another-host.1.abc.jsonl'])
})

it('queues a write that takes too long, so that a kill does not lose it, and makes it once', async () => {
  const { outbox, numbers } = create(undefined, 1)
  isAway = false
  const { over, end } = until()
  silence = over
  await numbers.write(1)
  expect(outbox.waiting).toBe(1)
  expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')).toContain('"numbers"')
  end()
  await expect.poll(() => outbox.waiting).toBe(0)
  // The first attempt was rolled back, the queued one was made.
  expect([committed, done.size]).toEqual([0, 1])
  await outbox.close()
  expect(lost).toBe(0)
})

it('does not queue a write whose commit takes long if nothing would tell whether it succeeded', async () => {
  const { outbox, numbers } = create(undefined, 1)
  isAway = false
  const [committing, responding] = [until(), until()]
  commit = committing.over
  const writing = numbers.write(1)
  // Once this one is queued, the first has waited for long enough, too.
  silence = responding.over
  await numbers.write(2)
  expect(outbox.waiting).toBe(1)
  committing.end()
  responding.end()
  await writing
  await expect.poll(() => outbox.waiting).toBe(0)
  expect([committed, done.size]).toEqual([1, 1])
  await outbox.close()
})
