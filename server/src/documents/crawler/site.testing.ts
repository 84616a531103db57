import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbound, type OutboundOptions } from '../../platform/outbound/create-outbound.ts'
import type { WebPage } from './crawl.ts'
import { createWebFetcher, type WebFetcher, type WebFetcherDeps } from './web-fetcher.ts'

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface Site {
  url: string
  host: string
  port: number
  /** The paths that were requested, in order. */
  paths: string[]
  userAgents: Set<string>
}

const closers: (() => unknown)[] = []

export async function closeSites(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

/** A web site on loopback. A text is an HTML page; what is not listed is 404. */
export async function startSite(pages: Record<string, Answer>): Promise<Site> {
  const paths: string[] = []
  const userAgents = new Set<string>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    userAgents.add(request.headers['user-agent'] ?? '')
    const answer = pages[path] ?? pages[path.split('?')[0] ?? ''] ?? pages['*']
    if (typeof answer === 'string') response.setHeader('content-type', 'text/html').end(answer)
    else if (answer) answer(request, response)
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('no such page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, paths, userAgents }
}

/** A fetcher that may call these places on loopback and no other. */
export function fetcherFor(
  allow: string[],
  more: Partial<WebFetcherDeps> & { lookup?: OutboundOptions['lookup'] } = {},
): WebFetcher {
  const { lookup, ...deps } = more
  const outbound = createOutbound({
    allow: { documents: allow },
    onRefused: () => undefined,
    firstByteMs: 5000,
    idleMs: 5000,
    ...(lookup ? { lookup } : {}),
  })
  closers.unshift(() => outbound.close())
  const userAgent = 'Bellwether/1.0 (+https://example.edu)'
  return createWebFetcher({ outbound, userAgent, ...deps, pace: { gapMs: 0, ...deps.pace } })
}

/** Crawls and keeps the pages. */
export async function crawlAll(
  fetcher: WebFetcher,
  start: string,
  options: Parameters<WebFetcher['crawl']>[1] = {},
  signal: AbortSignal = new AbortController().signal,
) {
  const pages: WebPage[] = []
  const progress: [number, number][] = []
  const report = await fetcher.crawl(start, options, {
    signal,
    onPage: (page) => void pages.push(page),
    onProgress: (done, total) => void progress.push([done, total]),
  })
  return {
    report,
    pages,
    progress,
    paths: pages.map(({ url }) => new URL(url).pathname + new URL(url).search),
  }
}

export const links = (...hrefs: string[]): string =>
  `<html><body>${hrefs.map((href) => `<a href="${href}">${href}</a>`).join('\n')}</body></html>`

export const redirect =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end()
