import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { closeSites, crawlAll, fetcherFor, links, redirect, startSite } from './site.testing.ts'
import { UnreachablePage } from './unreachable-page.ts'

afterEach(closeSites)

const failure = async (promise: Promise<unknown>): Promise<UnreachablePage> => {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UnreachablePage)
  return error as UnreachablePage
}

describe('a page', () => {
  test('has its URL, title, type, bytes and checksum, and nothing else is fetched', async () => {
    const site = await startSite({
      '/a': '<title>Tides &amp; moons</title><a href="/b">b</a>',
      '/b': 'b',
    })
    const { pages, report } = await crawlAll(fetcherFor([site.host]), `${site.url}/a?utm_source=x#part`)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatchObject({ url: `${site.url}/a`, title: 'Tides & moons', contentType: 'text/html' })
    expect(pages[0]?.bytes.toString()).toContain('moons')
    expect(pages[0]?.checksum).toMatch(/^[0-9a-f]{64}$/)
    expect(report).toMatchObject({ start: `${site.url}/a`, failed: [], duplicates: 0 })
    expect(report.stopped).toBeUndefined()
    expect(site.paths).toEqual(['/robots.txt', '/a'])
    expect([...site.userAgents]).toEqual(['Bellwether/1.0 (+https://example.edu)'])
  })

  test('may be a PDF, or a file whose extension tells its type, but not a video', async () => {
    const file = (type: string) => (_: unknown, response: import('node:http').ServerResponse) =>
      void response.setHeader('content-type', type).end('bytes')
    const site = await startSite({
      '/a': file('application/pdf'),
      '/b.docx': file('application/octet-stream'),
      '/c': file('video/mp4'),
      '/d.bin': file('application/octet-stream'),
    })
    const fetcher = fetcherFor([site.host])
    expect((await crawlAll(fetcher, `${site.url}/a`)).pages[0]?.contentType).toBe('application/pdf')
    expect((await crawlAll(fetcher, `${site.url}/b.docx`)).pages[0]?.contentType).toContain(
      'wordprocessingml',
    )
    for (const path of ['/c', '/d.bin'])
      expect((await failure(crawlAll(fetcher, site.url + path))).code).toBe('unsupported_type')
  })

  test.each([
    [404, 'not_found', 'Check the URL'],
    [410, 'not_found', 'Check the URL'],
    [403, 'http_status', 'upload it as a file'],
    [429, 'http_status', 'Try again later'],
    [503, 'http_status', 'Try again later'],
  ])('with status %i is refused as %s', async (status, code, words) => {
    const site = await startSite({
      '/robots.txt': '',
      '/a': (_, response) =>
        void response.writeHead(status, { 'content-type': 'video/mp4' }).end('internals'),
    })
    const error = await failure(crawlAll(fetcherFor([site.host]), `${site.url}/a`))
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
    expect(error.message).not.toContain('internals')
  })

  test('a host that refuses connections', async () => {
    const error = await failure(crawlAll(fetcherFor(['127.0.0.1:9']), 'http://127.0.0.1:9/'))
    expect(error.code).toBe('unreachable')
  })

  test('settings out of range are refused before anything is called', async () => {
    const site = await startSite({})
    for (const options of [
      { maxDepth: 6 },
      { limit: 0 },
      { limit: 501 },
      { timeoutMs: 0 },
      { maxDepth: 0.5 },
    ])
      await expect(crawlAll(fetcherFor([site.host]), site.url, options)).rejects.toBeInstanceOf(AppError)
    expect(site.paths).toEqual([])
  })
})

