import { type Launch, type LaunchedLink, LaunchRefused, readId } from '../../../modules/lti/index.ts'
import type { Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { LtiDoorDeps } from '../lti-deps.ts'
import { languageFor, noAccountPage, waitingPage } from '../pages/launch-page.ts'
import { type CheckedLaunch, launchEndpoint } from './launch-endpoint.ts'
import { redirect } from './read-request.ts'

const BASE = '/lamb/v1'

/** The three launches of LAMB's contract §17. */
export const createLaunchRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  activityLaunch(deps),
  assistantLaunch(deps),
  creatorLaunch(deps),
]

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
      const data = { userId: user.id, activityId: activity.id }
      return redirect(toEnterPath(await tokens.issue('enter', data, checked.frameOrigins)))
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
      const data = { userId: user.id, assistantId: assistant.id }
      return redirect(toEnterPath(await lti.tokens.issue('enter', data, frameOrigins)))
    },
  })

const creatorLaunch = (deps: LtiDoorDeps): Endpoint =>
  launchEndpoint(deps, {
    path: `${BASE}/lti_creator/launch`,
    summary: 'Sign in as an educator from an LMS',
    description:
      'An LTI 1.1 launch with the key of an organization. Opens the list of assistants with the educator’s own account, which the first launch creates. Students are refused.',
    secretOf: async (key) => (await deps.lti.keys.findCreatorKey(key))?.secret,
    organizationOf: async (key) => (await deps.lti.keys.findCreatorKey(key))?.organizationId,
    async open({ launch, consumerKey, frameOrigins, read }) {
      const { lti, organizations } = deps
      read('roles')
      if (launch.role !== 'staff') throw new LaunchRefused('learner_cannot_build')
      const key = await lti.keys.findCreatorKey(consumerKey)
      if (!key) throw new LaunchRefused('wrong_signature')
      const organization = await organizations.getRow(key.organizationId)
      const user = await lti.accounts.enterAsCreator(launch, organization)
      const token = await lti.tokens.issue('enter', { userId: user.id }, frameOrigins)
      return redirect(`/assistants?${new URLSearchParams({ token })}`)
    },
  })
