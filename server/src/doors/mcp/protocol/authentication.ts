import { say } from '@bellwether/wire'
import type { OAuthBearer } from '../../../modules/users/index.ts'
import type { Caller, UserCaller } from '../../../platform/caller.ts'
import type { Config } from '../../../platform/config.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Authenticate } from '../../../platform/http/dispatch.ts'
import type { Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { createHostGuard } from './host-guard.ts'
import { refusal } from './refusal.ts'

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
