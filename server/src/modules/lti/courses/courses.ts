import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnavailable, notFound } from '../../../platform/errors.ts'
import { createWorkQueue } from '../../../platform/jobs/work-queue.ts'
import type { Log } from '../../../platform/log.ts'
import { may } from '../../access/index.ts'
import { listUsable } from '../../assistants/index.ts'
import type { CourseRole } from '../launch/roles.ts'
import { type PlatformRow, platformRepository } from '../lti13/platform.repository.ts'
import type { ServiceClient } from '../services/service-client.ts'
import { ServiceFault } from '../services/service-fault.ts'
import { type CourseRow, courseRepository } from './course.repository.ts'
import { listOwnCourses } from './own-courses.repository.ts'
import { refreshRepository } from './refresh.repository.ts'
import { readRoster } from './roster.ts'

/** Launches cause the roster to be read at most this often. */
const REFRESH_SECONDS = 600
/** Longer than reading takes: after this time, another instance takes over from one that was killed. */
const CLAIM_SECONDS = 600
const LOOK_MS = 30_000

export interface CourseLaunch {
  platform: PlatformRow
  deploymentId: string
  context: { id: string; title: string }
  membershipsUrl: string | undefined
  person: { lmsUserId: string; name: string; role: CourseRole; userId: number }
}

export interface OwnCourse {
  id: number
  title: string
  assistant_ids: number[]
}

export interface CourseDeps {
  db: Db
  log: Log
  services: ServiceClient
}

/** Courses of LMSs with their members. */
export function createCourses(deps: CourseDeps) {
  const { db, log } = deps
  const refresh = createRefresh(deps)
  const queue = createWorkQueue({
    name: 'course rosters',
    log,
    lookMs: LOOK_MS,
    listDue: (limit) => refreshRepository.listDue(db, nowSeconds(), limit),
    groupOf: ({ platform_id }) => platform_id,
    async attempt(course) {
      if (await refreshRepository.claim(db, course, nowSeconds() + CLAIM_SECONDS)) await refresh(course)
    },
  })

  return {
    ...createReading(db),
    queue,

    /** Remembers the course and the person. Undefined if the launch names no course. */
    async noteLaunch(launch: CourseLaunch): Promise<CourseRow | undefined> {
      const course = await saveCourse(db, launch)
      if (!course) return undefined
      const now = nowSeconds()
      const { lmsUserId, name, role, userId } = launch.person
      await courseRepository.noteLaunch(db, {
        course_id: course.id,
        lms_user_id: lmsUserId,
        // Without a name, launches use the id instead.
        name: name === lmsUserId ? '' : name,
        role,
        launch_role: role,
        user_id: userId,
        last_launch_at: now,
        updated_at: now,
      })
      if (await refreshRepository.request(db, course.id, { now, before: now - REFRESH_SECONDS }))
        queue.workSoon()
      return course
    },

    addActivity: (courseId: number, activityId: number): Promise<void> =>
      courseRepository.addActivity(db, courseId, activityId),

    /** Right away, for a person who is waiting. */
    async refresh(course: CourseRow): Promise<void> {
      // Groups of a sign-in provider have no list to read.
      if (course.platform_id === null) return
      const now = nowSeconds()
      const times = { now, until: now + CLAIM_SECONDS }
      if (await refreshRepository.claimNow(db, course.id, times)) await refresh(course)
    },
  }
}

export type Courses = ReturnType<typeof createCourses>

async function saveCourse(
  db: Db,
  { platform, deploymentId, context, membershipsUrl }: CourseLaunch,
): Promise<CourseRow | undefined> {
  if (context.id === '') return undefined
  const now = nowSeconds()
  const key = JSON.stringify(['lti', platform.id, deploymentId, context.id])
  await courseRepository.save(db, {
    organization_id: platform.organization_id,
    source_key: key,
    platform_id: platform.id,
    provider_id: null,
    deployment_id: deploymentId,
    context_id: context.id,
    title: context.title || context.id,
    memberships_url: membershipsUrl ?? '',
    checked_at: null,
    problem: null,
    refresh_at: null,
    created_at: now,
    updated_at: now,
  })
  return courseRepository.findByKey(db, platform.organization_id, key)
}

