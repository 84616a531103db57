import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { parseAddress } from './address.ts'
import { createGuardedConnector } from './address-guard.ts'
import { createAllowList } from './allow-list.ts'
import { Exchange } from './exchange.ts'
import { fetchWhole } from './fetch-whole.ts'
import type { Outbound, OutboundClient, OutboundHandler, OutboundRequest } from './outbound.ts'
import type { CallLimits } from './outbound-errors.ts'
import { Agent } from './undici-core.ts'

export interface OutboundOptions {
  /** `host:port` or `host`: private places that the guarded client may call all the same. */
  allow: readonly string[]
  firstByteMs: number
  idleMs: number
  connectMs?: number
  /** The guarded client says it in its `Via` header: what comes back here with it was sent from here. */
  via?: string | undefined
  /** Only tests hand in another one than the system's. */
  lookup?: LookupFunction
}

export function createOutbound(options: OutboundOptions): Outbound {
  const limits: CallLimits = {
    connectMs: options.connectMs ?? 10_000,
    firstByteMs: options.firstByteMs,
    idleMs: options.idleMs,
  }
  const { connectMs } = limits
  const { lookup } = options
  // Long enough that a class in session does not pay a TLS handshake for every question; a provider's own hint wins.
  const keepAlive = { pipelining: 1, keepAliveTimeout: 30_000, keepAliveMaxTimeout: 120_000 }
  const trusted = new Agent({
    ...keepAlive,
    connect: lookup ? { timeout: connectMs, lookup } : { timeout: connectMs },
  })
  const guarded = new Agent({
    ...keepAlive,
    connect: createGuardedConnector({ allow: createAllowList(options.allow), connectMs, lookup }),
  })
  return {
    trusted: createClient(trusted, limits),
    guarded: createClient(guarded, limits, options.via ? { via: options.via } : {}),
    async close() {
      await Promise.all([trusted.destroy(), guarded.destroy()])
    },
  }
}

function createClient(
  dispatcher: Dispatcher,
  limits: CallLimits,
  headers: Readonly<Record<string, string>> = {},
): OutboundClient {
  const client: OutboundClient = {
    start: (request, handler) =>
      start(dispatcher, limits, { ...request, headers: { ...request.headers, ...headers } }, handler),
    fetchWhole: (request, maxBytes) => fetchWhole(client, request, maxBytes),
  }
  return client
}

function start(
  dispatcher: Dispatcher,
  limits: CallLimits,
  request: OutboundRequest,
  handler: OutboundHandler,
) {
  const { origin, path, host } = parseAddress(request.url)
  const firstByteMs = request.headersTimeoutMs ?? limits.firstByteMs
  const idleMs = request.idleTimeoutMs ?? limits.idleMs
  const target = { host, connectMs: limits.connectMs, firstByteMs, idleMs }
  return new Exchange(handler, request.signal, target).start(dispatcher, {
    origin,
    path,
    method: request.method,
    // Nothing here unpacks, and a server may compress when nobody says otherwise.
    headers: { 'accept-encoding': 'identity', ...request.headers },
    body: request.body ?? null,
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
  })
}
