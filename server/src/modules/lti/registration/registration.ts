import * as z from 'zod'
import { isAppError } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { OutboundClient, OutboundRequest } from '../../../platform/outbound/outbound.ts'
import { ROSTER_SCOPE } from '../courses/roster.ts'
import { LINE_ITEM_SCOPE, SCORE_SCOPE } from '../grades/line-items.ts'
import { LaunchRefused } from '../launch/problem.ts'
import type { PlatformDraft } from '../lti13/platforms.ts'

const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 10_000
const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration'
const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration'

const CANVAS_PRIVACY = 'https://canvas.instructure.com/lti/privacy_level'

/** The services of the LMS that we use. */
const SCOPES = [ROSTER_SCOPE, LINE_ITEM_SCOPE, SCORE_SCOPE]

const url = z.url({ protocol: /^https?$/ })
const messageSchema = z.object({ type: z.string(), placements: z.array(z.string()).catch([]) })
const configurationSchema = z.object({
  issuer: url,
  authorization_endpoint: url,
  registration_endpoint: url,
  token_endpoint: url,
  jwks_uri: url,
  [PLATFORM]: z
    .looseObject({
      product_family_code: z.string().optional().catch(undefined),
      messages_supported: z.array(messageSchema).catch([]),
    })
    .optional()
    .catch(undefined),
})
type Configuration = z.infer<typeof configurationSchema>
const clientSchema = z.object({
  client_id: z.string().min(1).max(255),
  [TOOL]: z.looseObject({ deployment_id: z.coerce.string().min(1).max(255).optional() }).optional(),
})

/** Where teachers look for content to add, in the words of 1EdTech and of Canvas. */
const CONTENT_PLACEMENTS = ['ContentArea', 'link_selection', 'assignment_selection']

export interface RegistrationRequest {
  configurationUrl: string
  /** Some LMSs send none. */
  token: string | undefined
  publicUrl: string
}

export interface Registered {
  draft: Omit<PlatformDraft, 'trustsEmail' | 'staffCanBuild'>
  /** Addresses of the LMS, one of which shows the registration: hosted LMSs have other hosts for their customers. */
  addresses: string[]
}

/**
 * Dynamic registration: reads the configuration of an LMS and registers this server as a tool. Both addresses come from
 * outside, so `client` must be guarded. Throws `LaunchRefused`.
 */
export async function registerTool(
  client: OutboundClient,
  { configurationUrl, token, publicUrl }: RegistrationRequest,
): Promise<Registered> {
  // Canvas asks for the token here, too.
  const authorization = token ? { authorization: `Bearer ${token}` } : {}
  const configuration = await ask(client, configurationSchema, {
    method: 'GET',
    url: configurationUrl,
    headers: { accept: 'application/json', ...authorization },
  })
  // Otherwise one server could register itself in the name of another.
  if (new URL(configuration.issuer).origin !== new URL(configurationUrl).origin)
    throw new LaunchRefused('registration_failed', 'issuer')
  const registered = await ask(client, clientSchema, {
    method: 'POST',
    url: configuration.registration_endpoint,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(describeTool(publicUrl, configuration[PLATFORM])),
  })
  const deployment = registered[TOOL]?.deployment_id
  const { issuer, authorization_endpoint, registration_endpoint } = configuration
  return {
    draft: {
      name: new URL(issuer).host,
      issuer,
      clientId: registered.client_id,
      authLoginUrl: authorization_endpoint,
      authTokenUrl: configuration.token_endpoint,
      jwksUrl: configuration.jwks_uri,
      deploymentIds: deployment === undefined ? [] : [deployment],
    },
    addresses: [issuer, authorization_endpoint, registration_endpoint],
  }
}

/** Pure. */
const describeTool = (publicUrl: string, platform: Configuration[typeof PLATFORM]) => ({
  application_type: 'web',
  response_types: ['id_token'],
  grant_types: ['implicit', 'client_credentials'],
  initiate_login_uri: `${publicUrl}/lti/1.3/login`,
  redirect_uris: [`${publicUrl}/lti/1.3/launch`],
  client_name: 'Bellwether',
  jwks_uri: `${publicUrl}/lti/1.3/jwks`,
  token_endpoint_auth_method: 'private_key_jwt',
  scope: SCOPES.join(' '),
  [TOOL]: {
    domain: new URL(publicUrl).host,
    description: 'AI assistants for your course',
    target_link_uri: `${publicUrl}/lti/1.3/launch`,
    claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
    messages: ['LtiResourceLinkRequest', 'LtiDeepLinkingRequest'].map((type) => ({
      type,
      target_link_uri: `${publicUrl}/lti/1.3/launch`,
      label: 'Bellwether',
      ...toPlacements(type, platform?.messages_supported ?? []),
    })),
    // Otherwise Canvas shares no names.
    ...(platform?.product_family_code === 'canvas' ? { [CANVAS_PRIVACY]: 'public' } : {}),
  },
})

/** Only places that the LMS has itself; some refuse others. Pure. */
function toPlacements(type: string, supported: readonly z.infer<typeof messageSchema>[]) {
  if (type !== 'LtiDeepLinkingRequest') return {}
  const offered = supported
    .filter((message) => message.type === type)
    .flatMap((message) => message.placements)
  const placements = CONTENT_PLACEMENTS.filter((placement) => offered.includes(placement))
  return placements.length > 0 ? { placements } : {}
}

async function ask<T>(
  client: OutboundClient,
  schema: z.ZodType<T>,
  request: Omit<OutboundRequest, 'signal'>,
): Promise<T> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await client.fetchWhole({ ...request, signal }, MAX_BYTES).catch((error: unknown) => {
    if (isAppError(error) || signal.aborted) throw new LaunchRefused('registration_failed', 'no response')
    throw error
  })
  if (answer.status < 200 || answer.status > 299)
    throw new LaunchRefused('registration_failed', `status ${answer.status}`)
  const parsed = schema.safeParse(tryParseJson(answer.body))
  if (!parsed.success)
    throw new LaunchRefused('registration_failed', String(parsed.error.issues[0]?.path[0] ?? 'not JSON'))
  return parsed.data
}