/** Reads the roster of a course. If that fails, the last one stays. */
const createRefresh =
  ({ db, log, services }: CourseDeps) =>
  async (course: CourseRow): Promise<void> => {
    const now = nowSeconds()
    try {
      const platform = await platformRepository.find(db, course.platform_id ?? 0)
      if (!platform || course.memberships_url === '') throw new ServiceFault('not_offered')
      const members = await readRoster(services, platform, course.memberships_url)
      await db.transaction().execute((tx) => courseRepository.replaceRoster(tx, course.id, members, now))
      await refreshRepository.end(db, course.id, now, null)
    } catch (error) {
      // Our own database says nothing about the LMS. The roster is read again when the claim has expired.
      if (isUnavailable(error)) throw error
      const problem = error instanceof ServiceFault ? error.problem : 'failing'
      if (!(error instanceof ServiceFault))
        log.warn({ err: error, course: course.id }, 'failed to save a course roster')
      await refreshRepository.end(db, course.id, now, problem)
    }
  }

const createReading = (db: Db) => {
  /** Admins see all courses; educators see those that they teach or in which their assistants are used. */
  const isAdmin = (caller: UserCaller, organizationId: number): boolean =>
    may(caller, 'edit', { kind: 'organization', organizationId })

  return {
    list: (caller: UserCaller, organizationId: number, page: { limit: number; offset: number }) =>
      courseRepository.list(
        db,
        organizationId,
        isAdmin(caller, organizationId) ? undefined : caller.userId,
        page,
      ),

    /**
     * A course whose members are read: only for admins and its teachers. An educator whose assistant is used in it may
     * not see them.
     */
    async getTaught(caller: UserCaller, organizationId: number, id: number): Promise<CourseRow> {
      const course = await courseRepository.find(db, organizationId, id)
      const maySee =
        course &&
        (isAdmin(caller, organizationId) || (await courseRepository.isTaughtBy(db, course.id, caller.userId)))
      if (!course || !maySee) throw notFound('Course')
      return course
    },

    /** Courses in which this person is enrolled, with the assistants of their activities that the person can use. */
    async listOwn(caller: UserCaller): Promise<OwnCourse[]> {
      const [rows, usable] = await Promise.all([listOwnCourses(db, caller), listUsable(db, caller)])
      const allowed = new Set(usable.map(({ id }) => id))
      const courses = new Map<number, OwnCourse>()
      for (const { id, title, assistant_id } of rows) {
        const course = courses.get(id) ?? { id, title, assistant_ids: [] }
        if (allowed.has(assistant_id)) course.assistant_ids.push(assistant_id)
        courses.set(id, course)
      }
      return [...courses.values()].filter(({ assistant_ids }) => assistant_ids.length > 0)
    },

    /** The assistants in these courses that the caller can use or edit, by course. */
    async assistantsOf(caller: UserCaller, courseIds: readonly number[]) {
      const assistants = new Map<number, { id: number; name: string; can_edit: boolean }[]>()
      if (courseIds.length === 0) return assistants
      const usable = new Set((await listUsable(db, caller)).map(({ id }) => id))
      for (const row of await courseRepository.assistantsOf(db, courseIds)) {
        const can_edit = row.owner_id === caller.userId || isAdmin(caller, row.organization_id)
        if (!can_edit && !usable.has(row.id)) continue
        const ofCourse = assistants.get(row.course_id) ?? []
        assistants.set(row.course_id, [...ofCourse, { id: row.id, name: row.name, can_edit }])
      }
      return assistants
    },

    describe: (id: number) => courseRepository.describe(db, id),
    members: (courseId: number, page: { limit: number; offset: number }) =>
      courseRepository.members(db, courseId, page),
  }
}
