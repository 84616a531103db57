import type { CrawlReport, FailedPage } from './crawl.ts'
import { addressKey } from './page-address.ts'
import { isPassing } from './unreachable-page.ts'

export interface KnownPage {
  url: string
  checksum: string
  /** The URL that led to it, which is the one that fails if the page does. */
  visit?: { asked: string } | undefined
}

export interface PageChanges<Page extends KnownPage> {
  added: KnownPage[]
  changed: KnownPage[]
  unchanged: KnownPage[]
  gone: Page[]
  /** Neither seen nor certainly gone: the site failed, or the crawl ended early. Kept unchanged. */
  unknown: Page[]
}

/**
 * Compares a new crawl with the pages of an earlier one. A page is gone only if the site says so or no longer links
 * to it. Pure.
 */
export function comparePages<Page extends KnownPage>(
  earlier: readonly Page[],
  { pages, failed, stopped }: Pick<CrawlReport, 'pages' | 'failed' | 'stopped'>,
): PageChanges<Page> {
  const before = new Map(earlier.map(({ url, checksum }) => [url, checksum]))
  const now = new Set(pages.map(({ url }) => url))
  const failures = new Map(failed.map((failure) => [addressKey(failure.url), failure]))
  const isWhole = stopped === undefined && !failed.some(hidesOthers(earlier))
  const isGone = (page: Page) => {
    const failure = keysOf(page).flatMap((key) => failures.get(key) ?? [])[0]
    return failure === undefined ? isWhole : failure.code === 'not_found'
  }
  const missing = earlier.filter(({ url }) => !now.has(url))
  return {
    added: pages.filter(({ url }) => !before.has(url)),
    changed: pages.filter(({ url, checksum }) => before.has(url) && before.get(url) !== checksum),
    unchanged: pages.filter(({ url, checksum }) => before.get(url) === checksum),
    gone: missing.filter(isGone),
    unknown: missing.filter((page) => !isGone(page)),
  }
}

const keysOf = ({ url, visit }: KnownPage): string[] =>
  visit ? [addressKey(url), addressKey(visit.asked)] : [addressKey(url)]

/** The links of a page that could not be fetched are unknown, so any other page may be reachable from it. */
function hidesOthers(earlier: readonly KnownPage[]): (failure: FailedPage) => boolean {
  const earlierKeys = new Set(earlier.flatMap(keysOf))
  return (failure) =>
    failure.code !== 'not_found' && (isPassing(failure) || earlierKeys.has(addressKey(failure.url)))
}
