import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { say } from '@bellwether/wire'
import ipaddr from 'ipaddr.js'
import type { buildConnector as Connect } from 'undici'
import { type AppError, providerFailed } from '../errors.ts'
import type { AllowList } from './allow-list.ts'
import { buildConnector } from './undici-core.ts'

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
// The prefix of standard NAT64; the embedded IPv4 address is what matters.
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The ports of public servers that may be called without being on the allow list. */
const WEB_PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443'])

/** Whether an address belongs to the public internet; false when in doubt. Pure. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address) // turns ::ffff:1.2.3.4 into 1.2.3.4
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'))
  return parsed.match(GLOBAL_V6) && parsed.range() === 'unicast'
}

/** Whether all addresses of this host are public, on a usual web port. */
export async function isPublicUrl(
  url: URL,
  lookup: LookupFunction = systemLookup as LookupFunction,
): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!WEB_PORTS.has(url.port || (url.protocol === 'https:' ? '443' : '80'))) return false
  if (isIP(host)) return isPublicAddress(host)
  const addresses = await new Promise<string[]>((resolve) => {
    lookup(host, { all: true }, (error, address) => {
      const all = typeof address === 'string' ? [address] : (address ?? []).map((entry) => entry.address)
      resolve(error ? [] : all)
    })
  })
  return addresses.length > 0 && addresses.every(isPublicAddress)
}

export interface Refusal {
  /** `host:port` as written in the setting. */
  place: string
  reason: string
}

/**
 * The same message for unknown names, private addresses and closed ports, so that it does not reveal which internal
 * names exist.
 */
const unreachablePlace = (place: string): AppError =>
  providerFailed(say('network.not_allowed', { host: place }), {
    retryable: false,
    place,
    isRefusedPlace: true,
  })

/** Thrown by the lookup, which does not know the port; the connector creates the message. */
class NotPublic extends Error {}

const isLookupFailure = (error: Error): boolean =>
  'syscall' in error ? error.syscall === 'getaddrinfo' : 'code' in error && error.code === 'ENOTFOUND'

/** Looks up a name and refuses it if any of its addresses is not public. */
function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family)
      const addresses = typeof address === 'string' ? [address] : address.map((entry) => entry.address)
      callback(
        addresses.length > 0 && addresses.every(isPublicAddress) ? null : new NotPublic(),
        address,
        family,
      )
    })
  }
}

export interface GuardOptions {
  allow: AllowList
  onRefused(refusal: Refusal): void
  connectMs: number
  /** Only tests pass another one. */
  lookup?: LookupFunction | undefined
}

/**
 * Opens the sockets of the guarded client. Checks the addresses that the socket itself connects to, so that a name
 * that resolves differently the second time (DNS rebinding) gains nothing.
 */
export function createGuardedConnector(options: GuardOptions): Connect.connector {
  const lookup = options.lookup ?? (systemLookup as LookupFunction)
  const unchecked = buildConnector({ timeout: options.connectMs, lookup })
  const checked = buildConnector({ timeout: options.connectMs, lookup: checkedLookup(lookup) })
  return (target, callback) => {
    const { hostname } = target
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    const hostAndPort = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
    const refuse = (reason: string) => {
      options.onRefused({ place: hostAndPort, reason })
      callback(unreachablePlace(hostAndPort), null)
    }
    if (options.allow.has(hostAndPort)) {
      unchecked(target, callback)
    } else if (!WEB_PORTS.has(port)) {
      refuse('port not allowed')
    } else if (isIP(hostname) && !isPublicAddress(hostname)) {
      // Node does not look up literal addresses.
      refuse('private address')
    } else {
      checked(target, (...result) => {
        const [error] = result
        if (error instanceof NotPublic) refuse('private address')
        else if (error && isLookupFailure(error)) refuse(`name not found: ${error.message}`)
        else callback(...result)
      })
    }
  }
}
