import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../platform/db/db.ts'
import { newUuid } from '../../../platform/ids.ts'
import type { Instances } from '../../../platform/instances/instances.ts'
import type { Log } from '../../../platform/log.ts'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import { followAnswer, stopAnswer } from './answer-channels.ts'
import { createRemoteAnswer, untilEnded } from './remote-answer.ts'
import { type RunningAnswerRow, runningAnswerRepository } from './running-answer.repository.ts'
import { type FollowedAnswer, RunningAnswer } from './running-answer.ts'
import { READER_BEAT_MS, SharedAnswer } from './share-answer.ts'

export interface RunningAnswersDeps {
  db: Db
  notifications: Notifications
  instances: Instances
  log: Pick<Log, 'warn'>
  /** How long an answer continues without a reader. */
  patienceMs?: number | undefined
}

export interface BegunAnswer {
  running: RunningAnswer
  /** Other instances can find it from then on. Never fails. */
  isKnown: Promise<void>
}

/** A client that stops an answer waits until the text so far is saved, but not forever. */
const STOP_LIMIT_MS = 5000
const FORGOTTEN_MS = 24 * 3_600_000
const stoppedByReader = () => new Error('the reader stopped the answer')

/** The answers in progress on all instances, each for one person in one chat. */
export function createRunningAnswers(deps: RunningAnswersDeps) {
  const { notifications } = deps
  const localAnswers = new Map<string, RunningAnswer>()
  const others = notifications.isShared ? createAnswersOfOthers(deps) : undefined
  const publish = notifications.isShared ? createPublishing(deps) : undefined
  const keyOf = (userId: number, chatId: string): string => `${userId}/${chatId}`

  return {
    /** Registers the answer of a chat until it ends. */
    begin(
      userId: number,
      chatId: string,
      headers: Record<string, string>,
      cancel: (reason: Error) => void,
    ): BegunAnswer {
      const key = keyOf(userId, chatId)
      const running = new RunningAnswer(headers, cancel, deps.patienceMs)
      localAnswers.set(key, running)
      void running.over.then(() => {
        if (localAnswers.get(key) === running) localAnswers.delete(key)
      })
      return { running, isKnown: publish?.(userId, chatId, running) ?? Promise.resolve() }
    },

    find: async (userId: number, chatId: string): Promise<FollowedAnswer | undefined> =>
      localAnswers.get(keyOf(userId, chatId)) ?? others?.find(userId, chatId),

    /** Returns whether there was one. */
    async stop(userId: number, chatId: string): Promise<boolean> {
      const answer = localAnswers.get(keyOf(userId, chatId))
      if (!answer) return (await others?.stop(userId, chatId)) ?? false
      answer.cancel(stoppedByReader())
      await Promise.race([answer.over, delay(STOP_LIMIT_MS, undefined, { ref: false })])
      return true
    },

    /** Removes what killed instances have left. */
    async removeOld(): Promise<void> {
      if (notifications.isShared) await runningAnswerRepository.removeOlderThan(deps.db, FORGOTTEN_MS)
    },
  }
}

/** Announces the answers of this instance to the others, and handles their requests. */
function createPublishing({ db, notifications, instances, log }: RunningAnswersDeps) {
  const shared = new Map<string, { answer: RunningAnswer; sharing: SharedAnswer }>()
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'failed to share an answer with other instances')

  notifications.subscribe(followAnswer, {
    receive: ({ id }) => void shared.get(id)?.sharing.share(),
    lookAgain() {
      runningAnswerRepository.listRead(db, [...shared.keys()], 2 * READER_BEAT_MS).then((ids) => {
        for (const id of ids) void shared.get(id)?.sharing.share()
      }, onError)
    },
  })
  notifications.subscribe(stopAnswer, {
    receive: ({ id }) => shared.get(id)?.answer.cancel(stoppedByReader()),
    // A message to stop stays in the log, so it is not missed.
    lookAgain: () => undefined,
  })

  return async function publish(userId: number, chatId: string, answer: RunningAnswer): Promise<void> {
    const id = newUuid()
    const sharing = new SharedAnswer(id, answer, { db, notifications, onError })
    shared.set(id, { answer, sharing })
    const inserted = runningAnswerRepository.insert(db, {
      id,
      user_id: userId,
      chat_id: chatId,
      instance: instances.id,
      headers: JSON.stringify(answer.headers),
      reader_seen_at: null,
    })
    void Promise.allSettled([inserted, answer.over])
      .then(([{ status }]) => (status === 'fulfilled' ? sharing.end() : undefined))
      .catch(onError)
      .finally(() => shared.delete(id))
    await inserted.catch(onError)
  }
}

/** Answers that other instances write. */
function createAnswersOfOthers(deps: RunningAnswersDeps) {
  const { db, notifications, instances } = deps

  async function findRow(userId: number, chatId: string): Promise<RunningAnswerRow | undefined> {
    const row = await runningAnswerRepository.findIn(db, userId, chatId)
    if (!row || row.instance === instances.id) return undefined
    if (await instances.isAlive(row.instance)) return row
    await runningAnswerRepository.remove(db, row.id)
    return undefined
  }

  return {
    async find(userId: number, chatId: string): Promise<FollowedAnswer | undefined> {
      const row = await findRow(userId, chatId)
      if (!row || !(await runningAnswerRepository.noteReader(db, row.id))) return undefined
      await notifications.publish(followAnswer, { id: row.id })
      return createRemoteAnswer(deps, row)
    },

    async stop(userId: number, chatId: string): Promise<boolean> {
      const row = await findRow(userId, chatId)
      if (!row) return false
      await notifications.publish(stopAnswer, { id: row.id })
      await untilEnded(deps, row.id, STOP_LIMIT_MS)
      return true
    },
  }
}
