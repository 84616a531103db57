import { createCallerOf } from '../users/index.ts'
import { createScheduleService } from './schedule/schedule.service.ts'
import { createScheduleJobs, type ScheduleJobDeps } from './schedule/schedule-jobs.ts'
import { createTestRunService } from './test-run.service.ts'

/** Runs of tests, by people and by schedules. */
export function createTestRuns(parts: Omit<ScheduleJobDeps, 'callerOf'>) {
  const testScheduleJobs = createScheduleJobs({ ...parts, callerOf: createCallerOf(parts.db) })
  const deps = { ...parts, abandonScheduled: testScheduleJobs.abandon }
  return {
    testScheduleJobs,
    testRuns: createTestRunService(deps),
    testSchedules: createScheduleService(deps),
  }
}
