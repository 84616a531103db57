import { say } from '@bellwether/wire'
import { fetchFollowing } from '../../platform/outbound/fetch-following.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound.ts'
import type { HostTurns } from './host-turns.ts'
import { requireWebAddress } from './page-address.ts'
import { readableType } from './page-types.ts'
import { type Received, type ReceiveLimits, receive } from './receive.ts'
import { ALL_ALLOWED, ROBOTS_BYTES, type Robots, readRobots } from './robots.ts'
import { toUnreachable, UnreachablePage, unexpectedStatus, unsupportedType } from './unreachable-page.ts'

export interface VisitorDeps {
  guarded: Pick<OutboundClient, 'start'>
  userAgent: string
  turns: HostTurns
  gapMs: number
  pageMs: number
  maxBytes: number
}

export interface Download {
  /** After all redirects. */
  url: string
  contentType: string
  bytes: Buffer
  /** The X-Robots-Tag header. */
  robotsHeader: string
  marks: PageMarks
}

/** The validators with which a server recognizes an unchanged page. */
export interface PageMarks {
  etag?: string | undefined
  lastModified?: string | undefined
}

const MAX_REDIRECTS = 5

/**
 * Fetches pages politely: reads each site's robots.txt once, waits between requests, and checks every hop of a
 * redirect.
 */
export class SiteVisitor {
  readonly #deps: VisitorDeps
  readonly #signal: AbortSignal
  readonly #robots = new Map<string, Promise<Robots>>()
  readonly #delaysMs = new Map<string, number>()

  constructor(deps: VisitorDeps, signal: AbortSignal) {
    this.#deps = deps
    this.#signal = signal
  }

  /** `checkHop` may refuse the target of a redirect. Undefined if the page has not changed since these validators. */
  async fetchPage(
    address: string,
    checkHop: (url: string) => void,
    marks: PageMarks = {},
  ): Promise<Download | undefined> {
    const { maxBytes, pageMs } = this.#deps
    let type = ''
    const answer = await this.#follow(address, maxBytes, async (hop) => {
      // The validators belong to this page, not to the target of a redirect.
      const request =
        hop.url === address ? { ...hop, headers: { ...hop.headers, ...toConditions(marks) } } : hop
      requireWebAddress(request.url)
      checkHop(request.url)
      await this.#requireAllowed(request.url)
      return this.#call(request, {
        maxBytes,
        totalMs: pageMs,
        whenLarger: 'refuse',
        checkHead: ({ headers }) => {
          type = requireReadable(String(headers['content-type'] ?? ''), request.url)
        },
      })
    })
    if (answer.status === 304 && answer.url === address && hasMarks(marks)) return undefined
    if (answer.status < 200 || answer.status > 299)
      throw unexpectedStatus(new URL(answer.url).host, answer.status)
    const robotsHeader = String(answer.headers['x-robots-tag'] ?? '')
    return {
      url: answer.url,
      contentType: type,
      bytes: answer.body,
      robotsHeader,
      marks: answer.url === address ? marksOf(answer.headers) : {},
    }
  }

  async #follow(url: string, maxBytes: number, fetchWhole: (request: OutboundRequest) => Promise<Received>) {
    const request: OutboundRequest = {
      method: 'GET',
      url,
      headers: { 'user-agent': this.#deps.userAgent, accept: 'text/html,application/pdf,*/*;q=0.5' },
      signal: this.#signal,
    }
    try {
      return await fetchFollowing({ fetchWhole }, request, { maxRedirects: MAX_REDIRECTS, maxBytes })
    } catch (error) {
      throw toUnreachable(error)
    }
  }

  #call(request: OutboundRequest, limits: ReceiveLimits): Promise<Received> {
    const { origin, host } = new URL(request.url)
    const gapMs = () => Math.max(this.#deps.gapMs, this.#delaysMs.get(origin) ?? 0)
    return this.#deps.turns.take(host, gapMs, this.#signal, () =>
      receive(this.#deps.guarded, request, limits),
    )
  }

  async #requireAllowed(url: string): Promise<void> {
    const { origin, host } = new URL(url)
    let robots = this.#robots.get(origin)
    if (!robots) {
      robots = this.#askRobots(origin)
      this.#robots.set(origin, robots)
    }
    if ((await robots).allows(url)) return
    throw new UnreachablePage('forbidden_by_robots', say('web_pages.excluded_by_robots', { host }))
  }

  /** RFC 9309: without a robots.txt everything is allowed, and while it is unavailable, nothing is. */
  async #askRobots(origin: string): Promise<Robots> {
    const limits: ReceiveLimits = {
      maxBytes: ROBOTS_BYTES,
      totalMs: this.#deps.pageMs,
      whenLarger: 'cut',
    }
    const { status, body } = await this.#follow(`${origin}/robots.txt`, ROBOTS_BYTES, (request) =>
      this.#call(request, limits),
    )
    if (status >= 500)
      throw new UnreachablePage(
        'http_status',
        say('web_pages.robots_unavailable', { host: new URL(origin).host, status }),
        undefined,
        status,
      )
    if (status > 299) return ALL_ALLOWED
    const robots = readRobots(body.toString('utf8'), this.#deps.userAgent)
    this.#delaysMs.set(origin, robots.delaySeconds * 1000)
    return robots
  }
}

export const hasMarks = ({ etag, lastModified }: PageMarks): boolean =>
  etag !== undefined || lastModified !== undefined

const toConditions = ({ etag, lastModified }: PageMarks): Record<string, string> => ({
  ...(etag === undefined ? {} : { 'if-none-match': etag }),
  ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
})

const MAX_MARK = 300

/** They are sent as headers later, so only valid header values are kept. */
function marksOf(headers: Received['headers']): PageMarks {
  const mark = (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= MAX_MARK && /^[\x20-\x7e]+$/.test(value)
      ? value
      : undefined
  }
  return { etag: mark('etag'), lastModified: mark('last-modified') }
}

function requireReadable(header: string, url: string): string {
  const type = readableType(header, url)
  if (type === undefined) throw unsupportedType(new URL(url).host, header)
  return type
}
