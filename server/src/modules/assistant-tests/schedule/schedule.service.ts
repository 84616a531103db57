import { type TestSchedule, type TestScheduleDraft, testScheduleDraftSchema } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { AssistantService } from '../../assistants/index.ts'
import { userRepository } from '../../users/index.ts'
import { readStoredMessage, toRun } from '../records.ts'
import { resultRepository } from '../result.repository.ts'
import { nextRunAt, weekdayAt } from './next-run.ts'
import { readNotice } from './notices.ts'
import { type ScheduleRow, scheduleRepository } from './schedule.repository.ts'

export interface ScheduleDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow'>
  /** Ends the scheduled run of an assistant immediately, if it runs in this process. */
  abandonScheduled(assistantId: number): void
}

const DEFAULTS = testScheduleDraftSchema.parse({ every: 'daily' })

/** The schedule for the tests of an assistant. For people who may edit it, like its tests. */
export function createScheduleService({ db, assistants, abandonScheduled }: ScheduleDeps) {
  async function get(caller: UserCaller, assistantId: number): Promise<TestSchedule> {
    await assistants.getRow(caller, 'edit', assistantId)
    const row = await scheduleRepository.find(db, assistantId)
    return { ...(await toSchedule(caller, row)), last_run: await lastRun(assistantId) }
  }

  async function toSchedule(
    caller: UserCaller,
    row: ScheduleRow | undefined,
  ): Promise<Omit<TestSchedule, 'last_run'>> {
    if (!row) {
      const { time, time_zone } = DEFAULTS
      const none = { next_at: null, owner: null, stopped: null, notice: null }
      return { every: 'off', weekday: null, time, time_zone, is_owner: false, ...none }
    }
    const { every, weekday, time, time_zone, user_id, next_at } = row
    const isOwner = user_id === caller.userId
    const owner = user_id === null ? undefined : await userRepository.findAccount(db, user_id)
    const stopped = readStoredMessage(row.stopped)
    return {
      every: stopped ? 'off' : every,
      weekday,
      time,
      time_zone,
      next_at: stopped ? null : next_at,
      owner: owner?.email ?? null,
      is_owner: isOwner,
      stopped,
      notice: isOwner ? readNotice(row) : null,
    }
  }

  async function lastRun(assistantId: number) {
    const run = await resultRepository.findLastScheduled(db, assistantId)
    return run ? toRun(run, await resultRepository.listHeads(db, [run.id]), nowSeconds()) : null
  }

  return {
    get,

    /** A schedule keeps its owner, unless the caller takes it over or the owner can no longer run it. */
    async save(caller: UserCaller, assistantId: number, draft: TestScheduleDraft): Promise<TestSchedule> {
      await assistants.getRow(caller, 'edit', assistantId)
      const before = await scheduleRepository.find(db, assistantId)
      const now = nowSeconds()
      const { every, time, time_zone } = draft
      const weekday = every === 'weekly' ? (draft.weekday ?? weekdayAt(now, time_zone)) : null
      const times = { every, weekday, time, time_zone }
      const isKept = before !== undefined && before.stopped === null && before.user_id !== null
      const owner = isKept && !draft.take_over ? before.user_id : caller.userId
      await scheduleRepository.save(db, {
        assistant_id: assistantId,
        user_id: owner,
        ...times,
        next_at: nextRunAt(times, now),
        stopped: null,
        // A notice is for one person only.
        notice: before?.user_id === owner ? before.notice : null,
        created_at: now,
        updated_at: now,
      })
      return get(caller, assistantId)
    },

    /** A run in progress is cancelled. */
    async remove(caller: UserCaller, assistantId: number): Promise<void> {
      await assistants.getRow(caller, 'edit', assistantId)
      const row = await scheduleRepository.find(db, assistantId)
      if (!row) return
      await scheduleRepository.remove(db, assistantId)
      if (row.run_id === null) return
      await resultRepository.finishRun(db, row.run_id, 'cancelled', nowSeconds())
      abandonScheduled(assistantId)
    },

    /** Only the person whom it is for has seen it. */
    async dismissNotice(caller: UserCaller, assistantId: number): Promise<void> {
      await assistants.getRow(caller, 'edit', assistantId)
      const row = await scheduleRepository.find(db, assistantId)
      if (row?.user_id === caller.userId) await scheduleRepository.update(db, assistantId, { notice: null })
    },
  }
}

export type ScheduleService = ReturnType<typeof createScheduleService>

/** How many tests started to fail, by assistant, as far as this person has not seen it. */
export async function countFailing(
  db: Db,
  userId: number,
  assistants: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await scheduleRepository.listNotices(db, userId, assistants)
  return new Map(rows.map((row) => [row.assistant_id, readNotice(row)?.tests.length ?? 0]))
}
