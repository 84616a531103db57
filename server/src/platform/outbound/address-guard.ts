import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { buildConnector as Connect } from 'undici'
import { AppError } from '../errors.ts'
import type { AllowList } from './allow-list.ts'
import { buildConnector } from './undici-core.ts'

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
// The prefix of the standard translation to IPv4; what matters is the IPv4 address behind it.
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** The ports of public servers that may be called without being listed. */
const WEB_PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443'])

/** Pure. Whether an address belongs to the public internet; everything that is not surely public is not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address) // turns ::ffff:1.2.3.4 into 1.2.3.4
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast'
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join('.'))
  return parsed.match(GLOBAL_V6) && parsed.range() === 'unicast'
}

/** Whether every address of this host is public, on a port that web servers use. */
export async function isPublicUrl(
  url: URL,
  lookup: LookupFunction = systemLookup as LookupFunction,
): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!WEB_PORTS.has(url.port || (url.protocol === 'https:' ? '443' : '80'))) return false
  if (isIP(host)) return isPublicAddress(host)
  const found = await new Promise<string[]>((resolve) => {
    lookup(host, { all: true }, (error, address) => {
      const all = typeof address === 'string' ? [address] : (address ?? []).map((entry) => entry.address)
      resolve(error ? [] : all)
    })
  })
  return found.length > 0 && found.every(isPublicAddress)
}

/** `host:port` as it would stand in OUTBOUND_ALLOW, so that the operator can copy it from the message. */
const privateAddress = (hostAndPort: string): AppError =>
  new AppError(
    'bad_request',
    `${hostAndPort} is a private address; the operator can allow it with OUTBOUND_ALLOW`,
    { place: hostAndPort },
  )

/** What the lookup says; it does not know the port, so the connector words the refusal. */
class NotPublic extends Error {}

/** Looks a name up and refuses the answer when any address of it is not public. */
function checkedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error) return callback(error, address, family)
      const found = typeof address === 'string' ? [address] : address.map((entry) => entry.address)
      callback(found.length > 0 && found.every(isPublicAddress) ? null : new NotPublic(), address, family)
    })
  }
}

export interface GuardOptions {
  allow: AllowList
  connectMs: number
  /** Only tests hand in another one. */
  lookup?: LookupFunction | undefined
}

/**
 * Opens the sockets of the guarded client. The check is made on the addresses that this very socket will connect to,
 * so a name that answers differently the second time (DNS rebinding) gains nothing.
 */
export function createGuardedConnector(options: GuardOptions): Connect.connector {
  const lookup = options.lookup ?? (systemLookup as LookupFunction)
  const unchecked = buildConnector({ timeout: options.connectMs, lookup })
  const checked = buildConnector({ timeout: options.connectMs, lookup: checkedLookup(lookup) })
  return (target, callback) => {
    const { hostname } = target
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    const hostAndPort = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
    if (options.allow.has(hostAndPort)) {
      unchecked(target, callback)
    } else if (isIP(hostname) && !isPublicAddress(hostname)) {
      // Node does not look up what is an address already.
      callback(privateAddress(hostAndPort), null)
    } else {
      checked(target, (...result) => {
        if (result[0] instanceof NotPublic) callback(privateAddress(hostAndPort), null)
        else callback(...result)
      })
    }
  }
}
