import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { isAppError } from '../../platform/errors.ts'
import { toCaller, userRepository } from '../users/index.ts'
import { createGradingService, type GradingDeps } from './grading.service.ts'
import { createGradingLookup } from './grading-lookup.ts'
import { createGradingJobs, type GradingJobDeps } from './jobs/grading-jobs.ts'
import { createWorkService, type WorkDeps } from './work.service.ts'

export interface GradingParts
  extends Pick<GradingDeps, 'rubrics' | 'requireGrader'>,
    Omit<GradingJobDeps, 'callerOf'>,
    Pick<WorkDeps, 'readText'> {}

/** Grades works with rubrics, in the background. */
export function createGrading({ rubrics, requireGrader, readText, ...parts }: GradingParts) {
  const { db } = parts
  const find = createGradingLookup({ db, rubrics })
  const gradingJobs = createGradingJobs({ ...parts, callerOf: createCallerOf(db) })
  return {
    gradingJobs,
    gradings: createGradingService({ db, rubrics, find, jobs: gradingJobs, requireGrader }),
    gradedWorks: createWorkService({ db, find, readText }),
  }
}

export type Grading = ReturnType<typeof createGrading>

/** A job runs with the rights that its owner has by then. */
const createCallerOf =
  (db: Db) =>
  async (userId: number): Promise<UserCaller | undefined> => {
    const user = await userRepository.findAccount(db, userId)
    if (user?.enabled !== 1) return undefined
    try {
      return toCaller(user, { credential: 'session', onlyAssistants: null, trustedForwarder: false })
    } catch (error) {
      if (isAppError(error)) return undefined
      throw error
    }
  }
