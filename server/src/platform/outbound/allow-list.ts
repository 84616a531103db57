import { isIPv6 } from 'node:net'
import { SettingsError } from '../config.ts'

/** Hosts that the operator allows besides public web servers: `host:port`, or `host` for all of its ports. */
export interface AllowList {
  has(hostAndPort: string): boolean
}

export function createAllowList(entries: readonly string[], setting: string): AllowList {
  const allowed = new Set(entries.map((entry) => normalizeEntry(entry, setting)))
  return {
    has: (hostAndPort) =>
      allowed.has(hostAndPort) || allowed.has(hostAndPort.slice(0, hostAndPort.lastIndexOf(':'))),
  }
}

/** Normalizes an entry like `new URL` normalizes hosts, because they are compared. */
function normalizeEntry(entry: string, setting: string): string {
  const bare = isIPv6(entry) ? `[${entry}]` : entry
  const withScheme = /^https?:\/\//i.test(bare)
  const address = withScheme ? bare : `http://${bare}`
  if (!URL.canParse(address)) {
    throw new SettingsError(`${setting} has "${entry}", which is neither a host nor host:port.`)
  }
  const { hostname, port, protocol } = new URL(address)
  if (port) return `${hostname}:${port}`
  // URL drops the default port of the scheme, but `host:80` must not turn into "every port".
  if (withScheme) return `${hostname}:${protocol === 'https:' ? 443 : 80}`
  return /:80$/.test(bare) && !isIPv6(entry) ? `${hostname}:80` : hostname
}
