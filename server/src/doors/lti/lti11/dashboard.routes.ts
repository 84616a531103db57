import {
  ltiChatDetailSchema,
  ltiChatsSchema,
  ltiDashboardSchema,
  ltiStatsSchema,
  ltiStudentsSchema,
  ltiTokenQuerySchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { atLambAddress } from '../lti-endpoint.ts'
import { withClearErrors } from '../token-errors.ts'
import { toEnterPath } from './launch.routes.ts'
import { redirect } from './read-request.ts'

const common = { method: 'GET', tag: LTI_TAG, access: 'public', query: ltiTokenQuerySchema } as const

/** How students use an activity, for its teachers. The token comes from a launch and is valid for 30 minutes. */
export const createDashboardRoutes = (deps: LtiDoorDeps): Endpoint[] => {
  const enter = enterRoute(deps)
  const data = dataRoutes(deps)
  return [
    activityRoute(deps),
    enter,
    atLambAddress('/lamb/v1/lti/enter-chat', enter),
    ...data,
    ...data.map((own) => atLambAddress(`/lamb/v1${own.paths[0]}`, own)),
  ]
}

/** The activity of a token, with its educator if they are known. */
const readDashboard = (deps: LtiDoorDeps, token: string) =>
  withClearErrors(async () => {
    const { data, frameOrigins } = await deps.lti.tokens.read('dashboard', token)
    return { data, frameOrigins, activity: await deps.lti.activities.requireActivity(data.activityId) }
  })

/** Grades need an educator account, and an LMS that takes them. */
async function takesGrades(
  { lti, lti13 }: LtiDoorDeps,
  activityId: number,
  userId: number | undefined,
): Promise<boolean> {
  if (userId === undefined || !(await lti13.grades.findTarget(activityId))) return false
  return lti.educators.isEducator(userId)
}

const activityRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    path: '/lti/dashboard',
    summary: 'Get an activity for its teachers',
    description: 'Its assistants, and whether you can change them.',
    answer: ltiDashboardSchema,
    async handle({ query }) {
      const { data, activity } = await readDashboard(deps, query.token)
      const { activities, educators } = deps.lti
      const canConfigure = data.userId !== undefined && data.userId === activity.owner_id
      return {
        activity: {
          id: activity.id,
          name: activity.name,
          context_title: activity.context_title,
          status: activity.status,
          chats_visible: activity.chats_visible === 1,
          takes_grades: await takesGrades(deps, activity.id, data.userId),
          assistants: await activities.assistantsOf(activity.id),
        },
        can_configure: canConfigure,
        choices:
          canConfigure && data.userId !== undefined
            ? await withClearErrors(async () =>
                activities.choicesFor(await educators.require(data.userId ?? 0)),
              )
            : [],
      }
    },
  })

const enterRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    ...common,
    path: '/lti/dashboard/enter-chat',
    summary: 'Open the chat of an activity as a teacher',
    description: 'Redirects to the chat. Teachers don’t count as students on the dashboard.',
    answer: 'redirect',
    status: 303,
    async handle({ query }) {
      const { data, activity, frameOrigins } = await readDashboard(deps, query.token)
      // With LTI 1.3, teachers have an educator account. The token in this address must not open it, so they chat with another one.
      const lmsUserId = activity.platform.startsWith('1.3 ') ? `${data.lmsUserId} (chat)` : data.lmsUserId
      const person = { platform: activity.platform, lmsUserId, name: data.name }
      return withClearErrors(async () => {
        const user = await deps.lti.accounts.enterActivity({ ...person, role: 'staff' }, activity)
        const enter = { userId: user.id, activityId: activity.id }
        return redirect(toEnterPath(await deps.lti.tokens.issue('enter', enter, frameOrigins)))
      })
    },
  })

const dataRoutes = (deps: LtiDoorDeps): Endpoint[] => {
  const { dashboard } = deps.lti
  const read = async (token: string) => (await readDashboard(deps, token)).activity
  return [
    endpoint({
      ...common,
      path: '/lti/dashboard/stats',
      summary: 'Get figures of an activity',
      description: 'Students, chats and questions.',
      answer: ltiStatsSchema,
      handle: async ({ query }) => dashboard.stats(await read(query.token)),
    }),
    endpoint({
      ...common,
      path: '/lti/dashboard/students',
      summary: 'List the students of an activity',
      description: 'At most 2000, by first launch.',
      answer: ltiStudentsSchema,
      handle: async ({ query }) => ({ students: await dashboard.students(await read(query.token)) }),
    }),
    endpoint({
      ...common,
      path: '/lti/dashboard/chats',
      summary: 'List the chats of an activity',
      description:
        'Only if the activity shows chats to teachers, only of students who have agreed, and without names.',
      answer: ltiChatsSchema,
      handle: async ({ query }) => ({ chats: await dashboard.chats(await read(query.token)) }),
    }),
    endpoint({
      ...common,
      path: '/lti/dashboard/chats/{id}',
      summary: 'Get a chat of an activity',
      description: 'Under the same conditions as the list.',
      params: z.object({ id: z.string().max(100) }),
      answer: ltiChatDetailSchema,
      handle: async ({ query, params }) => dashboard.chat(await read(query.token), params.id),
    }),
  ]
}
