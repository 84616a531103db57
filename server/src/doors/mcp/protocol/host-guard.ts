import type { IncomingMessage } from 'node:http'

export interface HostGuardOptions {
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
export function createHostGuard({ publicUrl, moreHosts, origins }: HostGuardOptions) {
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
