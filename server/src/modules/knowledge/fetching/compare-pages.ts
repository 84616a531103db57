import type { CrawlReport } from './crawl.ts'

export interface KnownPage {
  url: string
  checksum: string
}

export interface PageChanges {
  added: KnownPage[]
  changed: KnownPage[]
  unchanged: KnownPage[]
  gone: KnownPage[]
  /** Neither seen nor surely gone: the site had a fault, or the crawl ended early. To be kept as they are. */
  unknown: KnownPage[]
}

/** Pure. What a new crawl means for the pages of an earlier one. A page is gone only when the site says so or links to it no more. */
export function comparePages(
  earlier: readonly KnownPage[],
  { pages, failed, stopped }: Pick<CrawlReport, 'pages' | 'failed' | 'stopped'>,
): PageChanges {
  const before = new Map(earlier.map(({ url, checksum }) => [url, checksum]))
  const now = new Set(pages.map(({ url }) => url))
  const failures = new Map(failed.map(({ url, code }) => [url, code]))
  const isGone = ({ url }: KnownPage) =>
    failures.has(url) ? failures.get(url) === 'not_found' : stopped === undefined
  const missing = earlier.filter(({ url }) => !now.has(url))
  return {
    added: pages.filter(({ url }) => !before.has(url)),
    changed: pages.filter(({ url, checksum }) => before.has(url) && before.get(url) !== checksum),
    unchanged: pages.filter(({ url, checksum }) => before.get(url) === checksum),
    gone: missing.filter(isGone),
    unknown: missing.filter((page) => !isGone(page)),
  }
}
