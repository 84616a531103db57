import { type ActivityPolicy, MIN_TOPIC_PEOPLE, say } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest } from '../../../platform/errors.ts'
import { consentRepository } from './consent.repository.ts'

/**
 * In a course of two, a pseudonym protects no one. Where names are shown, the students without a name must not be
 * identifiable by elimination.
 */
export async function requireAnonymous(
  db: Db,
  policy: ActivityPolicy,
  organizationId: number,
  course: { id: number; people: number },
): Promise<void> {
  const limit = MIN_TOPIC_PEOPLE
  if (policy !== 'named') {
    if (course.people < limit) throw badRequest(say('activity.course_small', { limit }))
    return
  }
  const unnamed = await consentRepository.countUnnamed(db, organizationId, course.id)
  if (unnamed > 0 && unnamed < limit) throw badRequest(say('activity.course_unnamed', { limit }))
}
