import { hash } from 'node:crypto'
import { say } from '@bellwether/wire'
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { AppError } from '../../../platform/errors.ts'
import { asFetch } from '../../../platform/outbound/as-fetch.ts'
import type { Outbound, OutboundClient } from '../../../platform/outbound/outbound.ts'
import type { OidcProvider } from '../providers/provider.ts'
import { Refusal } from '../providers/refusal.ts'

export interface ConnectDeps {
  outbound: Pick<Outbound, 'trusted' | 'guarded'>
}

/** A provider whose discovery document has been read. */
export interface Connection {
  metadata: Readonly<client.ServerMetadata>
  /** One for each way to send the client secret; never empty. */
  configurations: readonly client.Configuration[]
  /** The provider's public keys. */
  keys: JWTVerifyGetKey
}

const TIMEOUT_SECONDS = 10
const MAX_RESPONSE_BYTES = 512 * 1024
const CACHE_MS = 10 * 60_000

const NEEDED = ['jwks_uri', 'authorization_endpoint', 'token_endpoint'] as const

export type Connect = ReturnType<typeof createConnect>

/**
 * Reads discovery documents. The key of the cache contains every setting that it depends on. `isFresh`: as the provider
 * is now, also for those who ask next.
 */
export function createConnect({ outbound }: ConnectDeps) {
  const cache = new LRUCache<string, Promise<Connection>>({ max: 200, ttl: CACHE_MS })

  return function connect(provider: OidcProvider, { isFresh = false } = {}): Promise<Connection> {
    const { issuer, clientId, secret, isTrusted } = provider
    const key = hash('sha256', JSON.stringify([issuer, clientId, secret, isTrusted]))
    const cached = isFresh ? undefined : cache.get(key)
    if (cached) return cached
    const fetched = discover(isTrusted ? outbound.trusted : outbound.guarded.providers, provider).catch(
      (error: unknown) => {
        cache.delete(key)
        throw error
      },
    )
    cache.set(key, fetched)
    return fetched
  }
}

async function discover(outbound: OutboundClient, provider: OidcProvider): Promise<Connection> {
  const { issuer, clientId, secret } = provider
  // The wire schema accepts http on loopback only; the operator may use it anywhere.
  const isPlain = issuer.startsWith('http:')
  const discovered = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    [client.customFetch]: toFetch(outbound),
    timeout: TIMEOUT_SECONDS,
    execute: isPlain ? [client.allowInsecureRequests] : [],
  })
  const metadata = discovered.serverMetadata()
  const missing = NEEDED.filter((field) => !metadata[field])
  if (!metadata.jwks_uri || missing.length > 0) throw unusable('sign_in.discovery_incomplete', missing)
  const plain = [...NEEDED, 'userinfo_endpoint' as const].filter((field) =>
    /^http:/i.test(metadata[field] ?? ''),
  )
  if (!isPlain && plain.length > 0) throw unusable('sign_in.discovery_insecure', plain)
  const configurations = clientAuths(metadata, secret).map((auth) => {
    const configuration = new client.Configuration(metadata, clientId, undefined, auth)
    configuration[client.customFetch] = toFetch(outbound)
    configuration.timeout = TIMEOUT_SECONDS
    // Verifies the signature of ID tokens even though they are fetched from the provider directly.
    client.enableNonRepudiationChecks(configuration)
    if (isPlain) client.allowInsecureRequests(configuration)
    return configuration
  })
  return { metadata, configurations, keys: keysAt(outbound, metadata.jwks_uri) }
}

const unusable = (
  code: 'sign_in.discovery_incomplete' | 'sign_in.discovery_insecure',
  fields: readonly string[],
): AppError =>
  new AppError('bad_request', say(code, { fields: fields.join(', ') }), { cause: new Refusal('malformed') })

/** The ways to send the client secret that the provider supports, the standard's default first. */
function clientAuths(
  { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] }: client.ServerMetadata,
  secret: string | undefined,
): client.ClientAuth[] {
  if (!secret) return [client.None()]
  const usable = [
    ...(supported.includes('client_secret_basic') ? [client.ClientSecretBasic(secret)] : []),
    ...(supported.includes('client_secret_post') ? [client.ClientSecretPost(secret)] : []),
  ]
  return usable.length > 0 ? usable : [client.ClientSecretBasic(secret)]
}

const toFetch =
  (outbound: OutboundClient): client.CustomFetch =>
  (url, { method, headers, body, signal }) =>
    asFetch(outbound, { maxBytes: MAX_RESPONSE_BYTES })(url, {
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal ? { signal } : {}),
    })

const keysAt = (outbound: OutboundClient, url: string): JWTVerifyGetKey =>
  createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    [joseFetch]: (address, { headers, method, signal }) =>
      asFetch(outbound, { maxBytes: MAX_RESPONSE_BYTES })(address, { headers, method, signal }),
  })
