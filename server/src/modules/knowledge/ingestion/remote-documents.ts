import type { WebFetcher } from '../fetching/web-fetcher.ts'
import type { DocumentToRead } from '../reading/reading-messages.ts'
import { UnreadableDocument } from '../reading/unreadable-document.ts'
import type { Progress } from './ingestion.ts'
import type { Job } from './job.repository.ts'

/** Brings what a job names by an address. */
export type FetchRemote = (
  job: Pick<Job, 'plugin_name' | 'source_url'>,
  params: Readonly<Record<string, unknown>>,
  hooks: { signal: AbortSignal; onProgress(progress: Progress): void },
) => Promise<DocumentToRead[]>

/** All pages of a site together: they are read in one go. */
const MOST_BYTES = 200 * 1024 * 1024
const DEPTH = 2
const PAGES = 100

export function createFetchRemote(fetcher: WebFetcher): FetchRemote {
  const fetchSite: FetchRemote = async (job, params, { signal, onProgress }) => {
    const pages: DocumentToRead[] = []
    let bytes = 0
    await fetcher.crawl(
      job.source_url ?? '',
      {
        maxDepth: Math.min(numberOf(params['max_discovery_depth'], DEPTH), 5),
        limit: Math.min(Math.max(numberOf(params['limit'], PAGES), 1), 500),
        crawlEntireDomain: params['crawl_entire_domain'] !== false,
        includePaths: listOf(params['include_paths']),
        excludePaths: listOf(params['exclude_paths']),
        timeoutMs: Math.min(Math.max(numberOf(params['timeout'], 300), 1), 3600) * 1000,
      },
      {
        signal,
        onProgress: (current, total) => onProgress({ stage: 'fetch', current, total }),
        onPage(page) {
          bytes += page.bytes.length
          if (bytes > MOST_BYTES)
            throw new UnreadableDocument(
              'too_large',
              'The pages of this site are more than 200 MB together. Set a lower limit of pages, or leave out some paths.',
            )
          pages.push({
            source: page.bytes,
            url: page.url,
            options: { filename: page.title ?? page.url, contentType: page.contentType },
          })
        },
      },
    )
    return pages
  }

  const fetchVideo: FetchRemote = async (job, params, { signal }) => {
    const language = params['language']
    const { title, pieces } = await fetcher.fetchTranscript(job.source_url ?? '', {
      languages: typeof language === 'string' && language !== '' ? [language] : ['en'],
      chunkSeconds: Math.min(Math.max(numberOf(params['chunk_duration'], 60), 10), 3600),
      signal,
    })
    return pieces.map((piece) => ({
      source: Buffer.from(piece.text),
      url: piece.sourceUrl,
      options: { filename: `${title} (${clock(piece.start)})`, contentType: 'text/plain' },
    }))
  }

  return (job, params, hooks) =>
    (job.plugin_name === 'youtube_transcript_ingest' ? fetchVideo : fetchSite)(job, params, hooks)
}

const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.floor(value) : otherwise
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one.trim() !== '') : []
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
