import type { TestNotice } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isFailure } from '../records.ts'
import { type JudgedHead, type RunRow, resultRepository } from '../result.repository.ts'
import { type ScheduleRow, scheduleRepository } from './schedule.repository.ts'

/** Only what this server has written. */
export const readNotice = ({ notice }: Pick<ScheduleRow, 'notice'>): TestNotice | null =>
  notice === null ? null : (JSON.parse(notice) as TestNotice)

/**
 * Tests that passed in the last complete run in which they were answered, and fail in this one. An unavailable
 * provider doesn't count.
 */
export async function findRegressions(db: Db, run: RunRow): Promise<TestNotice | undefined> {
  const before = await resultRepository.findLastComplete(db, run.assistant_id, run.id)
  if (!before) return undefined
  const [now, then] = await Promise.all([
    resultRepository.listHeads(db, [run.id]),
    resultRepository.listDecidedBefore(db, run),
  ])
  const passed = new Map(
    then.filter((result) => !isFailure(result)).map((result) => [result.test_id, result]),
  )
  const failing = now.filter(
    (result) =>
      isFailure(result) &&
      result.outcome !== 'error' &&
      result.test_id !== null &&
      passed.has(result.test_id),
  )
  const [first] = failing
  if (!first) return undefined
  return {
    run_id: run.id,
    created_at: nowSeconds(),
    tests: failing.map(({ test_id, title }) => ({ id: test_id ?? 0, title })),
    model: modelChange(failing, passed),
    version: before.version === run.version ? null : { before: before.version, after: run.version },
  }
}

function modelChange(
  failing: readonly JudgedHead[],
  passed: ReadonlyMap<number | null, JudgedHead>,
): TestNotice['model'] {
  for (const { test_id, model } of failing) {
    const before = passed.get(test_id)?.model ?? ''
    if (model !== '' && before !== '' && model !== before) return { before, after: model }
  }
  return null
}

/** What is still true of a notice after another run of all tests, with what is new. Null: nothing. */
export async function mergeNotice(
  db: Db,
  run: RunRow,
  previous: TestNotice | null,
  notice: TestNotice | undefined,
): Promise<TestNotice | null> {
  const results = await resultRepository.listHeads(db, [run.id])
  const failing = new Set(results.filter(isFailure).map(({ test_id }) => test_id))
  const still = previous?.tests.filter(({ id }) => failing.has(id)) ?? []
  if (!notice) return previous && still.length > 0 ? { ...previous, tests: still } : null
  const added = new Set(notice.tests.map(({ id }) => id))
  return { ...notice, tests: [...notice.tests, ...still.filter(({ id }) => !added.has(id))] }
}

/** After a manual run: removes tests that pass again from the notice. */
export async function clearPassed(db: Db, run: RunRow): Promise<void> {
  const schedule = await scheduleRepository.find(db, run.assistant_id)
  const notice = schedule ? readNotice(schedule) : null
  if (!notice) return
  const left = await mergeNotice(db, run, notice, undefined)
  await scheduleRepository.update(db, run.assistant_id, { notice: left && JSON.stringify(left) })
}
