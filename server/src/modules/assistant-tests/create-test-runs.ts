import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import { organizationRepository, parseConfig } from '../organizations/index.ts'
import { createCallerOf } from '../users/index.ts'
import { resultRepository } from './result.repository.ts'
import { createResultWriter } from './run-test.ts'
import { createScheduleService } from './schedule/schedule.service.ts'
import { createScheduleJobs, type ScheduleJobDeps } from './schedule/schedule-jobs.ts'
import { createTestRunService } from './test-run.service.ts'

export interface TestRunParts extends Omit<ScheduleJobDeps, 'callerOf' | 'results'> {
  outbox: Pick<Outbox, 'writer'>
  /** How long traces are kept, for organizations without their own setting. */
  traceDays: number
}

/** Runs of tests, by people and by schedules. */
export function createTestRuns({ outbox, ...services }: TestRunParts) {
  const parts = { ...services, results: createResultWriter(outbox) }
  const testScheduleJobs = createScheduleJobs({ ...parts, callerOf: createCallerOf(parts.db) })
  const deps = { ...parts, abandonScheduled: testScheduleJobs.abandon }
  return {
    testScheduleJobs,
    removeOldTestPrompts: createRemoveOldPrompts({ db: parts.db, defaultDays: parts.traceDays }),
    testRuns: createTestRunService(deps),
    testSchedules: createScheduleService(deps),
  }
}

const DAY_SECONDS = 86_400

/** Deletes prompts of results when the traces of that time are deleted. */
const createRemoveOldPrompts =
  ({ db, defaultDays }: { db: Db; defaultDays: number }) =>
  async (signal: AbortSignal): Promise<void> => {
    for (const { id, config } of await organizationRepository.list(db)) {
      const days = parseConfig(config).trace_days ?? defaultDays
      const before = days === 0 ? nowSeconds() + 1 : nowSeconds() - days * DAY_SECONDS
      await inBatches((limit) => resultRepository.removePrompts(db, id, before, limit), signal)
    }
  }
