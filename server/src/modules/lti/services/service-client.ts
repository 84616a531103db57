import type { OutboundClient, OutboundRequest } from '../../../platform/outbound/outbound.ts'
import type { PlatformRow } from '../lti13/platform.repository.ts'
import { fetchFrom, type ServiceAnswer } from './fetch-from.ts'
import { ServiceFault } from './service-fault.ts'
import type { ServiceTokens } from './service-tokens.ts'

export interface ServiceClientDeps {
  /** Guarded: the addresses come from an LMS. */
  client: OutboundClient
  tokens: ServiceTokens
  /** Platforms of other LMSs, by issuer. */
  listOthers(issuer: string): Promise<PlatformRow[]>
}

export interface ServiceRequest extends Omit<OutboundRequest, 'signal' | 'headers'> {
  scopes: readonly string[]
  headers?: Record<string, string>
}

const originsOf = (platform: PlatformRow): string[] =>
  [platform.issuer, platform.auth_login_url, platform.auth_token_url, platform.jwks_url]
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)

/** Calls services of an LMS with an access token. */
export function createServiceClient({ client, tokens, listOthers }: ServiceClientDeps) {
  /**
   * The address comes from a launch that the LMS has signed. It must not belong to another registered LMS, and a token
   * never goes over an unencrypted connection if the LMS has encrypted ones. Hosted LMSs have services on other
   * hosts than their sign-in, so other hosts are allowed.
   */
  async function requireOwnAddress(platform: PlatformRow, url: string): Promise<void> {
    const { protocol, origin, username } = URL.canParse(url) ? new URL(url) : new URL('data:')
    if ((protocol !== 'https:' && protocol !== 'http:') || username !== '')
      throw new ServiceFault('foreign_address')
    const ownOrigins = originsOf(platform)
    if (ownOrigins.includes(origin)) return
    if (protocol === 'http:' && new URL(platform.auth_token_url).protocol === 'https:')
      throw new ServiceFault('foreign_address')
    const others = (await listOthers(platform.issuer)).flatMap(originsOf)
    if (others.includes(origin)) throw new ServiceFault('foreign_address')
  }

  return {
    /** Throws `ServiceFault` if there is no answer; a refusal is an answer with a problem. */
    async call(
      platform: PlatformRow,
      { scopes, headers, ...request }: ServiceRequest,
      maxBytes: number,
    ): Promise<ServiceAnswer> {
      await requireOwnAddress(platform, request.url)
      const send = async () =>
        fetchFrom(
          client,
          {
            ...request,
            headers: { ...headers, authorization: `Bearer ${await tokens.get(platform, scopes)}` },
          },
          maxBytes,
        )
      const answer = await send()
      if (answer.status !== 401) return answer
      // The LMS may have ended a token early.
      tokens.forget(platform, scopes)
      return send()
    },
  }
}

export type ServiceClient = ReturnType<typeof createServiceClient>
