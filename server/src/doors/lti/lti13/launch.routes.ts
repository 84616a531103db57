import * as z from 'zod'
import {
  courseRoleOf,
  hashSecret,
  LaunchRefused,
  type LoginStart,
  type LtiClaims,
  readClaims,
  toOrigin,
} from '../../../modules/lti/index.ts'
import { requireOwnPage } from '../../../modules/users/index.ts'
import type { Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { isSameSecret } from '../../../platform/secrets/secret-box.ts'
import { LTI13_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
import { languageFor, toRefusal } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'
import { scriptPage } from '../pages/script-page.ts'
import { CHECK_SCRIPT } from './browser-scripts.ts'
import { completeLaunch } from './complete-launch.ts'
import { readLoginCookie, storageKeyOf } from './login.routes.ts'
import type { VerifiedLaunch } from './verified-launch.ts'

const MAX_BYTES = 256 * 1024
const launchSchema = z.looseObject({
  id_token: z.string().optional(),
  state: z.string().optional(),
  /** Instead of a token, such as `login_required`. */
  error: z.string().optional().catch(undefined),
})
const confirmSchema = z.object({ token: z.string().max(200), value: z.string().max(200) })

export const createLaunch13Routes = (deps: LtiDoorDeps): Endpoint[] => [
  ltiEndpoint({
    method: 'POST',
    path: '/lti/1.3/launch',
    tag: LTI13_TAG,
    summary: 'Open an activity with LTI 1.3',
    description:
      'The redirect URI to enter in the LMS. Checks the token and opens the chat for students, and the setup page or the dashboard for teachers. With a deep linking request, teachers choose assistants for the course.',
    access: 'public',
    bodyKind: 'form',
    bodyLimit: MAX_BYTES,
    body: launchSchema,
    status: 303,
    handle: ({ body, exchange }) => launch(deps, body, exchange),
  }),
  ltiEndpoint({
    method: 'POST',
    path: '/lti/1.3/confirm',
    tag: LTI13_TAG,
    summary: 'Continue an LTI 1.3 launch without cookies',
    description: 'Sent by our own page with the value from the storage of the LMS. Works once.',
    access: 'public',
    bodyKind: 'form',
    bodyLimit: 4096,
    body: confirmSchema,
    status: 303,
    handle: ({ body, exchange }) => confirm(deps, body, exchange),
  }),
]

async function launch(
  deps: LtiDoorDeps,
  { id_token: token, state, error: failure }: z.output<typeof launchSchema>,
  exchange: Exchange,
): Promise<Reply> {
  const context: Known = {}
  try {
    if (!state) throw new LaunchRefused('missing_field', 'state')
    if (!token && failure) {
      context.login = await deps.lti13.logins.find(state)
      throw new LaunchRefused('login_refused', failure.replace(/[^\w-]/g, '').slice(0, 60))
    }
    if (!token) throw new LaunchRefused('missing_field', 'id_token')
    const { verified, login } = await verify(deps, token, state, context, exchange)
    const secret = readLoginCookie(exchange, state)
    if (secret === undefined) return await askBrowser(deps, { verified, login, state }, exchange)
    if (!isSameSecret(hashSecret(secret), login.browserHash)) throw new LaunchRefused('other_browser')
    const reply = await completeLaunch(deps, verified, exchange)
    await note(deps, context, null)
    return reply
  } catch (error) {
    return refuse(deps, context, error, exchange)
  }
}

/** What is known about a launch so far, for the record. */
interface Known {
  login?: { issuer: string; clientId: string }
  verified?: VerifiedLaunch
  deploymentId?: string
}

async function verify(deps: LtiDoorDeps, token: string, state: string, context: Known, exchange: Exchange) {
  const { logins, platforms, verifyToken } = deps.lti13
  const login = await logins.find(state)
  context.login = login
  const { jwks_url } = await platforms.findClient(login.issuer, login.clientId)
  const claims = readClaims(await verifyToken(token, login, jwks_url))
  context.deploymentId = claims.deploymentId
  requireKnownMessage(claims)
  const platform = await platforms.findDeployment(login.issuer, login.clientId, claims.deploymentId)
  // Organizations that share a client have the same addresses; if not, the keys of this one decide.
  if (platform.jwks_url !== jwks_url) await verifyToken(token, login, platform.jwks_url)
  await logins.use(state)
  const verified = {
    platform,
    claims,
    frameOrigins: frameOriginsOf(platform.auth_login_url, claims, exchange),
  }
  context.verified = verified
  return { verified, login }
}

function requireKnownMessage({ messageType, deepLinking }: LtiClaims): void {
  if (messageType !== 'LtiResourceLinkRequest' && messageType !== 'LtiDeepLinkingRequest')
    throw new LaunchRefused('unsupported_message')
  const isDeepLinking = messageType === 'LtiDeepLinkingRequest'
  if (isDeepLinking !== (deepLinking !== undefined))
    throw new LaunchRefused('missing_claim', 'deep_linking_settings')
}

/** The LMS by its sign-in address and its signed return addresses, and the page that the launch came from. */
const frameOriginsOf = (
  authLoginUrl: string,
  { returnUrl, deepLinking }: LtiClaims,
  exchange: Exchange,
): string =>
  [...new Set([authLoginUrl, returnUrl, deepLinking?.returnUrl, exchange.header('origin')].map(toOrigin))]
    .filter(Boolean)
    .join(' ')

/** Without a cookie: the storage of the LMS proves that this browser started the login, or a new tab starts it again. */
async function askBrowser(
  { lti }: LtiDoorDeps,
  {
    verified,
    login,
    state,
  }: { verified: VerifiedLaunch; login: { browserHash: string; start: LoginStart }; state: string },
  exchange: Exchange,
): Promise<Reply> {
  const { platform, claims, frameOrigins } = verified
  const data = { browserHash: login.browserHash, launch: { platformId: platform.id, claims } }
  const token = await lti.tokens.issue('bind', data, frameOrigins)
  const language = languageFor(exchange, claims.locale)
  const { opening, openTab, cookiesBlocked } = launchTexts(language)
  const { lti_storage_target: target, ...start } = login.start
  return scriptPage({
    language,
    title: opening,
    text: '',
    link: { href: `/lti/1.3/login?${toQuery(start)}`, label: openTab },
    script: CHECK_SCRIPT,
    data: {
      origin: new URL(platform.auth_login_url).origin,
      target: target ?? '',
      key: storageKeyOf(state),
      token,
      blocked: cookiesBlocked,
    },
    frameOrigins,
  })
}

const toQuery = (start: object): URLSearchParams =>
  new URLSearchParams(Object.entries(start).filter(([, value]) => value !== undefined))

async function confirm(
  deps: LtiDoorDeps,
  { token, value }: z.output<typeof confirmSchema>,
  exchange: Exchange,
): Promise<Reply> {
  requireOwnPage(exchange, deps.publicUrl)
  const context: Known = {}
  try {
    const { data, frameOrigins } = await deps.lti.tokens.use('bind', token)
    const { platformId, claims } = data.launch as { platformId: number; claims: LtiClaims }
    const platform = await deps.lti13.platforms.findById(platformId)
    context.login = { issuer: platform.issuer, clientId: platform.client_id }
    context.verified = { platform, claims, frameOrigins }
    if (!isSameSecret(hashSecret(value), data.browserHash)) throw new LaunchRefused('other_browser')
    const reply = await completeLaunch(deps, context.verified, exchange)
    await note(deps, context, null)
    return reply
  } catch (error) {
    return refuse(deps, context, error, exchange)
  }
}

async function refuse(deps: LtiDoorDeps, context: Known, error: unknown, exchange: Exchange): Promise<Reply> {
  if (!(error instanceof LaunchRefused)) throw error
  exchange.log.info({ problem: error.problem, field: error.field }, 'LTI launch refused')
  await note(deps, context, error)
  return toRefusal(exchange, error)
}

async function note({ lti13 }: LtiDoorDeps, context: Known, refused: LaunchRefused | null): Promise<void> {
  const { login, verified } = context
  if (!login) return
  const platforms = verified
    ? [verified.platform]
    : await lti13.platforms.findAll(login.issuer, login.clientId)
  await lti13.records.note({
    issuer: login.issuer,
    clientId: login.clientId,
    platforms,
    deploymentId: verified?.claims.deploymentId ?? context.deploymentId,
    role: verified ? courseRoleOf(verified.claims.roles) : undefined,
    problem: refused?.problem ?? null,
    field: refused?.field,
  })
}
