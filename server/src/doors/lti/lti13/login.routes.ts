import * as z from 'zod'
import {
  LaunchRefused,
  LOGIN_SECONDS,
  type LoginStart,
  loginStartSchema,
  type PlatformRow,
  toOrigin,
} from '../../../modules/lti/index.ts'
import { toNetwork } from '../../../modules/users/index.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { LTI13_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
import { languageFor, toRefusal } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'
import { scriptPage } from '../pages/script-page.ts'
import { STORE_SCRIPT } from './browser-scripts.ts'

const MAX_BYTES = 64 * 1024
const anyFields = z.looseObject({})
export const launchUrlOf = (publicUrl: string): string => `${publicUrl}/lti/1.3/launch`
/** The key under which the storage of the LMS keeps the secret of a login. */
export const storageKeyOf = (state: string): string => `bellwether_${state.slice(0, 16)}`

const SUMMARY = 'Start an LTI 1.3 login'
const DESCRIPTION =
  'The login initiation URL to enter in the LMS. Redirects to the LMS, which answers with the launch. Fields: `iss`, `login_hint`, `target_link_uri`, `client_id`, `lti_message_hint`, `lti_deployment_id`, `lti_storage_target`.'

/** LMSs may use GET or POST. */
export const createLoginRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'GET',
    path: '/lti/1.3/login',
    tag: LTI13_TAG,
    summary: SUMMARY,
    description: DESCRIPTION,
    access: 'public',
    query: anyFields,
    status: 302,
    handle: ({ query, exchange }) => startLogin(deps, query, exchange),
  }),
  ltiEndpoint({
    method: 'POST',
    path: '/lti/1.3/login',
    tag: LTI13_TAG,
    summary: SUMMARY,
    description: DESCRIPTION,
    access: 'public',
    bodyKind: 'form',
    bodyLimit: MAX_BYTES,
    body: anyFields,
    status: 302,
    handle: ({ body, exchange }) => startLogin(deps, body, exchange),
  }),
]

async function startLogin(deps: LtiDoorDeps, fields: object, exchange: Exchange): Promise<Reply> {
  await deps.ltiLimits.starts.take(toNetwork(exchange.clientIp))
  try {
    const start = readStart(fields)
    const { platforms, logins } = deps.lti13
    const platform = await platforms.findClient(start.iss, start.client_id)
    const started = await logins.start(platform, start)
    const next = toAuthUrl(platform, start, started, launchUrlOf(deps.publicUrl))
    const cookie = toLoginCookie(started.state, started.browserSecret)
    if (start.lti_storage_target === undefined)
      return new Reply(null, { location: next, 'set-cookie': cookie, 'cache-control': 'no-store' }, 302)
    const language = languageFor(exchange)
    const origin = new URL(platform.auth_login_url).origin
    return scriptPage({
      language,
      title: launchTexts(language).opening,
      text: '',
      script: STORE_SCRIPT,
      data: {
        origin,
        target: start.lti_storage_target,
        key: storageKeyOf(started.state),
        value: started.browserSecret,
        next,
      },
      // Browsers send no `Origin` with GET. Hosted LMSs show the frame on another host than they sign in.
      frameOrigins: [
        ...new Set([
          origin,
          ...[platform.issuer, exchange.header('origin'), exchange.header('referer')].map(toOrigin),
        ]),
      ]
        .filter(Boolean)
        .join(' '),
      cookie,
    })
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error
    exchange.log.info({ problem: error.problem, field: error.field }, 'LTI login refused')
    await noteRefusal(deps, fields, error, exchange)
    // Strangers don't learn which LMSs are registered.
    const isClient = error.problem === 'unknown_client'
    return toRefusal(exchange, isClient ? new LaunchRefused('unknown_platform') : error)
  }
}

/** A wrong client id or issuer is the most frequent mistake, so admins see it. Not from addresses that cause many. */
async function noteRefusal(
  { lti13, ltiLimits }: LtiDoorDeps,
  fields: object,
  { problem }: LaunchRefused,
  exchange: Exchange,
): Promise<void> {
  const start = loginStartSchema.safeParse(fields).data
  if (!start || (problem !== 'unknown_client' && problem !== 'unknown_platform')) return
  if ((await ltiLimits.refusals.tryTake(toNetwork(exchange.clientIp))) > 0) return
  const isClient = problem === 'unknown_client'
  const { findOfOne, findSimilarOfOne } = lti13.platforms
  await lti13.records.note({
    issuer: start.iss,
    clientId: start.client_id ?? '',
    platforms: await (isClient ? findOfOne : findSimilarOfOne)(start.iss),
    problem: isClient ? problem : 'other_issuer',
  })
}

function readStart(fields: object): LoginStart {
  const parsed = loginStartSchema.safeParse(fields)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  // A field that was sent twice arrives as a list.
  const isRepeated = Array.isArray(Reflect.get(fields, field))
  throw new LaunchRefused(isRepeated ? 'duplicate_field' : 'missing_field', field)
}

function toAuthUrl(
  platform: PlatformRow,
  start: LoginStart,
  { state, nonce }: { state: string; nonce: string },
  launchUrl: string,
): string {
  const url = new URL(platform.auth_login_url)
  const query: Record<string, string | undefined> = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: launchUrl,
    login_hint: start.login_hint,
    lti_message_hint: start.lti_message_hint,
    state,
    nonce,
  }
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** One cookie per login, because people open several activities at once. */
const nameOf = (state: string): string => `bellwether_lti_${state.slice(0, 16).replace(/[^\w]/g, '_')}`

/** Binds a login to the browser that started it. Partitioned, so that it also works in a frame of the LMS. */
const toLoginCookie = (state: string, secret: string): string =>
  `${nameOf(state)}=${secret}; Path=/lti/1.3; Max-Age=${LOGIN_SECONDS}; HttpOnly; SameSite=None; Secure; Partitioned`

export function readLoginCookie(exchange: Exchange, state: string): string | undefined {
  const cookieName = nameOf(state)
  for (const part of (exchange.header('cookie') ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === cookieName && value) return value
  }
  return undefined
}
