import type { OAuthBearer } from '../../modules/users/index.ts'
import type { Config } from '../../platform/config.ts'
import { isAppError, notFound } from '../../platform/errors.ts'
import { parseJson, readBody } from '../../platform/http/body.ts'
import type { Authenticate } from '../../platform/http/dispatch.ts'
import { ANSWERED, type Endpoint, foreignEndpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { Log } from '../../platform/log.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { createMcpServers, type McpSession } from './mcp-server.ts'
import type { McpOffer } from './offer/mcp-offer.ts'
import { createMcpAuthentication, refusal } from './protocol/authentication.ts'
import { createListening, type ListeningTimes } from './protocol/listening.ts'
import {
  cancelledIn,
  helloIn,
  type RequestId,
  type RpcReply,
  repliesIn,
  requestIdOf,
} from './protocol/rpc-messages.ts'
import { createServeMessages } from './protocol/serve-messages.ts'
import { createRunningRequests } from './session/running-requests.ts'
import { createSessionIds, NO_ABILITIES } from './session/session-ids.ts'
import type { SessionNotes } from './session/session-notes.ts'
import { createSessionTraffic } from './session/session-traffic.ts'

export interface McpDoorDeps {
  offer: McpOffer
  version: string
  config: Config
  box: SecretBox
  notifications: Notifications
  notes: SessionNotes
  authenticate: Authenticate
  /** Undefined if no OAuth server is configured. */
  oauth: OAuthBearer | undefined
  log: Log
  listeningTimes?: ListeningTimes
}

const mcpEndpoint = foreignEndpoint('MCP')
const PATH = '/mcp'
const METADATA = '/.well-known/oauth-protected-resource'
const tag = 'MCP'
const UNEXPECTED_REPLY = 'Unexpected reply: the request has ended'
const MAX_BODY = 4 * 1024 * 1024

/** The Model Context Protocol, over Streamable HTTP: docs/reference/mcp.md. */
export function createMcpRoutes(deps: McpDoorDeps): Endpoint[] {
  const { config } = deps
  const handlers = createHandlers(deps)
  const { post, listen, end } = handlers

  return [
    mcpEndpoint({
      method: 'POST',
      path: PATH,
      tag,
      summary: 'Send MCP messages',
      description:
        'JSON-RPC messages of the Model Context Protocol. Requires an API key or a session as the bearer token.',
      // Authenticates separately: a refusal has to say where to get tokens.
      access: 'public',
      handle: ({ exchange }) => withRpcErrors(() => post(exchange)),
    }),
    mcpEndpoint({
      method: 'GET',
      path: PATH,
      tag,
      summary: 'Receive MCP notifications',
      description: 'A stream of changes to lists and subscribed resources.',
      access: 'public',
      handle: ({ exchange }) => withRpcErrors(() => listen(exchange)),
    }),
    mcpEndpoint({
      method: 'DELETE',
      path: PATH,
      tag,
      summary: 'End an MCP session',
      description: 'Cancels requests that are still running in it.',
      access: 'public',
      handle: ({ exchange }) => withRpcErrors(() => end(exchange)),
    }),
    ...metadataRoutes(config),
  ]
}

function createHandlers(deps: McpDoorDeps) {
  const { config, offer, log, version, notes, notifications } = deps

  const { authenticateCaller, reauthenticate } = createMcpAuthentication({
    ...deps,
    metadataPath: METADATA + PATH,
  })

  const sessions = createSessionIds(deps.box)

  const running = createRunningRequests()

  const listening = createListening({
    offer,
    notes,
    notifications,
    reauthenticate,
    times: deps.listeningTimes,
  })

  const traffic = createSessionTraffic({
    running,
    notifications,
    log,
    onEnd(session) {
      listening.end(session)
      sessions.end(session)
    },
  })

  const serve = createServeMessages({
    createServerFor: createMcpServers({ offer, notes, version, log }),
    running,
  })

  /** The caller and their session, or a reply that refuses the request. */
  async function admit(exchange: Exchange): Promise<McpSession | Reply> {
    const caller = await authenticateCaller(exchange)
    if (caller instanceof Reply) return caller
    const session = exchange.header('mcp-session-id')
    if (session === undefined) return { caller, session, can: NO_ABILITIES }
    const can = sessions.find(caller.userId, session)
    return can ? { caller, session, can } : refusal(404, -32001, 'Session not found')
  }

  async function post(exchange: Exchange) {
    const mcpSession = await admit(exchange)
    if (mcpSession instanceof Reply) return mcpSession
    const { caller, session } = mcpSession
    const body = parse(await readBody(exchange.incoming, MAX_BODY))
    if (body === undefined) return refusal(400, -32700, 'Parse error: the body is not JSON')
    const can = helloIn(body)
    const fault = can ? undefined : await findVersionFault(exchange, requestIdOf(body))
    if (fault) return fault
    if (session !== undefined) for (const id of cancelledIn(body)) await traffic.cancel(session, id)
    const replies = repliesIn(body)
    const accept = (reply: RpcReply) => (session === undefined ? false : traffic.deliver(session, reply))
    const accepted = await Promise.all(replies.map(accept))
    if (accepted.includes(false)) return refusal(400, -32000, UNEXPECTED_REPLY)
    if (can) exchange.outgoing.setHeader('mcp-session-id', sessions.issue(caller.userId, can))
    await serve({ exchange, mcpSession, body, publicUrl: config.publicUrl })
    return ANSWERED
  }

  async function listen(exchange: Exchange) {
    const mcpSession = await admit(exchange)
    if (mcpSession instanceof Reply) return mcpSession
    if (!exchange.header('accept')?.includes('text/event-stream'))
      return refusal(406, -32000, 'Send Accept: text/event-stream')
    const fault = await findVersionFault(exchange)
    if (fault) return fault
    await listening.serve({ ...mcpSession, exchange })
    return ANSWERED
  }

  async function end(exchange: Exchange) {
    const mcpSession = await admit(exchange)
    if (mcpSession instanceof Reply) return mcpSession
    const { session } = mcpSession
    if (session === undefined) return refusal(400, -32000, 'Send Mcp-Session-Id')
    await traffic.end(session)
    await notes.forget(session)
    return new Reply(null, {}, 204)
  }

  return { post, listen, end }
}

/** Where to get tokens for this door (RFC 9728). Not found if no OAuth server is configured. */
function metadataRoutes({ OAUTH_ISSUER: issuer, publicUrl }: Config): Endpoint[] {
  return [
    mcpEndpoint({
      method: 'GET',
      path: [METADATA, METADATA + PATH],
      tag,
      summary: 'Get OAuth metadata for MCP',
      description: 'Names the OAuth server that issues the access tokens for `/mcp` (RFC 9728).',
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

/** Reports errors that occur before the SDK takes over in its format. */
async function withRpcErrors(work: () => Promise<Reply | typeof ANSWERED>): Promise<Reply | typeof ANSWERED> {
  try {
    return await work()
  } catch (error) {
    if (!isAppError(error) || error.code === 'internal') throw error
    const { retryAfter } = error.details
    const headers = retryAfter ? { 'retry-after': String(retryAfter) } : {}
    return refusal(error.status, -32000, error.message, { headers })
  }
}

async function findVersionFault(exchange: Exchange, id: RequestId | null = null): Promise<Reply | undefined> {
  const version = exchange.header('mcp-protocol-version')
  const { SUPPORTED_PROTOCOL_VERSIONS: known } = await import('@modelcontextprotocol/sdk/types.js')
  if (version === undefined || known.includes(version)) return undefined
  return refusal(400, -32000, `Unsupported protocol version (supported: ${known.join(', ')})`, { id })
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch {
    return undefined
  }
}
