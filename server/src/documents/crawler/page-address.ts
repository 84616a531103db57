import { say } from '@bellwether/wire'
import { matchesPattern, toPathPattern } from './path-pattern.ts'
import { refusedAddress } from './unreachable-page.ts'

/** Longer URLs come from crawler traps. */
const MAX_ADDRESS = 2000
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok|phpsessid|jsessionid)$/i
const NOT_A_DOCUMENT =
  /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|mp[34]|m4[av]|webm|mov|avi|ogg|wav|flac|zip|gz|tgz|rar|7z|tar|exe|dmg|msi|apk|iso|jar|woff2?|ttf|eot|xml|rss|atom)$/i

/** A URL as a person typed it. */
export function readStartAddress(typed: string): string {
  const url = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw refusedAddress(say('web_pages.not_a_page'))
  if (url.username || url.password) throw refusedAddress(say('web_pages.credentials_in_url'))
  if (url.href.length > MAX_ADDRESS)
    throw refusedAddress(say('web_pages.url_too_long', { limit: MAX_ADDRESS }))
  return tidyAddress(url)
}

/** The target of a redirect. */
export function requireWebAddress(address: string): void {
  const { protocol, username, password, href } = new URL(address)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  if (isWeb && !username && !password && href.length <= MAX_ADDRESS) return
  throw refusedAddress(say('web_pages.redirect_not_a_page'))
}

/** A link of a page as a URL to fetch; undefined if it does not lead to a page. */
export function readLink(href: string, base: string): string | undefined {
  if (href.length > MAX_ADDRESS || !URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  if (url.username || url.password || url.href.length > MAX_ADDRESS) return undefined
  if (NOT_A_DOCUMENT.test(url.pathname)) return undefined
  return tidyAddress(url)
}

/** Removes what does not change the page: the fragment and tracking parameters. Pure. */
function tidyAddress(url: URL): string {
  const tidy = new URL(url)
  tidy.hash = ''
  tidy.pathname = tidy.pathname.replace(/;jsessionid=[^/;]*/i, '')
  // Rebuilding the query changes its spelling, so it is only done if a parameter has to be removed.
  const dropped = [...tidy.searchParams.keys()].filter((name) => TRACKING.test(name))
  for (const name of dropped) tidy.searchParams.delete(name)
  if (tidy.search === '') tidy.search = ''
  return tidy.href
}

/** URLs with the same key are the same page: http or https, parameters in any order. Pure. */
export function addressKey(address: string): string {
  const url = new URL(address)
  url.searchParams.sort()
  return `${url.host}${url.pathname}${url.search}`
}

/** Which pages belong to a crawl. */
export interface Scope {
  host: string
  /** Only pages under this path; undefined for the whole site. */
  directory: string | undefined
  include: string[]
  exclude: string[]
}

export function createScope(
  start: string,
  options: { crawlEntireDomain: boolean; includePaths: string[]; excludePaths: string[] },
): Scope {
  const { host, pathname } = new URL(start)
  return {
    host,
    directory: options.crawlEntireDomain ? undefined : directoryOf(pathname),
    include: options.includePaths.map(toPathPattern),
    exclude: options.excludePaths.map(toPathPattern),
  }
}

/** `/a/index.html` means `/a/`; `/a/b` means itself and everything below it. */
function directoryOf(pathname: string): string {
  const cut = pathname.lastIndexOf('/')
  return pathname.slice(cut).includes('.') ? pathname.slice(0, cut + 1) : pathname.replace(/\/?$/, '/')
}

export function isInScope(scope: Scope, address: string): boolean {
  const { host, pathname } = new URL(address)
  if (host !== scope.host) return false
  if (scope.directory !== undefined && !`${pathname}/`.startsWith(scope.directory)) return false
  if (scope.exclude.some((pattern) => matchesPattern(pattern, pathname))) return false
  return scope.include.length === 0 || scope.include.some((pattern) => matchesPattern(pattern, pathname))
}
