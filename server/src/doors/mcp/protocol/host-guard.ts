import type { IncomingMessage } from 'node:http'

export interface HostGuardOptions {
  publicUrl: string
  /** More hosts that the server is reached by, `host` or `host:port`. */
  moreHosts: readonly string[]
  /** Origins that may call from a browser. */
  origins: readonly string[]
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Against DNS rebinding: a page that has its own name point here still sends its name. Gives what is wrong with a request, as a person
 * who set up the server can use it.
 */
export function createHostGuard({ publicUrl, moreHosts, origins }: HostGuardOptions) {
  const hosts = new Set([new URL(publicUrl).host, ...moreHosts.map((host) => host.toLowerCase())])
  const isOurs = (url: URL): boolean =>
    LOCAL.has(url.hostname) || hosts.has(url.host) || hosts.has(url.hostname)

  return function findFault({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
    const host = toUrl(`http://${headers.host ?? ''}`)
    // Its own port aside: a proxy for https may leave it out.
    if (!host || !isOurs(host))
      return 'Host not allowed. The operator can set PUBLIC_URL or MCP_ALLOWED_HOSTS.'
    const { origin } = headers
    if (origin === undefined || origins.includes(origin)) return undefined
    const page = toUrl(origin)
    return page && isOurs(page) ? undefined : 'Origin not allowed. The operator can set CORS_ORIGINS.'
  }
}

const toUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
