import {
  lambConfigureSchema,
  ltiActivityDraftSchema,
  ltiConfiguredSchema,
  ltiLinkAccountSchema,
  ltiLinkedSchema,
  ltiSetupSchema,
  ltiTokenQuerySchema,
  say,
} from '@bellwether/wire'
import type * as z from 'zod'
import type { TokenData } from '../../../modules/lti/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, forbidden, unauthenticated } from '../../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { toChoosePath } from '../deep-linking/start-choosing.ts'
import { LAMB_TAG, LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
import { withClearErrors } from '../token-errors.ts'
import { redirect } from './read-request.ts'

const BASE = '/lamb/v1/lti'
const MAX_BYTES = 64 * 1024
const toPage = (path: string, token: string) => redirect(`${path}?${new URLSearchParams({ token })}`)

/** Setting up an activity. The token of a launch is the only credential, and it is good for that activity only. */
export const createSetupRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...setupRoutes(deps),
  ...linkRoutes(deps),
  ...lambRoutes(deps),
]

const setupRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/lti/setup',
    tag: LTI_TAG,
    summary: 'Get the choices for setting up an activity',
    description: 'The assistants that you can add: those published in your organization.',
    access: 'public',
    query: ltiTokenQuerySchema,
    answer: ltiSetupSchema,
    handle: ({ query }) =>
      withClearErrors(async () => {
        const { lti, organizations } = deps
        const { data } = await lti.tokens.read('setup', query.token)
        const educator = await lti.educators.require(data.userId)
        const { id, name } = await organizations.getRow(educator.organizationId)
        return {
          activity_name: data.linkTitle || data.contextTitle,
          context_title: data.contextTitle,
          organization: { id, name },
          educator: educator.name,
          assistants: await lti.activities.choicesFor(educator),
        }
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/lti/setup',
    tag: LTI_TAG,
    summary: 'Set up an activity',
    description: 'Adds assistants to the activity of a launch. The token works once.',
    access: 'public',
    bodyLimit: MAX_BYTES,
    body: ltiActivityDraftSchema,
    answer: ltiConfiguredSchema,
    async handle({ body }) {
      const { activity, token } = await setUp(deps, body)
      return { activity_id: activity.id, token }
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/lti/dashboard',
    tag: LTI_TAG,
    summary: 'Change an activity',
    description: 'Replaces the assistants of an activity. Only for the educator who set it up.',
    access: 'public',
    bodyLimit: MAX_BYTES,
    body: ltiActivityDraftSchema,
    answer: 'none',
    handle: async ({ body }) => void (await change(deps, body)),
  }),
]

type Choice = z.output<typeof ltiActivityDraftSchema> & { organization_id?: number | undefined }

const toChoice = (body: Choice) => ({
  name: body.activity_name,
  assistantIds: body.assistant_ids,
  chatsVisible: body.chat_visibility_enabled,
})

function requireOwnOrganization(body: Choice, educator: UserCaller): void {
  if (body.organization_id !== undefined && body.organization_id !== educator.organizationId)
    throw badRequest(say('lti.other_organization'))
}

const setUp = ({ lti }: LtiDoorDeps, body: Choice) =>
  withClearErrors(async () => {
    const { data, frameOrigins } = await lti.tokens.read('setup', body.token)
    const educator = await lti.educators.require(data.userId)
    requireOwnOrganization(body, educator)
    const activity = await lti.activities.setUp(educator, data, toChoice(body))
    await lti.tokens.use('setup', body.token)
    const { lmsUserId, name, userId } = data
    const dashboard = { activityId: activity.id, userId, lmsUserId, name }
    return { activity, token: await lti.tokens.issue('dashboard', dashboard, frameOrigins) }
  })

const change = ({ lti }: LtiDoorDeps, body: Choice) =>
  withClearErrors(async () => {
    const { data } = await lti.tokens.read('dashboard', body.token)
    if (data.userId === undefined) throw forbidden(say('lti.not_activity_owner'))
    const educator = await lti.educators.require(data.userId)
    requireOwnOrganization(body, educator)
    return lti.activities.reconfigure(educator, data.activityId, toChoice(body))
  })

const linkRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/lti/link',
    tag: LTI_TAG,
    summary: 'Link an educator’s account',
    description:
      'Links an account to the person’s LMS account, so that later launches recognize them. Send an e-mail address and password, or a session.',
    access: 'optional',
    bodyLimit: MAX_BYTES,
    body: ltiLinkAccountSchema,
    answer: ltiLinkedSchema,
    handle: ({ body, caller, exchange }) => linkAccount(deps, body, caller, exchange.clientIp),
  }),
]

