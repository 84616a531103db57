import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Message, say } from '@bellwether/wire'
import type { CrawlOptions } from './crawl-options.ts'
import { Frontier, type Waiting } from './frontier.ts'
import { findLinks, type PageLinks, readRobotsDirectives } from './html-links.ts'
import { addressKey, createScope, isInScope, type Scope } from './page-address.ts'
import { isHtml } from './page-types.ts'
import { type Download, hasMarks, type PageMarks, type SiteVisitor } from './site-visitor.ts'
import { isUnreachable, refusedAddress, type UnreachableCode, UnreachablePage } from './unreachable-page.ts'

export interface WebPage {
  /** The URL after redirects, or the canonical one that the page names. */
  url: string
  title?: string
  contentType: string
  bytes: Buffer
  /** SHA-256 of the bytes. */
  checksum: string
  visit: PageVisit
}

/** What is needed to revalidate a page without fetching it again. */
export interface PageVisit extends PageMarks {
  /** The address that led to it. */
  asked: string
  /** Its links, as far as the crawl follows them. */
  links: string[]
}

/** A page of an earlier crawl. */
export interface EarlierPage {
  url: string
  checksum: string
  visit?: PageVisit | undefined
}

export interface FailedPage {
  url: string
  code: UnreachableCode
  message: Message
  /** The status of the site's response, if that is the reason. */
  status?: number | undefined
}

export interface CrawlReport {
  /** The final URL of the start page. */
  start: string
  pages: { url: string; checksum: string }[]
  failed: FailedPage[]
  /** The same content or page under another URL. */
  duplicates: number
  /** Why the crawl ended before all pages within its depth were seen. */
  stopped?: 'limit' | 'time' | 'too_many_links'
}

export interface CrawlWatch {
  signal: AbortSignal
  onProgress?: (done: number, known: number) => void
  /** Awaited before the next page is fetched. */
  onPage: (page: WebPage) => void | Promise<void>
  /** Pages that the caller already has: a site need not send them again if they are unchanged. */
  earlier?: readonly EarlierPage[]
  onUnchanged?: (page: EarlierPage) => void
}

const NO_LINKS: PageLinks = { title: undefined, canonical: undefined, links: [], noIndex: false }

/** One crawl of a site: nearest pages first, each once. */
export class Crawl {
  readonly #visitor: SiteVisitor
  readonly #options: CrawlOptions
  readonly #watch: CrawlWatch
  readonly #frontier = new Frontier()
  readonly #checksums = new Set<string>()
  readonly #kept = new Set<string>()
  readonly #earlier: ReadonlyMap<string, EarlierPage & { visit: PageVisit }>
  readonly #report: CrawlReport
  #scope: Scope | undefined

  constructor(visitor: SiteVisitor, start: string, options: CrawlOptions, watch: CrawlWatch) {
    this.#visitor = visitor
    this.#options = options
    this.#watch = watch
    this.#report = { start, pages: [], failed: [], duplicates: 0 }
    this.#frontier.add(start, 0)
    this.#earlier = toAskedAgain(watch.earlier ?? [])
  }

  get report(): CrawlReport {
    return this.#report
  }

  async run(): Promise<CrawlReport> {
    // Pages that fail cost a request too; a site of dead links must not take forever.
    let attempts = 2 * this.#options.limit + 20
    for (let next = this.#frontier.next(); next; next = this.#frontier.next()) {
      if (this.#report.pages.length >= this.#options.limit || attempts === 0) {
        this.#report.stopped = 'limit'
        break
      }
      attempts -= 1
      await this.#visit(next)
      const { pages } = this.#report
      this.#watch.onProgress?.(
        pages.length,
        Math.min(pages.length + this.#frontier.waiting, this.#options.limit),
      )
    }
    if (this.#frontier.overflowed) this.#report.stopped ??= 'too_many_links'
    return this.#report
  }

  async #visit(next: Waiting): Promise<void> {
    const scope = this.#scope
    try {
      const earlier = this.#earlier.get(addressKey(next.url))
      const checkHop = (hop: string) => scope && requireInScope(scope, hop)
      const download = await this.#visitor.fetchPage(next.url, checkHop, earlier?.visit)
      if (!scope) this.#begin(download?.url ?? next.url)
      if (!download) {
        if (earlier) await this.#takeUnchanged(earlier, next.depth)
      } else if (this.#isKnownEnd(next.url, download.url)) this.#report.duplicates += 1
      else await this.#take(next.url, download, next.depth, scope === undefined)
    } catch (error) {
      // Without its first page, a crawl fails.
      if (!scope || !isUnreachable(error)) throw error
      const { code, userMessage: message, status } = error
      this.#report.failed.push({ url: next.url, code, message, status })
    }
  }

  #begin(url: string): void {
    this.#scope = createScope(url, this.#options)
    this.#report.start = url
  }