describe('a crawl', () => {
  test('follows links to the given depth, nearest pages first, each page once despite loops', async () => {
    const site = await startSite({
      '/': links('/a', '/b', '/#top', '//elsewhere.example/x', 'mailto:a@b.c', 'javascript:void(0)'),
      '/a': links('/', '/c', '/b?utm_campaign=z'),
      '/b': links('/a', 'c#x'),
      '/c': links('/d'),
      '/d': 'deep',
    })
    const { paths, progress } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 2 })
    expect(paths).toEqual(['/', '/a', '/b', '/c'])
    expect(site.paths).toEqual(['/robots.txt', '/', '/a', '/b', '/c'])
    expect(progress.at(-1)).toEqual([4, 4])
  })

  test('stays under the start URL, or within the included paths', async () => {
    const site = await startSite({
      '/docs/guide/index.html': links('/docs/guide/a', '/docs/other', '/docs/guide/private/x', '/blog/1'),
      '/docs/guide/a': 'a',
      '/docs/other': 'o',
      '/docs/guide/private/x': 'x',
      '/blog/1': '1',
    })
    const fetcher = fetcherFor([site.host])
    const start = `${site.url}/docs/guide/index.html`
    const under = await crawlAll(fetcher, start, {
      maxDepth: 1,
      crawlEntireDomain: false,
      excludePaths: ['*/private/'],
    })
    expect(under.paths).toEqual(['/docs/guide/index.html', '/docs/guide/a'])
    const named = await crawlAll(fetcher, start, { maxDepth: 1, includePaths: ['blog/.*'] })
    expect(named.paths).toEqual(['/docs/guide/index.html', '/blog/1'])
  })

  test('keeps one of several identical pages, and uses canonical URLs', async () => {
    const site = await startSite({
      '/': links('/x', '/y', '/list', '/list?sort=name', '/p'),
      '/x': 'same',
      '/y': 'same',
      '/list': `<link rel="canonical" href="/list">${links('/z')}`,
      '/list?sort=name': `<link rel="canonical" href="/list">sorted ${links('/from-sorted')}`,
      '/p': '<link rel=canonical href="/">every page names the front page',
      '/z': 'z',
      '/from-sorted': 'found',
    })
    const { paths, report } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 2 })
    expect(paths).toEqual(['/', '/x', '/list', '/p', '/z', '/from-sorted'])
    expect(report.duplicates).toBe(2)
  })

  test('skips nofollow links and pages, files that are not documents, and noindex pages', async () => {
    const site = await startSite({
      '/': '<meta name="robots" content="noindex"><a rel="external nofollow" href=/no>n</a><a href=/photo.jpg>p</a><a href=/quiet>q</a><a href=/secret>s</a>',
      '/quiet': `<META NAME=robots CONTENT="NoFollow">${links('/behind')}`,
      '/secret': (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex, nofollow' })
          .end(`not for collections ${links('/behind-it')}`),
    })
    const { paths, report } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 3 })
    expect(paths).toEqual(['/', '/quiet'])
    expect(report.failed.map(({ code }) => code)).toEqual(['forbidden_by_robots'])
    expect(site.paths).toEqual(['/robots.txt', '/', '/quiet', '/secret'])
  })

  test('a page that fails is reported and does not end the crawl', async () => {
    const site = await startSite({ '/': links('/gone', '/ok'), '/ok': 'fine' })
    const { paths, report } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 1 })
    expect(paths).toEqual(['/', '/ok'])
    expect(report.failed).toMatchObject([{ url: `${site.url}/gone`, code: 'not_found' }])
  })

  test('follows a redirect of the start URL to another host, but not of later pages', async () => {
    const other = await startSite({})
    const real = await startSite({
      '/home': links('/a', '/away', '/back', '/twice'),
      '/a': 'a',
      '/away': redirect(`${other.url}/`),
      '/twice': redirect('/a'),
      '/back': redirect('/home'),
    })
    const old = await startSite({ '/': redirect(`${real.url}/home`) })
    const fetcher = fetcherFor([old.host, real.host, other.host])
    const { paths, report } = await crawlAll(fetcher, old.url, { maxDepth: 1 })
    expect(report.start).toBe(`${real.url}/home`)
    expect(paths).toEqual(['/home', '/a'])
    expect(report.duplicates).toBe(1 + 1)
    expect(report.failed).toMatchObject([{ url: `${real.url}/away`, code: 'refused_address' }])
    expect(other.paths).toEqual([])
  })

  test('sends one request at a time per host, with a gap, also for two crawls', async () => {
    let now = 0
    let most = 0
    const times: number[] = []
    const site = await startSite({
      '*': (request, response) => {
        now += 1
        most = Math.max(most, now)
        times.push(performance.now())
        setTimeout(() => {
          now -= 1
          response
            .setHeader('content-type', 'text/html')
            .end(request.url === '/' ? links('/a', '/b') : request.url)
        }, 5)
      },
    })
    const fetcher = fetcherFor([site.host], { pace: { gapMs: 30 } })
    await Promise.all([1, 2].map(() => crawlAll(fetcher, site.url, { maxDepth: 1 })))
    expect(most).toBe(1)
    expect(times).toHaveLength(8)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(30)
  })

  test('ends immediately when the caller aborts, with the caller’s reason', async () => {
    const site = await startSite({ '/robots.txt': '', '/': () => undefined })
    const aborter = new AbortController()
    const reason = new Error('cancelled')
    const crawling = crawlAll(fetcherFor([site.host]), site.url, {}, aborter.signal)
    setTimeout(() => aborter.abort(reason), 50)
    await expect(crawling).rejects.toBe(reason)
  })

  test('keeps the pages so far when the time is over', async () => {
    const site = await startSite({ '/': links('/slow'), '/slow': () => undefined })
    const { paths, report } = await crawlAll(fetcherFor([site.host]), site.url, {
      maxDepth: 1,
      timeoutMs: 500,
    })
    expect(paths).toEqual(['/'])
    expect(report.stopped).toBe('time')
  })

  test('ends with an error of the page handler', async () => {
    const site = await startSite({ '/': 'a' })
    const crawling = fetcherFor([site.host]).crawl(
      site.url,
      {},
      {
        signal: new AbortController().signal,
        onPage: () => Promise.reject(new Error('disk full')),
      },
    )
    await expect(crawling).rejects.toThrow('disk full')
  })
})