const linkAccount = (
  deps: LtiDoorDeps,
  body: z.output<typeof ltiLinkAccountSchema>,
  caller: UserCaller | undefined,
  clientIp: string,
) =>
  withClearErrors(async () => {
    const { lti } = deps
    const { data } = await lti.tokens.read('link', body.token)
    const userId = await findAccount(deps, body, caller, clientIp)
    if (await lti.educators.isSystemAdmin(userId)) throw forbidden(say('lti.system_admin'))
    const educator = await lti.educators.require(userId)
    if (data.organizationId !== undefined && data.organizationId !== educator.organizationId)
      throw forbidden(say('lti.lms_of_other_organization'))
    const { frameOrigins } = await lti.tokens.use('link', body.token)
    await lti.accounts.link(data, educator.userId)
    return issueNext(deps, data, educator.userId, frameOrigins)
  })

/** What the educator wanted to do before they were asked for their account. */
async function issueNext(
  { lti: { tokens } }: LtiDoorDeps,
  { deepLink, ...link }: TokenData<'link'>,
  userId: number,
  frameOrigins: string,
) {
  if (deepLink) {
    const data = { ...deepLink, userId, contextTitle: link.contextTitle }
    return { next: 'choose' as const, token: await tokens.issue('choose', data, frameOrigins) }
  }
  return { next: 'setup' as const, token: await tokens.issue('setup', { ...link, userId }, frameOrigins) }
}

/** By password, or the person who is signed in. */
async function findAccount(
  { users }: LtiDoorDeps,
  { email, password }: z.output<typeof ltiLinkAccountSchema>,
  caller: UserCaller | undefined,
  clientIp: string,
): Promise<number> {
  if (email !== undefined || password !== undefined) {
    const user = await users.checkPassword(email ?? '', password ?? '', clientIp)
    if (user.user_type !== 'creator') throw forbidden(say('lti.educator_required'))
    return user.id
  }
  if (caller?.credential !== 'session') throw unauthenticated(say('users.invalid_credentials'))
  if (caller.userType !== 'creator') throw forbidden(say('lti.educator_required'))
  return caller.userId
}

const FORM = { tag: LAMB_TAG, bodyKind: 'json-or-form', bodyLimit: MAX_BYTES, status: 303 } as const

/** LAMB's pages and forms, which lead to pages of the web app. */
const lambRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...(['setup', 'link-account', 'dashboard'] as const).map((page) =>
    ltiEndpoint({
      method: 'GET',
      path: `${BASE}/${page}`,
      tag: LAMB_TAG,
      summary: `Open the page ${page} of an activity`,
      description: 'Redirects to the web app. The token comes from a launch.',
      access: 'public',
      query: ltiTokenQuerySchema,
      status: 303,
      handle: ({ query }) =>
        toPage(page === 'link-account' ? '/launch/link' : `/launch/${page}`, query.token),
    }),
  ),
  ltiEndpoint({
    ...FORM,
    method: 'POST',
    path: `${BASE}/configure`,
    summary: 'Set up an activity',
    description: 'Redirects to the dashboard.',
    access: 'public',
    body: lambConfigureSchema,
    handle: async ({ body }) => {
      const { activity, token } = await setUp(deps, body)
      return toDashboard(activity.resource_link_id, token)
    },
  }),
  ltiEndpoint({
    ...FORM,
    method: 'POST',
    path: `${BASE}/reconfigure`,
    summary: 'Change an activity',
    description: 'Redirects to the dashboard.',
    access: 'public',
    body: lambConfigureSchema,
    handle: async ({ body }) => toDashboard((await change(deps, body)).resource_link_id, body.token),
  }),
  ltiEndpoint({
    ...FORM,
    method: 'POST',
    path: `${BASE}/link-account`,
    summary: 'Link an educator’s account',
    description: 'Redirects to the page that sets up the activity.',
    access: 'optional',
    body: ltiLinkAccountSchema,
    async handle({ body, caller, exchange }) {
      const { next, token } = await linkAccount(deps, body, caller, exchange.clientIp)
      return next === 'choose' ? redirect(toChoosePath(token)) : toPage(`${BASE}/setup`, token)
    },
  }),
]

const toDashboard = (resourceLinkId: string, token: string) =>
  redirect(`${BASE}/dashboard?${new URLSearchParams({ resource_link_id: resourceLinkId, token })}`)
