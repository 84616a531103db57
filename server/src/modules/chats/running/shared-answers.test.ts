import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { openPostgres } from '../../../platform/db/postgres/open-postgres.ts'
import { newPostgresDatabase } from '../../../platform/db/templates.testing.ts'
import { createAlone } from '../../../platform/instances/alone.testing.ts'
import type { FollowedAnswer } from './running-answer.ts'
import { createRunningAnswers } from './running-answers.ts'

const CHAT = 'a-chat'
const never = new AbortController().signal

async function readAll(answer: FollowedAnswer | undefined, after = 0): Promise<string> {
  let text = ''
  for await (const part of answer?.follow(after, never) ?? []) text += part
  return text
}

const server = process.env['TEST_POSTGRES_URL'] ?? ''
describe.skipIf(server === '')(`an answer on another instance${server === '' ? ' SKIPPED' : ''}`, () => {
  let db: Db
  let alive: Set<string>
  /** Two instances that hear each other's messages. */
  let writer: ReturnType<typeof createRunningAnswers>
  let other: ReturnType<typeof createRunningAnswers>
  let cancelled: string[]

  beforeAll(async () => {
    const database = await newPostgresDatabase(server)
    const opened = openPostgres(database.url)
    db = opened.db
    return async () => {
      await opened.close()
      await database.drop()
    }
  })

  beforeEach(async () => {
    await db.deleteFrom('running_answers').execute()
    const { log, notifications: local, instances: alone } = createAlone()
    const notifications = { ...local, isShared: true }
    alive = new Set(['writer', 'other'])
    cancelled = []
    const open = (id: string) => {
      const instances = { ...alone, id, isAlive: async (asked: string) => alive.has(asked) }
      return createRunningAnswers({ db, notifications, instances, log })
    }
    writer = open('writer')
    other = open('other')
  })

  async function begin() {
    const { running, isKnown } = writer.begin(7, CHAT, { 'x-chat-id': CHAT }, (reason) => {
      cancelled.push(reason.message)
      running.end()
    })
    await isKnown
    return running
  }

  it('is read whole or in part, also when it is long', async () => {
    const answer = await begin()
    const frames = Array.from({ length: 60 }, (_, number) => `${number}${'x'.repeat(60_000)}\n`)
    for (const frame of frames.slice(0, 40)) answer.write(frame)
    const remote = await other.find(7, CHAT)
    expect(remote?.headers).toEqual({ 'x-chat-id': CHAT })
    const reading = Promise.all([readAll(remote), readAll(remote, 50), readAll(remote, 60)])
    for (const frame of frames.slice(40)) answer.write(frame)
    answer.end()
    const [whole, part, none] = await reading
    expect(whole === frames.join('')).toBe(true)
    expect(part === frames.slice(50).join('')).toBe(true)
    expect(none).toBe('')
  })

  it('is read to its end if it ends at the moment of the request', async () => {
    const answer = await begin()
    answer.write('all of it')
    const asking = other.find(7, CHAT)
    answer.end()
    const remote = await asking
    expect(remote === undefined || (await readAll(remote)) === 'all of it').toBe(true)
    await expect.poll(() => other.find(7, CHAT)).toBeUndefined()
  })

  it('leaves nothing in the database when no other instance reads it', async () => {
    const answer = await begin()
    answer.write('text')
    answer.end()
    const rows = () => db.selectFrom('running_answers').selectAll().execute()
    await expect.poll(rows).toEqual([])
    expect(await db.selectFrom('running_answer_frames').selectAll().execute()).toEqual([])
  })

  it('is found by its own person in its own chat only', async () => {
    await begin()
    expect(await other.find(8, CHAT)).toBeUndefined()
    expect(await other.find(7, 'another')).toBeUndefined()
    expect(await other.stop(8, CHAT)).toBe(false)
    expect(cancelled).toEqual([])
  })

  it('is stopped', async () => {
    await begin()
    expect(await other.stop(7, CHAT)).toBe(true)
    expect(cancelled).toEqual(['the reader stopped the answer'])
    expect(await other.stop(7, CHAT)).toBe(false)
  })

  it('is interrupted when its instance is dead, and then forgotten', async () => {
    const answer = await begin()
    answer.write('so far')
    const remote = await other.find(7, CHAT)
    const stream = remote?.follow(0, never)
    expect(await stream?.next()).toEqual({ value: 'so far', done: false })
    alive.delete('writer')
    await expect(stream?.next()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await other.find(7, CHAT)).toBeUndefined()
    expect(await other.stop(7, CHAT)).toBe(false)
  })

  it('is no longer read when the reader disconnects', async () => {
    const answer = await begin()
    answer.write('so far')
    const leaving = new AbortController()
    const stream = (await other.find(7, CHAT))?.follow(0, leaving.signal)
    await stream?.next()
    const next = stream?.next()
    leaving.abort()
    expect(await next).toEqual({ value: undefined, done: true })
    answer.end()
  })
})
