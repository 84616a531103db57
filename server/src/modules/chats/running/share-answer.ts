import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../platform/db/db.ts'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import { answerUpdated } from './answer-channels.ts'
import { type FrameRow, runningAnswerRepository } from './running-answer.repository.ts'
import type { RunningAnswer } from './running-answer.ts'

export interface ShareAnswerDeps {
  db: Db
  notifications: Pick<Notifications, 'hint'>
  onError(error: unknown): void
}

/** Events within this time are passed on together. */
const GATHER_MS = 30
/** A reader on another instance reports its presence this often; see `remote-answer.ts`. */
export const READER_BEAT_MS = 5000
const READER_GONE_MS = 3 * READER_BEAT_MS
/** Slow readers have this long to read the end. */
const KEPT_MS = 5 * 60_000
const RETRY_MS = 1000
const MAX_ATTEMPTS = 600
const MAX_ROW_LENGTH = 1_000_000

/** Shares an answer of this instance with other instances, once one of them asks for it. */
export class SharedAnswer {
  readonly #deps: ShareAnswerDeps
  readonly #answer: RunningAnswer
  #written = 0
  #sharing: Promise<void> | undefined

  constructor(
    readonly id: string,
    answer: RunningAnswer,
    deps: ShareAnswerDeps,
  ) {
    this.#answer = answer
    this.#deps = deps
  }

  /** Counts as a reader of the answer for as long as another instance reads it. */
  share(): Promise<void> {
    this.#sharing ??= this.#share()
      .catch(this.#deps.onError)
      .finally(() => {
        this.#sharing = undefined
      })
    return this.#sharing
  }

  /** After the answer has ended. */
  async end(): Promise<void> {
    const { db, notifications } = this.#deps
    if (await this.#insist(() => runningAnswerRepository.removeUnread(db, this.id))) {
      notifications.hint(answerUpdated, { id: this.id })
      return
    }
    // The latest events, or all of them if another instance has just asked.
    await this.share()
    await this.share()
    await this.#insist(() => runningAnswerRepository.end(db, this.id))
    notifications.hint(answerUpdated, { id: this.id })
    setTimeout(() => {
      runningAnswerRepository.remove(db, this.id).catch(this.#deps.onError)
    }, KEPT_MS).unref()
  }

  async #share(): Promise<void> {
    const { db, notifications } = this.#deps
    const left = new AbortController()
    const check = setInterval(() => {
      runningAnswerRepository.listRead(db, [this.id], READER_GONE_MS).then((read) => {
        if (read.length === 0) left.abort()
      }, this.#deps.onError)
    }, READER_GONE_MS).unref()
    try {
      for await (const frames of this.#answer.followFrames(this.#written, left.signal)) {
        const rows = toRows(frames, this.#written)
        await this.#insist(() => runningAnswerRepository.addFrames(db, this.id, rows))
        this.#written += frames.length
        notifications.hint(answerUpdated, { id: this.id })
        await pause(GATHER_MS)
      }
    } finally {
      clearInterval(check)
    }
  }

  /**
   * The database may be unavailable for a while. Readers wait as long as this instance lives, so the end must reach
   * them.
   */
  async #insist<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (attempt === MAX_ATTEMPTS) throw error
        if (attempt === 1) this.#deps.onError(error)
        await pause(RETRY_MS, undefined, { ref: false })
      }
    }
  }
}

/** Splits a long answer into rows of a moderate size. Pure. */
function toRows(frames: readonly string[], first: number): FrameRow[] {
  const rows: FrameRow[] = []
  let gathered: string[] = []
  let length = 0
  frames.forEach((frame, index) => {
    gathered.push(frame)
    length += frame.length
    if (length < MAX_ROW_LENGTH && index < frames.length - 1) return
    rows.push({ position: first + index + 1 - gathered.length, frames: JSON.stringify(gathered) })
    gathered = []
    length = 0
  })
  return rows
}
