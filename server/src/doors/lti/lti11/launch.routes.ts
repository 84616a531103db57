import { ltiTokenQuerySchema } from '@bellwether/wire'
import { type Launch, type LaunchedLink, LaunchRefused, readId } from '../../../modules/lti/index.ts'
import type { Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { LAMB_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
import { languageFor, noAccountPage, waitingPage } from '../pages/launch-page.ts'
import { type CheckedLaunch, launchEndpoint } from './launch-endpoint.ts'
import { redirect } from './read-request.ts'

const BASE = '/lamb/v1'
/** Where LAMB sends students: Open WebUI's address for signing in with a token. LAMB's test script looks for it. */
const STUDENT_PATH = '/api/v1/auths/complete'

/** The three launches of LAMB's contract §17. */
export const createLaunchRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  activityLaunch(deps),
  assistantLaunch(deps),
  creatorLaunch(deps),
  studentPage(),
]

const studentPage = (): Endpoint =>
  ltiEndpoint({
    method: 'GET',
    path: STUDENT_PATH,
    tag: LAMB_TAG,
    summary: 'Open the chat of a launch',
    description: 'Launches of students redirect here, as in LAMB. Redirects to the chat.',
    access: 'public',
    query: ltiTokenQuerySchema,
    status: 303,
    handle: ({ query }) => redirect(toEnterPath(query.token)),
  })

const toStudentPath = (token: string): string => `${STUDENT_PATH}?${new URLSearchParams({ token })}`

const activityLaunch = (deps: LtiDoorDeps): Endpoint =>
  launchEndpoint(deps, {
    path: `${BASE}/lti/launch`,
    summary: 'Open an activity from an LMS',
    description:
      'An LTI 1.1 launch. Students are sent to the chat, teachers to the dashboard of the activity. The first teacher sets up which assistants it contains.',
    secretOf: (key) => deps.lti.keys.globalSecretOf(key),
    organizationOf: async () => undefined,
    async open(checked) {
      const { launch, read } = checked
      const resourceLinkId = readId(read, 'resource_link_id')
      read('roles')
      const activity = await deps.lti.activities.findByLink(launch.platform, resourceLinkId)
      if (!activity) return openUnknown(deps, checked, toLink(launch, resourceLinkId))
      checked.setOrganization(activity.organization_id)
      if (activity.status !== 'active') throw new LaunchRefused('activity_disabled')
      const { tokens, accounts, educators } = deps.lti
      if (launch.role === 'staff') {
        const educator = await educators.find(launch)
        const token = await tokens.issue(
          'dashboard',
          {
            activityId: activity.id,
            userId: educator?.userId,
            lmsUserId: launch.lmsUserId,
            name: launch.name,
          },
          checked.frameOrigins,
        )
        const query = new URLSearchParams({ resource_link_id: resourceLinkId, token })
        return redirect(`${BASE}/lti/dashboard?${query}`)
      }
      const user = await accounts.enterActivity(launch, activity)
      const data = { userId: user.id, activityId: activity.id, locale: launch.locale }
      return redirect(toStudentPath(await tokens.issue('enter', data, checked.frameOrigins)))
    },
  })

/** An activity without assistants: students wait, the first teacher sets it up. */
async function openUnknown(
  { lti }: LtiDoorDeps,
  { launch, frameOrigins, exchange }: CheckedLaunch,
  link: LaunchedLink,
): Promise<Reply> {
  const language = languageFor(exchange, launch.locale)
  if (launch.role !== 'staff') return waitingPage(language, frameOrigins)
  const educator = await lti.educators.find(launch)
  if (!educator) {
    const token = await lti.tokens.issue('link', link, frameOrigins)
    return noAccountPage(language, frameOrigins, `${BASE}/lti/link-account?${new URLSearchParams({ token })}`)
  }
  const token = await lti.tokens.issue('setup', { ...link, userId: educator.userId }, frameOrigins)
  return redirect(`${BASE}/lti/setup?${new URLSearchParams({ token })}`)
}

const toLink = (launch: Launch, resourceLinkId: string): LaunchedLink => ({
  platform: launch.platform,
  lmsUserId: launch.lmsUserId,
  name: launch.name,
  resourceLinkId,
  contextId: launch.contextId,
  contextTitle: launch.contextTitle,
  linkTitle: launch.linkTitle,
})

/** The page that exchanges the code for a session. */
export const toEnterPath = (code: string): string => `/launch/enter?${new URLSearchParams({ code })}`

const assistantLaunch = (deps: LtiDoorDeps): Endpoint =>
  launchEndpoint(deps, {
    path: `${BASE}/lti_users/lti`,
    summary: 'Open one assistant from an LMS',
    description:
      'An LTI 1.1 launch with the consumer name of a published assistant as key and `LTI_SECRET` as secret. Opens the chat with that assistant.',
    secretOf: async (key) => ((await deps.lti.findLaunchable(key)) ? deps.lti.assistantSecret : undefined),
    organizationOf: async (key) => (await deps.lti.findLaunchable(key))?.organization_id,
    async open({ launch, consumerKey, frameOrigins }) {
      const { lti } = deps
      const assistant = await lti.findLaunchable(consumerKey)
      if (!assistant) throw new LaunchRefused('assistant_gone')
      const user = await lti.accounts.enterAssistant(launch, { ...assistant, consumerName: consumerKey })
      const data = { userId: user.id, assistantId: assistant.id, locale: launch.locale }
      return redirect(toStudentPath(await lti.tokens.issue('enter', data, frameOrigins)))
    },
  })

const creatorLaunch = (deps: LtiDoorDeps): Endpoint =>
  launchEndpoint(deps, {
    path: `${BASE}/lti_creator/launch`,
    summary: 'Sign in as an educator from an LMS',
    description:
      'An LTI 1.1 launch with the key of an organization. Opens the list of assistants with the educator’s own account, which the first launch creates. Students are refused; a launch without `roles` counts as an educator’s, as in LAMB.',
    secretOf: async (key) => (await deps.lti.keys.findCreatorKey(key))?.secret,
    organizationOf: async (key) => (await deps.lti.keys.findCreatorKey(key))?.organizationId,
    async open({ launch, consumerKey, frameOrigins, parameters }) {
      const { lti, organizations } = deps
      // The key itself is for educators only. LAMB does not ask for roles here, so some launches have none.
      const hasRoles = parameters.some(([name]) => name === 'roles')
      if (hasRoles && launch.role !== 'staff') throw new LaunchRefused('learner_cannot_build')
      const key = await lti.keys.findCreatorKey(consumerKey)
      if (!key) throw new LaunchRefused('wrong_signature')
      const organization = await organizations.getRow(key.organizationId)
      const user = await lti.accounts.enterAsCreator(launch, organization)
      const token = await lti.tokens.issue('enter', { userId: user.id, locale: launch.locale }, frameOrigins)
      return redirect(`/assistants?${new URLSearchParams({ token })}`)
    },
  })
