import { say } from '@bellwether/wire'
import * as z from 'zod'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Instances } from '../../../platform/instances/instances.ts'
import { waitForMessage } from '../../../platform/instances/wait-for-message.ts'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import { answerUpdated } from './answer-channels.ts'
import { type RunningAnswerRow, runningAnswerRepository } from './running-answer.repository.ts'
import type { FollowedAnswer } from './running-answer.ts'
import { READER_BEAT_MS } from './share-answer.ts'

export interface RemoteAnswerDeps {
  db: Db
  notifications: Pick<Notifications, 'subscribe'>
  instances: Pick<Instances, 'isAlive'>
}

/** Hints can be lost, and an instance that was killed sends none. */
const LOOK_MS = 500
const ROWS_AT_ONCE = 20
const AWAY_LIMIT_MS = 30_000
const headersSchema = z.record(z.string(), z.string())
const framesSchema = z.array(z.string())

/** An answer that another instance writes, read through the database. */
export function createRemoteAnswer(deps: RemoteAnswerDeps, row: RunningAnswerRow): FollowedAnswer {
  return {
    headers: headersSchema.parse(JSON.parse(row.headers)),
    follow: (after, signal) => follow(deps, row.id, after, signal),
    // It continues without this instance.
    cancel: () => undefined,
  }
}

async function* follow(
  deps: RemoteAnswerDeps,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { db } = deps
  const news = listen(deps, id)
  const beat = setInterval(() => {
    runningAnswerRepository.noteReader(db, id).catch(() => undefined)
  }, READER_BEAT_MS).unref()
  let next = 0
  try {
    while (!signal.aborted) {
      const nextNews = news.next()
      const state = await look(deps, id, next, signal)
      if (!state) return
      const { row, rows, isAlive } = state
      for (const { position, frames } of rows) {
        const parsed = framesSchema.parse(JSON.parse(frames))
        const newFrames = parsed.slice(Math.max(0, after - position))
        next = position + parsed.length
        if (newFrames.length > 0) yield newFrames.join('')
      }
      if (rows.length > 0) continue
      if (row?.ended === 1) return
      if (!isAlive) throw interrupted()
      await waitForMessage(nextNews, LOOK_MS, signal)
    }
  } finally {
    clearInterval(beat)
    news.end()
  }
}

/** Retries while the database is unavailable. Undefined if the signal aborts first. */
async function look({ db, instances }: RemoteAnswerDeps, id: string, next: number, signal: AbortSignal) {
  const deadline = performance.now() + AWAY_LIMIT_MS
  for (;;) {
    try {
      // Read before its events: once it has ended, there are no more.
      const row = await runningAnswerRepository.find(db, id)
      const rows = await runningAnswerRepository.framesFrom(db, id, next, ROWS_AT_ONCE)
      const isAlive = rows.length > 0 || (row !== undefined && (await instances.isAlive(row.instance)))
      return { row, rows, isAlive }
    } catch (error) {
      if (performance.now() > deadline) throw error
      await waitForMessage(new Promise(() => undefined), LOOK_MS, signal)
      if (signal.aborted) return undefined
    }
  }
}

const interrupted = () => new AppError('unavailable', say('answers.interrupted'), { retryAfter: 1 })

function listen({ notifications }: Pick<RemoteAnswerDeps, 'notifications'>, id: string) {
  let tell: () => void = () => undefined
  const end = notifications.subscribe(answerUpdated, {
    receive(news) {
      if (news.id === id) tell()
    },
    lookAgain: () => tell(),
  })
  return {
    end,
    next: () =>
      new Promise<void>((resolve) => {
        tell = resolve
      }),
  }
}

const STOP_LOOK_MS = 250

/** Waits until the writing instance has ended the answer, or the time is over. */
export async function untilEnded(deps: RemoteAnswerDeps, id: string, limitMs: number): Promise<void> {
  const news = listen(deps, id)
  const deadline = performance.now() + limitMs
  try {
    for (;;) {
      const nextNews = news.next()
      const row = await runningAnswerRepository.find(deps.db, id)
      const left = deadline - performance.now()
      if (!row || row.ended === 1 || left <= 0) return
      await waitForMessage(nextNews, Math.min(left, STOP_LOOK_MS))
    }
  } finally {
    news.end()
  }
}
