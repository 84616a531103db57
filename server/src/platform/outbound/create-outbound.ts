import type { LookupFunction } from 'node:net'
import { say } from '@bellwether/wire'
import type { Dispatcher } from 'undici'
import { badRequest, providerFailed } from '../errors.ts'
import { createGuardedConnector, type Refusal } from './address-guard.ts'
import { createAllowList } from './allow-list.ts'
import { Exchange } from './exchange.ts'
import type {
  Outbound,
  OutboundClient,
  OutboundControl,
  OutboundHandler,
  OutboundHead,
  OutboundRequest,
  Purpose,
} from './outbound.ts'
import type { CallLimits } from './outbound-errors.ts'
import { Agent } from './undici-core.ts'

export interface OutboundOptions {
  /**
   * `host:port` or `host`: hosts that the guarded client may call for this purpose although they are not public web
   * servers.
   */
  allow: Readonly<Partial<Record<Purpose, readonly string[]>>>
  /** Gets the reason for a refusal, which the person who entered the address must not see. */
  onRefused(refusal: Refusal & { purpose: Purpose }): void
  firstByteMs: number
  idleMs: number
  connectMs?: number
  /** Sent by the guarded client in its `Via` header: incoming requests with it were sent from here. */
  via?: string | undefined
  /** Only tests replace the system's lookup. */
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
  // Long enough to avoid a TLS handshake for every question of a class; a provider's own hint takes precedence.
  const keepAlive = { pipelining: 1, keepAliveTimeout: 30_000, keepAliveMaxTimeout: 120_000 }
  const trusted = new Agent({
    ...keepAlive,
    connect: lookup ? { timeout: connectMs, lookup } : { timeout: connectMs },
  })
  const guardedAgents = mapPurposes(
    (purpose) =>
      new Agent({
        ...keepAlive,
        connect: createGuardedConnector({
          allow: createAllowList(options.allow[purpose] ?? [], ALLOW_SETTINGS[purpose]),
          onRefused: (refusal) => options.onRefused({ ...refusal, purpose }),
          connectMs,
          lookup,
        }),
      }),
  )
  const headers: Record<string, string> = options.via ? { via: options.via } : {}
  return {
    trusted: createClient(trusted, limits),
    guarded: mapPurposes((purpose) => createClient(guardedAgents[purpose], limits, headers)),
    async close() {
      await Promise.all([trusted, ...Object.values(guardedAgents)].map((agent) => agent.destroy()))
    },
  }
}

/** The setting with the allow list of each purpose. */
export const ALLOW_SETTINGS = {
  providers: 'OUTBOUND_ALLOW',
  tools: 'OUTBOUND_ALLOW_TOOLS',
  documents: 'OUTBOUND_ALLOW_DOCUMENTS',
  mcp: 'OUTBOUND_ALLOW_MCP',
} as const satisfies Record<Purpose, string>

export const mapPurposes = <T>(make: (purpose: Purpose) => T): Record<Purpose, T> => ({
  providers: make('providers'),
  tools: make('tools'),
  documents: make('documents'),
  mcp: make('mcp'),
})

function createClient(
  dispatcher: Dispatcher,
  limits: CallLimits,
  headers: Readonly<Record<string, string>> = {},
): OutboundClient {
  const client: OutboundClient = {
    start: (request, handler) => start(dispatcher, limits, request, headers, handler),
    fetchWhole: (request, maxBytes) => fetchWhole(client, request, maxBytes),
  }
  return client
}

/** Undici reads any iterable; its types only name streams. */
type Body = NonNullable<Dispatcher.DispatchOptions['body']> | null
const toBody = (body: OutboundRequest['body']): Body => (body ?? null) as Body

function start(
  dispatcher: Dispatcher,
  limits: CallLimits,
  request: OutboundRequest,
  ownHeaders: Readonly<Record<string, string>>,
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
    headers: toHeaders(request.headers, ownHeaders),
    body: toBody(request.body),
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
  })
}

/** Responses are not decompressed here, and servers may compress by default. */
function toHeaders(
  headers: Readonly<Record<string, string>> | undefined,
  ownHeaders: Readonly<Record<string, string>>,
): Record<string, string> {
  const all: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name in headers) all[name] = headers[name] ?? ''
  for (const name in ownHeaders) all[name] = ownHeaders[name] ?? ''
  return all
}

interface Address {
  origin: string
  path: string
  host: string
}

/** The same few addresses are called all the time, and parsing one costs more than the rest of starting a call. */
const parsed = new Map<string, Address>()
const MAX_REMEMBERED = 1000

/** Throws bad_request for anything but http and https, and for credentials in the address. */
function parseAddress(address: string): Address {
  const cached = parsed.get(address)
  if (cached) return cached
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw badRequest(say('network.url_invalid', { url: withoutCredentials(address) }))
  }
  if (url.username || url.password) {
    throw badRequest(say('network.url_has_credentials', { host: url.host }))
  }
  if (parsed.size >= MAX_REMEMBERED) parsed.clear()
  const result = { origin: url.origin, path: url.pathname + url.search, host: url.host }
  parsed.set(address, result)
  return result
}

const withoutCredentials = (address: string): string => address.replace(/\/\/[^/]*@/, '//').slice(0, 200)

/** Collects a small response; refuses one larger than `maxBytes` without reading it to the end. */
export function fetchWhole(
  client: Pick<OutboundClient, 'start'>,
  request: OutboundRequest,
  maxBytes: number,
): Promise<OutboundHead & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    let head: OutboundHead | undefined
    let control: OutboundControl | undefined
    const tooLarge = () => {
      const host = new URL(request.url).host
      return providerFailed(say('network.response_too_large', { host, limit: maxBytes }), {
        retryable: false,
        place: host,
      })
    }
    control = client.start(request, {
      onHead(received) {
        head = received
        if (request.method !== 'HEAD' && Number(received.headers['content-length']) > maxBytes)
          control?.abort(tooLarge())
      },
      onData(bytes) {
        size += bytes.length
        if (size > maxBytes) control?.abort(tooLarge())
        else pieces.push(bytes)
        return true
      },
      onEnd() {
        if (head)
          resolve({
            ...head,
            body: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size),
          })
        else reject(providerFailed(say('network.no_response')))
      },
      onError: reject,
    })
  })
}
