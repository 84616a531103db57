import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { may } from '../../access/index.ts'
import { courseRepository } from './course.repository.ts'

/** A course by which figures can be filtered. */
export interface VisibleCourse {
  id: number
  title: string
  /** Students with an account. */
  people: number
}

/** More than an educator teaches. */
const MAX_COURSES = 500

/** Admins see all courses; educators see those that they teach or in which their activities or assistants are used. */
export const createCourseAccess = (db: Db) => ({
  listVisible: (caller: UserCaller, organizationId: number, id?: number): Promise<VisibleCourse[]> =>
    courseRepository.listVisible(db, organizationId, {
      ofEducator: may(caller, 'edit', { kind: 'organization', organizationId }) ? undefined : caller.userId,
      id,
      limit: MAX_COURSES,
    }),
})

export type CourseAccess = ReturnType<typeof createCourseAccess>
