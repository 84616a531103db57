import {
  ltiConfiguredSchema,
  ltiConfigureSchema,
  ltiLinkAccountSchema,
  ltiSetupSchema,
  ltiTokenQuerySchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import type { ActivityRow, TokenData } from '../../../modules/lti/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, forbidden, unauthenticated } from '../../../platform/errors.ts'
import { type Endpoint, endpoint, type Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { toChoosePath } from '../deep-linking/start-choosing.ts'
import { LAMB_TAG, LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
import { withClearErrors } from '../token-errors.ts'
import { redirect } from './read-request.ts'

const BASE = '/lamb/v1/lti'
const MAX_FORM_BYTES = 64 * 1024
const withToken = (path: string, query: { token: string }) =>
  redirect(`${path}?${new URLSearchParams({ token: query.token })}`)

/** Setting up an activity. The token of a launch is the only credential, and it is good for that activity only. */
export const createSetupRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ...setupRoutes(deps),
  ...configureRoutes(deps),
  ...linkRoutes(deps),
]

const setupRoutes = ({ lti, organizations }: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'GET',
    path: `${BASE}/setup`,
    tag: LAMB_TAG,
    summary: 'Open the page that sets up an activity',
    description: 'Redirects to the web app. The token comes from a launch and is valid for 10 minutes.',
    access: 'public',
    query: ltiTokenQuerySchema,
    status: 303,
    handle: ({ query }) => withToken('/launch/setup', query),
  }),
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
]

type Choice = z.output<typeof ltiConfigureSchema>

const toChoice = (body: Choice) => ({
  name: body.activity_name,
  assistantIds: body.assistant_ids,
  chatsVisible: body.chat_visibility_enabled,
})

function requireOwnOrganization(body: Choice, educator: UserCaller): void {
  if (body.organization_id !== undefined && body.organization_id !== educator.organizationId)
    throw badRequest(say('lti.other_organization'))
}

/** LAMB's form is redirected to the dashboard; the web app gets its address as JSON. */
const toConfigured = (exchange: Exchange, activity: ActivityRow, token: string): Reply | object => {
  const query = new URLSearchParams({ resource_link_id: activity.resource_link_id, token })
  const path = `${BASE}/dashboard?${query}`
  return exchange.header('content-type')?.startsWith('application/json')
    ? { activity_id: activity.id, dashboard_url: path }
    : redirect(path)
}

const configureRoutes = ({ lti }: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'POST',
    path: `${BASE}/configure`,
    tag: LAMB_TAG,
    summary: 'Set up an activity',
    description:
      'Adds assistants to the activity of a launch. The token works once. Form posts are redirected to the dashboard.',
    access: 'public',
    bodyKind: 'json-or-form',
    bodyLimit: MAX_FORM_BYTES,
    body: ltiConfigureSchema,
    answer: ltiConfiguredSchema,
    handle: ({ body, exchange }) =>
      withClearErrors(async () => {
        const { data, frameOrigins } = await lti.tokens.read('setup', body.token)
        const educator = await lti.educators.require(data.userId)
        requireOwnOrganization(body, educator)
        const activity = await lti.activities.setUp(educator, data, toChoice(body))
        await lti.tokens.use('setup', body.token)
        const { lmsUserId, name, userId } = data
        const dashboard = { activityId: activity.id, userId, lmsUserId, name }
        return toConfigured(exchange, activity, await lti.tokens.issue('dashboard', dashboard, frameOrigins))
      }),
  }),
  ltiEndpoint({
    method: 'POST',
    path: `${BASE}/reconfigure`,
    tag: LAMB_TAG,
    summary: 'Change an activity',
    description: 'Replaces the assistants of an activity. Only for the educator who set it up.',
    access: 'public',
    bodyKind: 'json-or-form',
    bodyLimit: MAX_FORM_BYTES,
    body: ltiConfigureSchema,
    answer: ltiConfiguredSchema,
    handle: ({ body, exchange }) =>
      withClearErrors(async () => {
        const { data } = await lti.tokens.read('dashboard', body.token)
        if (data.userId === undefined) throw forbidden(say('lti.not_activity_owner'))
        const educator = await lti.educators.require(data.userId)
        requireOwnOrganization(body, educator)
        const activity = await lti.activities.reconfigure(educator, data.activityId, toChoice(body))
        return toConfigured(exchange, activity, body.token)
      }),
  }),
]

const linkRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'GET',
    path: `${BASE}/link-account`,
    tag: LAMB_TAG,
    summary: 'Open the page that links an educator’s account',
    description: 'Redirects to the web app. The token comes from a launch and is valid for 10 minutes.',
    access: 'public',
    query: ltiTokenQuerySchema,
    status: 303,
    handle: ({ query }) => withToken('/launch/link', query),
  }),
  ltiEndpoint({
    method: 'POST',
    path: `${BASE}/link-account`,
    tag: LAMB_TAG,
    summary: 'Link an educator’s account',
    description:
      'Links an account to the person’s LMS account, so that later launches recognize them. Send an e-mail address and password, or a session. Form posts are redirected to the setup page.',
    access: 'optional',
    bodyKind: 'json-or-form',
    bodyLimit: MAX_FORM_BYTES,
    body: ltiLinkAccountSchema,
    answer: z.object({ setup_url: z.string() }),
    handle: ({ body, caller, exchange }) =>
      withClearErrors(async () => {
        const { lti } = deps
        const { data } = await lti.tokens.read('link', body.token)
        const userId = await findAccount(deps, body, caller, exchange)
        if (await lti.educators.isSystemAdmin(userId)) throw forbidden(say('lti.system_admin'))
        const educator = await lti.educators.require(userId)
        if (data.organizationId !== undefined && data.organizationId !== educator.organizationId)
          throw forbidden(say('lti.lms_of_other_organization'))
        const { frameOrigins } = await lti.tokens.use('link', body.token)
        await lti.accounts.link(data, educator.userId)
        const path = await toNextPage(deps, data, educator.userId, frameOrigins)
        return exchange.header('content-type')?.startsWith('application/json')
          ? { setup_url: path }
          : redirect(path)
      }),
  }),
]

/** What the educator wanted to do before they were asked for their account. */
async function toNextPage(
  { lti: { tokens } }: LtiDoorDeps,
  { deepLink, ...link }: TokenData<'link'>,
  userId: number,
  frameOrigins: string,
): Promise<string> {
  if (deepLink) {
    const data = { ...deepLink, userId, contextTitle: link.contextTitle }
    return toChoosePath(await tokens.issue('choose', data, frameOrigins))
  }
  const token = await tokens.issue('setup', { ...link, userId }, frameOrigins)
  return `${BASE}/setup?${new URLSearchParams({ token })}`
}

/** By password, or the person who is signed in. */
async function findAccount(
  { users }: LtiDoorDeps,
  { email, password }: z.output<typeof ltiLinkAccountSchema>,
  caller: UserCaller | undefined,
  exchange: Exchange,
): Promise<number> {
  if (email !== undefined || password !== undefined) {
    const user = await users.checkPassword(email ?? '', password ?? '', exchange.clientIp)
    if (user.user_type !== 'creator') throw forbidden(say('lti.educator_required'))
    return user.id
  }
  if (caller?.credential !== 'session') throw unauthenticated(say('users.invalid_credentials'))
  if (caller.userType !== 'creator') throw forbidden(say('lti.educator_required'))
  return caller.userId
}
