import { createCallerOf } from '../users/index.ts'
import { createGradingService, type GradingDeps } from './grading.service.ts'
import { createGradingLookup } from './grading-lookup.ts'
import { createGradingJobs, type GradingJobDeps } from './jobs/grading-jobs.ts'
import { createWorkService, type WorkDeps } from './work.service.ts'

export interface GradingParts
  extends Pick<GradingDeps, 'rubrics' | 'requireGrader' | 'priceOf' | 'currencyOf'>,
    Omit<GradingJobDeps, 'callerOf'>,
    Pick<WorkDeps, 'readText'> {}

/** Grades works with rubrics, in the background. */
export function createGrading({ rubrics, readText, ...parts }: GradingParts) {
  const { db, requireGrader, priceOf, currencyOf } = parts
  const find = createGradingLookup({ db, rubrics })
  const gradingJobs = createGradingJobs({ ...parts, callerOf: createCallerOf(db) })
  return {
    gradingJobs,
    gradings: createGradingService({
      db,
      rubrics,
      find,
      jobs: gradingJobs,
      requireGrader,
      priceOf,
      currencyOf,
    }),
    gradedWorks: createWorkService({ db, find, readText }),
  }
}

export type Grading = ReturnType<typeof createGrading>
