import { isIPv6 } from 'node:net'
import { SettingsError } from '../config.ts'

/** The places that the operator opened besides public web servers: `host:port`, or `host` for every port of it. */
export interface AllowList {
  has(hostAndPort: string): boolean
}

export function createAllowList(entries: readonly string[], setting: string): AllowList {
  const allowed = new Set(entries.map((entry) => normaliseEntry(entry, setting)))
  return {
    has: (hostAndPort) =>
      allowed.has(hostAndPort) || allowed.has(hostAndPort.slice(0, hostAndPort.lastIndexOf(':'))),
  }
}

/** Spells an entry as `new URL` spells hosts, since that is what it will be compared with. */
function normaliseEntry(entry: string, setting: string): string {
  const bare = isIPv6(entry) ? `[${entry}]` : entry
  const withScheme = /^https?:\/\//i.test(bare)
  const address = withScheme ? bare : `http://${bare}`
  if (!URL.canParse(address)) {
    throw new SettingsError(`${setting} has "${entry}", which is neither a host nor host:port.`)
  }
  const { hostname, port, protocol } = new URL(address)
  if (port) return `${hostname}:${port}`
  // URL drops the port that is the scheme's own, yet `host:80` must not come to mean "every port".
  if (withScheme) return `${hostname}:${protocol === 'https:' ? 443 : 80}`
  return /:80$/.test(bare) && !isIPv6(entry) ? `${hostname}:80` : hostname
}