describe('robots.txt', () => {
  test('is fetched once per host and obeyed; the more specific group and the longer rule count', async () => {
    const site = await startSite({
      '/robots.txt':
        'User-agent: *\nDisallow: /\n\nUser-agent: bellwether\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$',
      '/': links('/private/a', '/private/open', '/x.pdf', '/x.pdf?y'),
      '/private/open': 'open',
      '/x.pdf?y': 'y',
    })
    const { paths, report } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 1 })
    expect(paths).toEqual(['/', '/private/open', '/x.pdf?y'])
    expect(report.failed.map(({ code }) => code)).toEqual(['forbidden_by_robots', 'forbidden_by_robots'])
    expect(site.paths.filter((path) => path === '/robots.txt')).toHaveLength(1)
    const error = await failure(crawlAll(fetcherFor([site.host]), `${site.url}/private/a`))
    expect(error.code).toBe('forbidden_by_robots')
    expect(error.message).toContain('upload it as a file')
  })

  test('a redirect to a forbidden path is not followed', async () => {
    const site = await startSite({
      '/robots.txt': 'User-agent: *\nDisallow: /secret',
      '/': redirect('/secret'),
      '/secret': 'secret',
    })
    expect((await failure(crawlAll(fetcherFor([site.host]), site.url))).code).toBe('forbidden_by_robots')
    expect(site.paths).not.toContain('/secret')
  })

  test('that is unavailable forbids the whole site', async () => {
    const site = await startSite({
      '/robots.txt': (_, response) => void response.writeHead(503).end(),
      '/': 'a',
    })
    const error = await failure(crawlAll(fetcherFor([site.host]), site.url))
    expect(error.code).toBe('http_status')
    expect(error.message).toContain('Try again later')
    expect(site.paths).toEqual(['/robots.txt'])
  })

  test('respects the crawl delay between pages', async () => {
    const site = await startSite({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.2',
      '/': links('/a'),
      '/a': 'a',
    })
    const before = performance.now()
    await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 1 })
    expect(performance.now() - before).toBeGreaterThan(195)
  })

  test('of many megabytes is truncated, not refused', async () => {
    const site = await startSite({
      '/robots.txt': (_, response) =>
        void response.end(`User-agent: *\nDisallow: /no\n${'# filler\n'.repeat(500_000)}`),
      '/': 'a',
    })
    expect((await crawlAll(fetcherFor([site.host]), site.url)).paths).toEqual(['/'])
    expect((await failure(crawlAll(fetcherFor([site.host]), `${site.url}/no`))).code).toBe(
      'forbidden_by_robots',
    )
  })
})
