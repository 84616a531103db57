import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { createWorkQueue, delayAfter } from './work-queue.ts'

const away = new AppError('unavailable', 'away')

describe('work queue', () => {
  let now = 0
  let due: string[]
  const listed: boolean[] = []
  const done: string[] = []
  const list = vi.fn<() => void>()
  const attempt = vi.fn<() => void>()
  const open = () =>
    createWorkQueue<string>({
      name: 'test',
      log: pino({ level: 'silent' }),
      lookMs: 60_000,
      async listDue(limit, mayRetry) {
        listed.push(mayRetry)
        list()
        return due.filter((one) => mayRetry || one.startsWith('new')).slice(0, limit)
      },
      groupOf: (one) => one.at(-1),
      async attempt(one) {
        attempt()
        done.push(one)
        due = due.filter((other) => other !== one)
      },
    })

  beforeEach(() => {
    now = 1_000_000
    due = []
    listed.length = 0
    done.length = 0
    list.mockReset()
    attempt.mockReset()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
  })

  it('works until nothing is due', async () => {
    due = Array.from({ length: 25 }, (_, at) => `new ${at}`)
    const queue = open()
    queue.workSoon()
    await queue.idle()
    expect(done).toHaveLength(25)
    expect(listed).toHaveLength(3)
  })

  it.each([
    ['listing', list],
    ['an attempt', attempt],
  ])('if the database is away during %s, retries wait until other instances have saved', async (_, step) => {
    due = ['new a', 'begun b']
    step.mockImplementationOnce(() => {
      throw away
    })
    const queue = open()
    queue.workSoon()
    await queue.idle()
    done.length = 0
    due = ['new a', 'begun b']
    now += 14_999
    queue.workSoon()
    await queue.idle()
    expect(done).toEqual(['new a'])
    now += 1
    queue.workSoon()
    await queue.idle()
    expect(done).toEqual(['new a', 'begun b'])
  })

  it('does not trust a list that took long: the work may be done', async () => {
    due = ['new a', 'begun b']
    list.mockImplementationOnce(() => {
      now += 5000
    })
    const queue = open()
    queue.workSoon()
    await queue.idle()
    expect(listed).toEqual([true, false])
    expect(done).toEqual(['new a'])
  })

  it('waits longer after every attempt', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 20].map(delayAfter)).toEqual([
      30, 60, 120, 240, 480, 960, 1800, 1800, 1800,
    ])
  })
})
