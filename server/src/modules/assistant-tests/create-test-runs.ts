import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import { createCallerOf } from '../users/index.ts'
import { createRemoveOldPrompts } from './prompt-retention.ts'
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