  /** Whether a redirect led to a page that was read before, or that will be. */
  #isKnownEnd(requested: string, url: string): boolean {
    return addressKey(requested) !== addressKey(url) && !this.#frontier.markSeen(url)
  }

  async #takeUnchanged(page: EarlierPage & { visit: PageVisit }, depth: number): Promise<void> {
    const links = await this.#inScope(page.visit.links)
    if (depth < this.#options.maxDepth) await this.#queue(links, depth + 1)
    if (this.#checksums.has(page.checksum)) {
      this.#report.duplicates += 1
      return
    }
    this.#frontier.markSeen(page.url)
    this.#remember(page)
    this.#watch.onUnchanged?.(page)
  }

  #remember({ url, checksum }: { url: string; checksum: string }): void {
    this.#checksums.add(checksum)
    this.#kept.add(addressKey(url))
    this.#report.pages.push({ url, checksum })
  }

  async #take(requested: string, download: Download, depth: number, isStart: boolean): Promise<void> {
    const { bytes, contentType } = download
    const pageLinks = isHtml(contentType) ? await findLinks(bytes, contentType, download.url) : NO_LINKS
    const directives = readRobotsDirectives(download.robotsHeader)
    const links = directives.noFollow ? [] : await this.#inScope(pageLinks.links)
    if (depth < this.#options.maxDepth) await this.#queue(links, depth + 1)
    // A person who entered the URL wants this page; for pages found through links, the site's wish counts.
    if (!isStart && (pageLinks.noIndex || directives.noIndex)) throw notToBeKept(download.url)
    const url = this.#rightAddress(download.url, pageLinks.canonical)
    const checksum = await checksumOf(bytes)
    if (url === undefined || this.#checksums.has(checksum)) {
      this.#report.duplicates += 1
      return
    }
    await this.#watch.onPage({
      url,
      ...(pageLinks.title ? { title: pageLinks.title } : {}),
      contentType,
      bytes,
      checksum,
      // If its links are incomplete, a page that is not sent again would hide the pages behind it.
      visit:
        links.length > MAX_KEPT_LINKS
          ? { asked: requested, links: [] }
          : { asked: requested, ...download.marks, links },
    })
    this.#remember({ url, checksum })
  }

  async #inScope(links: readonly string[]): Promise<string[]> {
    const scope = this.#scope
    const linksInScope: string[] = []
    for (let at = 0; scope && at < links.length; at += LINKS_AT_A_TIME) {
      if (at > 0) await nextTurn()
      linksInScope.push(...links.slice(at, at + LINKS_AT_A_TIME).filter((link) => isInScope(scope, link)))
    }
    return linksInScope
  }

  async #queue(links: readonly string[], depth: number): Promise<void> {
    for (let at = 0; at < links.length; at += LINKS_AT_A_TIME) {
      if (at > 0) await nextTurn()
      for (const link of links.slice(at, at + LINKS_AT_A_TIME)) this.#frontier.add(link, depth)
    }
  }

  /** Undefined if the page names another URL as its own, and that page was already kept. */
  #rightAddress(url: string, canonical: string | undefined): string | undefined {
    if (canonical === undefined || canonical === url || !this.#scope) return url
    // Many sites name their front page on every page, by mistake.
    if (new URL(canonical).pathname === '/' || !isInScope(this.#scope, canonical)) return url
    if (this.#kept.has(addressKey(canonical))) return undefined
    // A page that is still queued will be read later.
    return this.#frontier.markSeen(canonical) ? canonical : url
  }
}

function requireInScope(scope: Scope, url: string): void {
  if (isInScope(scope, url)) return
  throw refusedAddress(say('web_pages.outside_scope', { url: new URL(url).host + new URL(url).pathname }))
}

const notToBeKept = (url: string) =>
  new UnreachablePage('forbidden_by_robots', say('web_pages.noindex', { host: new URL(url).host }))

const MAX_KEPT_LINKS = 1000
/** Yields to the event loop: parsing a URL takes a few microseconds, and a page may have thousands. */
const LINKS_AT_A_TIME = 500

function toAskedAgain(pages: readonly EarlierPage[]) {
  const byAddress = new Map<string, EarlierPage & { visit: PageVisit }>()
  for (const page of pages)
    if (page.visit && hasMarks(page.visit))
      byAddress.set(addressKey(page.visit.asked), { ...page, visit: page.visit })
  return byAddress
}

const PIECE = 1024 * 1024

/** In pieces, yielding to the event loop in between. */
async function checksumOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (at > 0) await nextTurn()
    hash.update(bytes.subarray(at, at + PIECE))
  }
  return hash.digest('hex')
}
