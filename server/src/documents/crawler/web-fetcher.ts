import type * as z from 'zod'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { Crawl, type CrawlReport, type CrawlWatch } from './crawl.ts'
import { type crawlOptionsSchema, readCrawlOptions } from './crawl-options.ts'
import { HostTurns } from './host-turns.ts'
import { readStartAddress } from './page-address.ts'
import { SiteVisitor } from './site-visitor.ts'
import { fetchTranscript, type Transcript, type TranscriptOptions } from './transcript/fetch-transcript.ts'
import { timedOut } from './unreachable-page.ts'

export interface WebFetcherDeps {
  outbound: Pick<Outbound, 'guarded'>
  /** `Name/version (+URL)`; robots.txt rules are matched by the name. */
  userAgent: string
  /** Only tests pass others. */
  pace?: { gapMs?: number; pageMs?: number; maxBytes?: number }
  /** Only tests pass another one. */
  youtube?: string
}

export interface WebFetcher {
  /**
   * Fetches a page and, depending on the depth, the pages it links to. Throws UnreachablePage if the first page can't
   * be fetched.
   */
  crawl(start: string, options: z.input<typeof crawlOptionsSchema>, watch: CrawlWatch): Promise<CrawlReport>
  /** The transcript of a YouTube video, with times. */
  fetchTranscript(videoUrl: string, options: TranscriptOptions): Promise<Transcript>
}

const GAP_MS = 250
const PAGE_MS = 60_000
const PAGE_BYTES = 20 * 1024 * 1024

export function createWebFetcher({ outbound, userAgent, pace = {}, youtube }: WebFetcherDeps): WebFetcher {
  const guarded = outbound.guarded.documents
  const turns = new HostTurns()
  const { gapMs = GAP_MS, pageMs = PAGE_MS, maxBytes = PAGE_BYTES } = pace
  return {
    async crawl(typed, settings, watch) {
      const options = readCrawlOptions(settings)
      const start = readStartAddress(typed)
      const deadline = AbortSignal.timeout(options.timeoutMs)
      const signal = AbortSignal.any([watch.signal, deadline])
      const visitor = new SiteVisitor({ guarded, userAgent, turns, gapMs, pageMs, maxBytes }, signal)
      const crawl = new Crawl(visitor, start, options, watch)
      try {
        return await crawl.run()
      } catch (error) {
        if (!deadline.aborted || watch.signal.aborted) throw error
        // Pages that were fetched in time are kept.
        if (crawl.report.pages.length > 0) return { ...crawl.report, stopped: 'time' }
        throw timedOut(new URL(start).host, options.timeoutMs, error)
      }
    },
    fetchTranscript: (videoUrl, options) =>
      fetchTranscript({ guarded, youtube, userAgent }, videoUrl, options),
  }
}
