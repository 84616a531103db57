import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'

/** More than a person attends; limits the answer for test accounts that are in every course. */
const MAX_ROWS = 1000

/** One row for each course and assistant of its activities. */
export const listOwnCourses = (
  db: Db,
  { userId, organizationId }: Pick<UserCaller, 'userId' | 'organizationId'>,
): Promise<{ id: number; title: string; assistant_id: number }[]> =>
  db
    .selectFrom('course_members')
    .innerJoin('courses', 'courses.id', 'course_members.course_id')
    .innerJoin('course_activities', 'course_activities.course_id', 'courses.id')
    .innerJoin(
      'lti_activity_assistants',
      'lti_activity_assistants.activity_id',
      'course_activities.activity_id',
    )
    .select(['courses.id', 'courses.title', 'lti_activity_assistants.assistant_id'])
    .distinct()
    .where('course_members.user_id', '=', userId)
    .where('course_members.enrolled', '=', 1)
    .where('courses.organization_id', '=', organizationId)
    .orderBy('courses.title')
    .orderBy('courses.id')
    .orderBy('lti_activity_assistants.assistant_id')
    .limit(MAX_ROWS)
    .execute()
