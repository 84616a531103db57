import type { IncomingMessage } from 'node:http'
import { say } from '@bellwether/wire'
import type { OAuthBearer } from '../../../modules/users/index.ts'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import type { Config } from '../../../platform/config.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Authenticate } from '../../../platform/http/dispatch.ts'
import { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { RequestId } from './rpc-messages.ts'

export interface McpAuthenticationDeps {
  config: Config
  authenticate: Authenticate
  /** Undefined if no OAuth server is configured. */
  oauth: OAuthBearer | undefined
  /** The URL that names the OAuth server. */
  metadataPath: string
}

/** Checks host and origin first, then the credential. */
export function createMcpAuthentication({
  config,
  authenticate,
  oauth,
  metadataPath,
}: McpAuthenticationDeps) {
  const findFault = createHostGuard({
    publicUrl: config.publicUrl,
    moreHosts: config.MCP_ALLOWED_HOSTS,
    origins: config.CORS_ORIGINS,
  })
  const metadata = config.OAUTH_ISSUER ? [`resource_metadata="${config.publicUrl}${metadataPath}"`] : []
  const unauthenticated = (message: string, ...faults: string[]) => {
    const challenge = [...faults, ...metadata].join(', ')
    const headers = { 'www-authenticate': challenge ? `Bearer ${challenge}` : 'Bearer' }
    return refusal(401, -32001, message, { headers })
  }

  async function identify(exchange: Exchange): Promise<Caller | undefined> {
    const token = /^bearer +(\S+) *$/i.exec(exchange.incoming.headers.authorization ?? '')?.[1]
    return (token && (await oauth?.(token))) || authenticate(exchange)
  }

  return {
    /** A reply means that the request is refused. */
    async authenticateCaller(exchange: Exchange): Promise<UserCaller | Reply> {
      exchange.outgoing.setHeader(
        'access-control-expose-headers',
        'Mcp-Session-Id, WWW-Authenticate, X-Request-Id',
      )
      const fault = findFault(exchange.incoming)
      if (fault) return refusal(403, -32000, fault)
      let caller: Caller | undefined
      try {
        caller = await identify(exchange)
      } catch (error) {
        if (isAppError(error) && error.code === 'unauthenticated')
          return unauthenticated(error.message, 'error="invalid_token"')
        throw error
      }
      if (!caller) return unauthenticated(say('agents.bearer_required').text)
      if (caller.kind === 'system') return refusal(403, -32000, say('agents.system_key').text)
      exchange.callerLabel = `user:${caller.userId}`
      exchange.organizationId = caller.organizationId
      return caller
    },

    /** Checks whether the caller still has access. Undefined if not, or if that can't be checked right now. */
    async reauthenticate(exchange: Exchange): Promise<UserCaller | undefined> {
      const caller = await identify(exchange).catch(() => undefined)
      return caller?.kind === 'user' ? caller : undefined
    },
  }
}

export type McpAuthentication = ReturnType<typeof createMcpAuthentication>

interface HostGuardOptions {
  publicUrl: string
  /** Further hosts under which the server can be reached, `host` or `host:port`. */
  moreHosts: readonly string[]
  /** Origins that may call from a browser. */
  origins: readonly string[]
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Protects against DNS rebinding: a page whose domain points here still sends its own host name. Returns the problem,
 * worded for the person who set up the server.
 */
function createHostGuard({ publicUrl, moreHosts, origins }: HostGuardOptions) {
  const hosts = new Set([new URL(publicUrl).host, ...moreHosts.map((host) => host.toLowerCase())])
  const isOurs = (url: URL): boolean =>
    LOCAL.has(url.hostname) || hosts.has(url.host) || hosts.has(url.hostname)

  return function findFault({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
    const host = toUrl(`http://${headers.host ?? ''}`)
    // Ignores the port, which an https proxy may omit.
    if (!host || !isOurs(host))
      return 'Host not allowed. The operator can set PUBLIC_URL or MCP_ALLOWED_HOSTS.'
    const { origin } = headers
    if (origin === undefined || origins.includes(origin)) return undefined
    const page = toUrl(origin)
    return page && isOurs(page) ? undefined : 'Origin not allowed. The operator can set CORS_ORIGINS.'
  }
}

const toUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** Refusals before the SDK takes over, in its format. `id`: of the request; null if it is not known. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  { id = null, headers = {} }: { id?: RequestId | null; headers?: Record<string, string> } = {},
): Reply =>
  new Reply(
    { jsonrpc: '2.0', error: { code, message }, id },
    { ...headers, 'content-type': 'application/json' },
    status,
  )
