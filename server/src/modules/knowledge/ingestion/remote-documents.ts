import { createHash } from 'node:crypto'
import { type Message, say } from '@bellwether/wire'
import { comparePages } from '../../../documents/crawler/compare-pages.ts'
import type { CrawlReport, PageVisit } from '../../../documents/crawler/crawl.ts'
import type { WebFetcher } from '../../../documents/crawler/web-fetcher.ts'
import { toClock } from '../../../documents/readers/formats/subtitles.reader.ts'
import { UnreadableDocument } from '../../../documents/readers/unreadable-document.ts'
import type { Job } from './job.repository.ts'
import type { Progress } from './progress-reporter.ts'
import type { SnapshotPage } from './site-snapshot.ts'

/** A page of a site, or a part of a video's transcript. */
export interface RemotePage {
  url: string
  checksum: string
  title: string
  visit?: PageVisit | undefined
  /** The start of a part of a video. */
  time?: string
  /** Undefined if it is unchanged and need not be read again. */
  fresh?: { bytes: Buffer; contentType: string }
}

export interface RemoteDocument {
  pages: RemotePage[]
  /** What was not fetched, for the person who entered the URL. */
  warnings: Message[]
}

/** Fetches the URL of a job. `earlier` is the result of the last time. */
export type FetchRemote = (
  job: Pick<Job, 'plugin_name' | 'source_url'>,
  params: Readonly<Record<string, unknown>>,
  earlier: readonly SnapshotPage[],
  hooks: { signal: AbortSignal; onProgress(progress: Progress): void },
) => Promise<RemoteDocument>

/** Limit for all pages of a site, which are read together. */
const MAX_BYTES = 200 * 1024 * 1024
const DEPTH = 2
const PAGES = 100

export function createFetchRemote(fetcher: WebFetcher): FetchRemote {
  const fetchSite: FetchRemote = async (job, params, earlier, { signal, onProgress }) => {
    const before = byUrl(earlier)
    const pages: RemotePage[] = []
    let size = 0
    const options = toCrawlOptions(params)
    const report = await fetcher.crawl(job.source_url ?? '', options, {
      signal,
      earlier,
      onProgress: (current, total) => onProgress({ stage: 'fetch', current, total }),
      onUnchanged: ({ url }) => {
        const page = before.get(url)
        if (page) pages.push(page)
      },
      onPage({ url, title = url, checksum, visit, bytes, contentType }) {
        const same = before.get(url)
        if (same?.checksum === checksum) return void pages.push({ ...same, visit })
        size += bytes.length
        if (size > MAX_BYTES) throw tooLarge()
        pages.push({ url, title, checksum, visit, fresh: { bytes, contentType } })
      },
    })
    // Whether these are gone is unknown: the site failed, or the crawl ended early. They stay as far as there is room: else
    // a site with more pages than the limit would grow with every new one.
    const { unknown } = comparePages(earlier, report)
    pages.push(...unknown.slice(0, Math.max(0, options.limit - pages.length)))
    return { pages, warnings: warningsOf(report, options.limit) }
  }

  const fetchVideo: FetchRemote = async (job, params, earlier, { signal }) => {
    const before = byUrl(earlier)
    const language = params['language']
    const { title, pieces } = await fetcher.fetchTranscript(job.source_url ?? '', {
      languages: typeof language === 'string' && language !== '' ? [language] : ['en'],
      chunkSeconds: Math.min(Math.max(numberOf(params['chunk_duration'], 60), 10), 3600),
      signal,
    })
    const pages = pieces.map(({ text, sourceUrl: url, start }): RemotePage => {
      const page = { url, checksum: sha256(text), title: `${title} (${clock(start)})` }
      const same = before.get(url)
      if (same?.checksum === page.checksum) return same
      return { ...page, time: toClock(start), fresh: { bytes: Buffer.from(text), contentType: 'text/plain' } }
    })
    return { pages, warnings: [] }
  }

  return (job, ...rest) =>
    (job.plugin_name === 'youtube_transcript_ingest' ? fetchVideo : fetchSite)(job, ...rest)
}

/** Pure. */
function warningsOf({ pages, failed, stopped }: CrawlReport, limit: number): Message[] {
  const warnings: Message[] = []
  const count = pages.length
  if (stopped === 'limit')
    warnings.push(
      count >= limit
        ? say('document_warnings.site_page_limit', { count })
        : say('document_warnings.site_broken_links', { count }),
    )
  if (stopped === 'time') warnings.push(say('document_warnings.site_timeout', { count }))
  if (stopped === 'too_many_links') warnings.push(say('document_warnings.site_links', { count }))
  // Pages outside the scope are not reported as missing.
  const missed = failed.filter(({ code }) => code !== 'refused_address')
  const [first] = missed
  if (first)
    warnings.push(
      missed.length === 1
        ? say('document_warnings.site_page_failed', { url: first.url, reason: first.message })
        : say('document_warnings.site_pages_failed', {
            count: missed.length,
            url: first.url,
            reason: first.message,
          }),
    )
  return warnings
}

const byUrl = (pages: readonly SnapshotPage[]) => new Map(pages.map((page) => [page.url, page]))

const toCrawlOptions = (params: Readonly<Record<string, unknown>>) => ({
  maxDepth: Math.min(numberOf(params['max_discovery_depth'], DEPTH), 5),
  limit: Math.min(Math.max(numberOf(params['limit'], PAGES), 1), 500),
  crawlEntireDomain: params['crawl_entire_domain'] !== false,
  includePaths: listOf(params['include_paths']),
  excludePaths: listOf(params['exclude_paths']),
  timeoutMs: Math.min(Math.max(numberOf(params['timeout'], 300), 1), 3600) * 1000,
})

const tooLarge = () => new UnreadableDocument('too_large', say('documents.site_too_large', { limit: 200 }))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : otherwise
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string' && entry.trim() !== '') : []
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
