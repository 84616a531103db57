import {
  type Course,
  courseListSchema,
  courseMembersSchema,
  coursePageSchema,
  courseSchema,
  ownCoursesSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type ListedCourse, type MemberRow, SERVICE_PROBLEMS } from '../../../modules/lti/index.ts'
import { toSlug } from '../../../modules/organizations/index.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { languageFor } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'

const BASE = '/organizations/{slug}/courses'
const oneParams = slugParamSchema.extend({ course: z.coerce.number().int().positive() })
const common = { tag: LTI_TAG, access: 'author' } as const

/** Courses of LMSs. Members are shown to admins and to teachers of the course only. */
export const createCourseRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  listRoute(deps),
  membersRoute(deps),
  refreshRoute(deps),
  ownRoute(deps),
]

const ownRoute = ({ lti13 }: LtiDoorDeps): Endpoint =>
  endpoint({
    tag: LTI_TAG,
    access: 'user',
    method: 'GET',
    path: '/account/courses',
    summary: 'List your courses',
    description: 'The courses you are enrolled in, with the assistants of their activities that you can use.',
    answer: ownCoursesSchema,
    handle: async ({ caller }) => ({ courses: await lti13.courses.listOwn(caller) }),
  })

const listRoute = ({ lti13, organizations, signInName }: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'List courses',
    description:
      'Courses that opened activities with LTI 1.3, and groups from sign-in providers (`course_claim`). Admins see all; educators see those they teach or where their activities or assistants are used. `problem` says why the members could not be read.',
    params: slugParamSchema,
    query: coursePageSchema,
    answer: courseListSchema,
    async handle({ caller, params, query, exchange }) {
      const { id } = await organizations.getFor(caller, 'see', toSlug(params.slug))
      const rows = await lti13.courses.list(caller, id, query)
      const ids = rows.map((row) => row.id)
      const assistants = await lti13.courses.assistantsOf(caller, ids)
      return {
        courses: rows.map((row) => toRecord(row, assistants.get(row.id) ?? [], exchange, signInName)),
      }
    },
  })

const membersRoute = ({ lti13, organizations }: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/{course}/members`,
    summary: 'List the members of a course',
    description:
      'As the LMS lists them. For admins, teachers of the course and educators who have set up an activity in it. `has_opened`: whether the person has opened an activity. `roles_differ`: the list and the person’s own launch have different roles; the launch counts. Names are empty if the LMS does not share them.',
    params: oneParams,
    query: coursePageSchema,
    answer: courseMembersSchema,
    async handle({ caller, params, query }) {
      const { id } = await organizations.getFor(caller, 'see', toSlug(params.slug))
      const course = await lti13.courses.getTaught(caller, id, params.course)
      return { members: (await lti13.courses.members(course.id, query)).map(toMember) }
    },
  })

const refreshRoute = ({ lti13, organizations, signInName }: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/{course}/refresh`,
    summary: 'Refresh the members of a course',
    description:
      'Launches do this at most every ten minutes. If the LMS can’t be reached or refuses, the last list is kept and `problem` says why.',
    params: oneParams,
    answer: courseSchema,
    creates: false,
    async handle({ caller, params, exchange }) {
      const { id } = await organizations.getFor(caller, 'see', toSlug(params.slug))
      const course = await lti13.courses.getTaught(caller, id, params.course)
      await lti13.courses.refresh(course)
      const assistants = (await lti13.courses.assistantsOf(caller, [course.id])).get(course.id) ?? []
      return toRecord(await lti13.courses.describe(course.id), assistants, exchange, signInName)
    },
  })

/** `environmentName`: of the provider that is set in the environment, which is in no table. */
const toRecord = (
  row: ListedCourse,
  assistants: Course['assistants'],
  exchange: Exchange,
  environmentName: string,
) => {
  const problem = SERVICE_PROBLEMS.find((candidate) => candidate === row.problem)
  return {
    id: row.id,
    title: row.title,
    source: row.platform_id === null ? ('sign_in' as const) : ('lms' as const),
    platform: { id: row.platform_id, name: row.source_name ?? environmentName },
    students: row.students,
    staff: row.staff,
    has_roster: row.memberships_url !== '',
    assistants,
    last_activity_at: row.last_activity_at,
    checked_at: row.checked_at,
    problem: problem ?? null,
    message: problem ? launchTexts(languageFor(exchange)).services[problem] : null,
  }
}

const toMember = (row: MemberRow) => ({
  lms_user_id: row.lms_user_id,
  name: row.name,
  role: row.launch_role ?? row.role,
  roles_differ: row.launch_role !== null && row.launch_role !== row.role,
  has_opened: row.last_launch_at !== null,
  last_opened_at: row.last_launch_at,
})
