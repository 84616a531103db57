import type { Db } from '../../../platform/db/db.ts'
import type { PlatformRow } from '../lti13/platform.repository.ts'
import { ServiceFault, type ServiceProblem } from '../services/service-fault.ts'
import { gradeRepository, gradeTargetRepository } from './grade.repository.ts'
import type { LineItems } from './line-items.ts'

const TEST_STEPS = ['course', 'column', 'grade', 'removal'] as const
export type TestStep = (typeof TEST_STEPS)[number]

export interface TestOutcome {
  step: TestStep
  /** Null if it was not tried. */
  passed: boolean | null
  problem: ServiceProblem | null
}

interface TestGradeDeps {
  db: Db
  lineItems: LineItems
}

/**
 * Sends a test grade to a column of its own, which is removed afterwards. The grade is marked as pending, so that LMSs
 * don't show it to the student.
 */
export const createTestGrade =
  ({ db, lineItems }: TestGradeDeps) =>
  async (platform: PlatformRow): Promise<TestOutcome[]> => {
    const outcomes: TestOutcome[] = TEST_STEPS.map((step) => ({ step, passed: null, problem: null }))
    const run = async <T>(step: TestStep, work: () => Promise<T>): Promise<T | undefined> => {
      const outcome = outcomes.find((candidate) => candidate.step === step)
      try {
        const result = await work()
        if (outcome) outcome.passed = true
        return result
      } catch (error) {
        if (!(error instanceof ServiceFault)) throw error
        if (outcome) Object.assign(outcome, { passed: false, problem: error.problem })
        return undefined
      }
    }
    const place = await run('course', () => findPlace(db, platform))
    if (!place) return outcomes
    const column = await run('column', () =>
      lineItems.create(platform, place.lineItemsUrl, {
        label: 'Bellwether test',
        scoreMaximum: 1,
        tag: 'bellwether-test',
      }),
    )
    if (column === undefined) return outcomes
    await run('grade', () =>
      lineItems.sendScore(platform, column, {
        userId: place.student,
        scoreGiven: 1,
        scoreMaximum: 1,
        comment: 'Bellwether test',
        timestamp: new Date().toISOString(),
        activityProgress: 'Completed',
        gradingProgress: 'Pending',
      }),
    )
    await run('removal', () => lineItems.remove(platform, column))
    return outcomes
  }

/** A course in which a student has opened an activity: a grade needs both. */
async function findPlace(db: Db, platform: PlatformRow): Promise<{ lineItemsUrl: string; student: string }> {
  const target = await gradeTargetRepository.findLatest(db, platform.id)
  const student = target && (await gradeRepository.findLatestStudent(db, target.course_id))
  if (!target || student === undefined) throw new ServiceFault('no_course')
  return { lineItemsUrl: target.line_items_url, student }
}
