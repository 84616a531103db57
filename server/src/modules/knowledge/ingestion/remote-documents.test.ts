import { type Message, say } from '@bellwether/wire'
import { expect, test } from 'vitest'
import type { CrawlReport } from '../../../documents/crawler/crawl.ts'
import { createFetchRemote } from './remote-documents.ts'
import type { SnapshotPage } from './site-snapshot.ts'

const at = (path: string) => `https://news.example/${path}`
const earlier = (path: string): SnapshotPage => ({
  url: at(path),
  checksum: path,
  title: path,
  start: 0,
  characters: 1,
  read_at: 0,
})

/** What is brought of a site whose crawl ends like this. */
async function bring(found: string[], report: Partial<CrawlReport>, before: SnapshotPage[] = [], limit = 3) {
  const fetchRemote = createFetchRemote({
    async crawl(start, _options, { onPage }) {
      const pages = found.map((path) => ({ url: at(path), checksum: `${path}, new` }))
      for (const page of pages)
        await onPage({
          ...page,
          bytes: Buffer.from('text'),
          contentType: 'text/html',
          visit: { asked: page.url, links: [] },
        })
      return { start, pages, failed: [], duplicates: 0, ...report }
    },
    fetchTranscript: () => Promise.reject(new Error('not used here')),
  })
  const job = { plugin_name: 'url_ingest', source_url: at('') }
  const hooks = { signal: new AbortController().signal, onProgress: () => undefined }
  const { pages, warnings } = await fetchRemote(job, { limit }, before, hooks)
  return { paths: pages.map(({ url }) => new URL(url).pathname.slice(1)), warnings }
}

const NO_RESPONSE = say('network.no_response')

test('a site with more pages than the limit does not grow with each new one', async () => {
  const before = ['1', '2', '3'].map(earlier)
  const { paths } = await bring(['4', '5', '6'], { stopped: 'limit' }, before)
  expect(paths).toEqual(['4', '5', '6'])
  expect((await bring(['4'], { stopped: 'time' }, before)).paths).toEqual(['4', '1', '2'])
})

test.each<[string, Partial<CrawlReport>, Message[]]>([
  ['all of it', {}, []],
  ['the limit', { stopped: 'limit' }, [say('document_warnings.site_page_limit', { count: 3 })]],
  ['the time', { stopped: 'time' }, [say('document_warnings.site_timeout', { count: 3 })]],
  ['too many links', { stopped: 'too_many_links' }, [say('document_warnings.site_links', { count: 3 })]],
  [
    'one page',
    { failed: [{ url: at('z'), code: 'not_found', message: NO_RESPONSE }] },
    [say('document_warnings.site_page_failed', { url: at('z'), reason: NO_RESPONSE })],
  ],
  [
    'pages that did not respond',
    {
      failed: [
        { url: at('x'), code: 'refused_address', message: NO_RESPONSE },
        { url: at('y'), code: 'timed_out', message: NO_RESPONSE },
        { url: at('z'), code: 'not_found', message: NO_RESPONSE },
      ],
    },
    [say('document_warnings.site_pages_failed', { count: 2, url: at('y'), reason: NO_RESPONSE })],
  ],
])('warns about what was not fetched: %s', async (_name, report, expected) => {
  const { warnings } = await bring(['1', '2', '3'], report)
  expect(warnings).toEqual(expected)
})

test('parts of a video have their start time', async () => {
  const piece = (start: number) => ({
    start,
    duration: 5,
    text: `at ${start}`,
    sourceUrl: `https://www.youtube.com/watch?v=x&t=${start}s`,
  })
  const fetchRemote = createFetchRemote({
    crawl: () => Promise.reject(new Error('not used here')),
    fetchTranscript: async () => ({
      videoId: 'x',
      title: 'Tides',
      language: 'en',
      generated: false,
      pieces: [piece(1), piece(3723)],
    }),
  })
  const job = { plugin_name: 'youtube_transcript_ingest', source_url: 'https://youtu.be/x' }
  const hooks = { signal: new AbortController().signal, onProgress: () => undefined }
  const { pages } = await fetchRemote(job, {}, [], hooks)
  expect(pages.map(({ time }) => time)).toEqual(['00:00:01', '01:02:03'])
})
