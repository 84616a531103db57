import type { OAuthBearer } from '../../modules/users/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import { isAppError, notFound } from '../../platform/errors.ts'
import { readBody } from '../../platform/http/body.ts'
import type { Authenticate } from '../../platform/http/dispatch.ts'
import { ANSWERED, type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { createHostGuard } from './host-guard.ts'
import { createMcpServers, type McpServerParts } from './mcp-server.ts'
import { createRunningRequests } from './running-requests.ts'
import { cancelledIn, createServeMessages, isInitialize } from './serve-messages.ts'
import { createSessionIds } from './session-ids.ts'

export interface McpDoorDeps extends McpServerParts {
  config: Config
  box: SecretBox
  authenticate: Authenticate
  /** Undefined: no OAuth server is set. */
  oauth: OAuthBearer | undefined
}

const PATH = '/mcp'
const METADATA = '/.well-known/oauth-protected-resource'
const tag = 'MCP'
const LARGEST_BODY = 4 * 1024 * 1024

/** The Model Context Protocol, over Streamable HTTP: docs/mcp.md. */
export function createMcpRoutes(deps: McpDoorDeps): Endpoint[] {
  const { config } = deps
  const enter = createEntrance(deps)
  const sessions = createSessionIds(deps.box)
  const running = createRunningRequests()
  const serve = createServeMessages({ createServerFor: createMcpServers(deps), running })
  const sessionOf = ({ incoming }: Exchange) => {
    const given = incoming.headers['mcp-session-id']
    return typeof given === 'string' ? given : undefined
  }

  async function post(exchange: Exchange) {
    const caller = await enter(exchange)
    if (caller instanceof Reply) return caller
    const session = sessionOf(exchange)
    if (session !== undefined && !sessions.isOf(caller.userId, session)) return unknownSession()
    const body = parse(await readBody(exchange.incoming, LARGEST_BODY))
    if (body === undefined) return refusal(400, -32700, 'Parse error: the body is not JSON')
    if (session !== undefined) for (const id of cancelledIn(body)) running.cancel(session, id)
    if (isInitialize(body)) exchange.outgoing.setHeader('mcp-session-id', sessions.issue(caller.userId))
    await serve({ exchange, caller, body, session, publicUrl: config.publicUrl })
    return ANSWERED
  }

  async function end(exchange: Exchange) {
    const caller = await enter(exchange)
    if (caller instanceof Reply) return caller
    const session = sessionOf(exchange)
    if (session === undefined || !sessions.isOf(caller.userId, session)) return unknownSession()
    running.cancelAll(session)
    sessions.end(session)
    return new Reply(null, {}, 204)
  }

  return [
    endpoint({
      method: 'POST',
      path: PATH,
      tag,
      summary:
        'MCP messages (JSON-RPC), for clients of the Model Context Protocol. An API key or a session as bearer.',
      // Its own entrance: a refusal has to say where tokens are got.
      access: 'public',
      handle: ({ exchange }) => inItsWords(() => post(exchange)),
    }),
    endpoint({
      method: 'GET',
      path: PATH,
      tag,
      summary: 'No stream to listen to: nothing is said but in answers.',
      access: 'public',
      handle: () =>
        new Reply(
          rpcError(-32000, 'Use POST; there is no stream to listen to'),
          { allow: 'POST, DELETE' },
          405,
        ),
    }),
    endpoint({
      method: 'DELETE',
      path: PATH,
      tag,
      summary: 'End an MCP session, and what still runs in it.',
      access: 'public',
      handle: ({ exchange }) => inItsWords(() => end(exchange)),
    }),
    ...metadataRoutes(config),
  ]
}

/** Where tokens for this door are got (RFC 9728). Not found where no OAuth server is set. */
function metadataRoutes({ OAUTH_ISSUER: issuer, publicUrl }: Config): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: [METADATA, METADATA + PATH],
      tag,
      summary: 'Which OAuth server makes the tokens that open /mcp.',
      access: 'public',
      handle: () => {
        if (issuer === undefined) throw notFound('OAuth server')
        return {
          resource: publicUrl + PATH,
          authorization_servers: [issuer],
          bearer_methods_supported: ['header'],
          resource_name: 'Bellwether',
        }
      },
    }),
  ]
}

/** Host and origin first, then who it is. The reply is the refusal. */
function createEntrance({ config, authenticate, oauth }: McpDoorDeps) {
  const findFault = createHostGuard({
    publicUrl: config.publicUrl,
    moreHosts: config.MCP_ALLOWED_HOSTS,
    origins: config.CORS_ORIGINS,
  })
  const metadata = config.OAUTH_ISSUER ? ` resource_metadata="${config.publicUrl}${METADATA}${PATH}"` : ''
  const unauthenticated = (message: string) =>
    refusal(401, -32001, message, { 'www-authenticate': `Bearer${metadata}` })

  async function identify(exchange: Exchange) {
    const token = /^bearer +(\S+) *$/i.exec(exchange.incoming.headers.authorization ?? '')?.[1]
    return (token && (await oauth?.(token))) || authenticate(exchange)
  }

  return async function enter(exchange: Exchange): Promise<UserCaller | Reply> {
    exchange.outgoing.setHeader(
      'access-control-expose-headers',
      'Mcp-Session-Id, WWW-Authenticate, X-Request-Id',
    )
    const fault = findFault(exchange.incoming)
    if (fault) return refusal(403, -32000, fault)
    let caller: Awaited<ReturnType<typeof identify>>
    try {
      caller = await identify(exchange)
    } catch (error) {
      if (isAppError(error) && error.code === 'unauthenticated') return unauthenticated(error.message)
      throw error
    }
    if (!caller) return unauthenticated('Send an API key or a token as bearer')
    if (caller.kind === 'system')
      return refusal(403, -32000, 'The system key is nobody’s own; use an API key of a user')
    exchange.callerLabel = `user:${caller.userId}`
    exchange.organizationId = caller.organizationId
    return caller
  }
}

/** Refusals before the SDK has its say, in the shape that it has. */
async function inItsWords(work: () => Promise<Reply | typeof ANSWERED>): Promise<Reply | typeof ANSWERED> {
  try {
    return await work()
  } catch (error) {
    if (!isAppError(error) || error.code === 'internal') throw error
    const { retryAfter } = error.details
    return refusal(
      error.status,
      -32000,
      error.message,
      retryAfter ? { 'retry-after': String(retryAfter) } : {},
    )
  }
}

const unknownSession = () => refusal(404, -32001, 'Session not found')
const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null })
const refusal = (status: number, code: number, message: string, headers: Record<string, string> = {}) =>
  new Reply(rpcError(code, message), { ...headers, 'content-type': 'application/json' }, status)

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
