import type { LookupFunction } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { findLinks } from './html-links.ts'
import { readRobots } from './robots.ts'
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

describe('addresses', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://10.0.0.1/',
    'http://0.0.0.0:PORT/',
  ])('%s is refused, typed, in a redirect of the start and in one of a later page', async (address) => {
    const inner = await startSite({ '*': 'inner secret' })
    const url = address.replace('PORT', String(inner.port))
    const typed = await failure(crawlAll(fetcherFor([]), url))
    expect(typed.code).toBe('refused_address')
    expect(typed.message).toContain('it does not exist, or requests to it are not allowed')
    const outer = await startSite({ '/': redirect(url), '/start': links('/'), '/direct': links(url) })
    const fetcher = fetcherFor([outer.host])
    expect((await failure(crawlAll(fetcher, outer.url))).code).toBe('refused_address')
    const later = await crawlAll(fetcher, `${outer.url}/start`, { maxDepth: 2 })
    expect(later.report.failed.map(({ code }) => code)).toEqual(['refused_address'])
    expect((await crawlAll(fetcher, `${outer.url}/direct`, { maxDepth: 2 })).paths).toEqual(['/direct'])
    expect(inner.paths).toEqual([])
  })

  test('a robots.txt that redirects to a private address is not fetched', async () => {
    const inner = await startSite({ '*': 'inner secret' })
    const outer = await startSite({ '/robots.txt': redirect(`${inner.url}/robots.txt`), '/': 'a' })
    expect((await failure(crawlAll(fetcherFor([outer.host]), outer.url))).code).toBe('refused_address')
    expect(inner.paths).toEqual([])
  })

  test('a name that resolves to a private address the second time (DNS rebinding) is refused at the socket', async () => {
    const inner = await startSite({ '*': 'inner secret' })
    const answers = ['203.0.114.9', '127.0.0.1']
    const lookup: LookupFunction = (_hostname, _options, callback) => {
      const address = answers.length > 1 ? (answers.shift() ?? '') : (answers[0] ?? '')
      callback(null, [{ address, family: 4 }])
    }
    await new Promise((resolve) => lookup('rebind.example', { all: true }, resolve))
    const error = await failure(crawlAll(fetcherFor([], { lookup }), `http://rebind.example:${inner.port}/`))
    expect(error.code).toBe('refused_address')
    expect(inner.paths).toEqual([])
  })

  test.each([
    'ftp://example.edu/a',
    'file:///etc/passwd',
    'gopher://example.edu/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'www.example.edu',
    'not an address',
    '',
    'http://',
    'http://user:hunter2@example.edu/',
    `http://example.edu/${'a'.repeat(3000)}`,
  ])('%s is refused without a call, and without repeating a password', async (address) => {
    const error = await failure(crawlAll(fetcherFor([]), address))
    expect(error.code).toBe('refused_address')
    expect(error.message).not.toContain('hunter2')
  })

  test.each(['ftp://example.edu/', 'file:///etc/passwd', 'http://u:hunter2@127.0.0.1/', 'http://['])(
    'a redirect to %s is not followed',
    async (location) => {
      const site = await startSite({ '/robots.txt': '', '/': redirect(location) })
      const error = await failure(crawlAll(fetcherFor([site.host]), site.url))
      expect(['refused_address', 'unreachable']).toContain(error.code)
      expect(error.message).not.toContain('hunter2')
    },
  )

  test('a redirect loop ends', async () => {
    const site = await startSite({ '/robots.txt': '', '*': redirect('/again') })
    expect((await failure(crawlAll(fetcherFor([site.host]), site.url))).code).toBe('unreachable')
  })
})

describe('sizes and times', () => {
  test('refuses a page above the limit, announced or endless', async () => {
    const site = await startSite({
      '/robots.txt': '',
      '/announced': (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(300_000)),
      '/endless': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const more = () => {
          if (!response.destroyed && response.write(Buffer.alloc(20_000))) setImmediate(more)
          else response.once('drain', more)
        }
        more()
      },
    })
    const fetcher = fetcherFor([site.host], { pace: { maxBytes: 100_000 } })
    for (const path of ['/announced', '/endless'])
      expect((await failure(crawlAll(fetcher, site.url + path))).code).toBe('too_large')
  })

  test('a slow response ends at the time limit of a page', async () => {
    const site = await startSite({
      '/robots.txt': '',
      '/': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' })
        const drip = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(drip))
      },
    })
    const error = await failure(crawlAll(fetcherFor([site.host], { pace: { pageMs: 400 } }), site.url))
    expect(error.code).toBe('timed_out')
    const whole = await failure(crawlAll(fetcherFor([site.host]), site.url, { timeoutMs: 300 }))
    expect(whole.code).toBe('timed_out')
  })

  test('decompresses pages, but not a decompression bomb', async () => {
    const packed =
      (bytes: Buffer, encoding: string) => (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(bytes)
    const site = await startSite({
      '/gzip': packed(gzipSync('plain words'), 'gzip'),
      '/br': packed(brotliCompressSync('plain words'), 'br'),
      '/bomb': packed(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'gzip'),
      '/broken': packed(Buffer.from('no gzip'), 'gzip'),
      '/odd': packed(Buffer.from('x'), 'toString'),
    })
    const fetcher = fetcherFor([site.host])
    for (const path of ['/gzip', '/br'])
      expect((await crawlAll(fetcher, site.url + path)).pages[0]?.bytes.toString()).toBe('plain words')
    expect((await failure(crawlAll(fetcher, `${site.url}/bomb`))).code).toBe('too_large')
    for (const path of ['/broken', '/odd'])
      expect((await failure(crawlAll(fetcher, site.url + path))).code).toBe('unsupported_type')
  })
})

describe('traps', () => {
  test('an endless calendar stays within the limit, and does not displace real pages', async () => {
    const site = await startSite({
      '/robots.txt': '',
      '/': links('/cal?m=1', '/cal?m=2', '/one', '/two'),
      '/one': 'one',
      '/two': 'two',
      '/cal': (request, response) => {
        const month = Number(new URL(request.url ?? '', 'http://x').searchParams.get('m'))
        const next = Array.from({ length: 50 }, (_, index) => `/cal?m=${month * 50 + index}`)
        response.setHeader('content-type', 'text/html').end(`${month} ${links(...next)}`)
      },
    })
    const { paths, report } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 5, limit: 20 })
    expect(paths).toHaveLength(20)
    expect(paths.slice(0, 3)).toEqual(['/', '/one', '/two'])
    expect(report.stopped).toBe('limit')
  })

  test('a crawl of a site with only dead links ends', async () => {
    const dead = Array.from({ length: 3000 }, (_, index) => `/dead/${index}`)
    const site = await startSite({ '/robots.txt': '', '/': links(...dead) })
    const { report } = await crawlAll(fetcherFor([site.host]), site.url, { maxDepth: 5, limit: 10 })
    expect(report.stopped).toBe('limit')
    expect(site.paths.length).toBeLessThan(50)
  })

  test('limits the number of remembered links', async () => {
    const many = links(...Array.from({ length: 20_000 }, (_, index) => `/p/${index}`))
    expect((await findLinks(Buffer.from(many), 'text/html', 'http://a.example/')).links).toHaveLength(5000)
  })
})

describe('hostile page content does not block other work', () => {
  const MEGABYTES = 4
  const filled = (piece: string) => piece.repeat(Math.floor((MEGABYTES * 1024 * 1024) / piece.length))

  test.each([
    ['open tags', filled('<div>')],
    ['links', filled('<a href="/a/b/c?x=1&amp;y=2">x</a>\n')],
    ['links that are no address', filled('<a href="http://[">x</a>')],
    ['brackets', filled('<')],
    ['open comments', filled('<!--')],
    ['open quotes', filled('<a href="')],
    ['mixed quotes', filled(`<a b='"' c="'" href=`)],
    ['one tag', `<a ${filled('x=1 ')}`],
    ['equals', `<a ${filled('=')}`],
    ['spaces', `<a${filled(' ')}>`],
    ['scripts', filled('<script>')],
    ['titles', filled('<title>x</title>')],
    ['metas', filled('<meta http-equiv=refresh content="0;url=/x">')],
    ['entities', `<a href="${filled('&#38;')}">`],
  ])('%s', async (_name, html) => {
    const bytes = Buffer.from(html)
    // A DOM of half a million open tags takes minutes.
    const { links } = await findLinks(bytes, 'text/html', 'http://a.example/')
    expect(links.length).toBeLessThan(bytes.length)
  })

  test('robots.txt rules full of wildcards: a long URL is skipped instead of compared with all of them', () => {
    const rules = [
      `Disallow: /${'*a'.repeat(240)}b`,
      `Disallow: *${'a'.repeat(480)}b`,
      `Disallow: /${'*'.repeat(480)}b`,
    ]
    const text = `User-agent: *\n${Array.from({ length: 1500 }, (_, index) => rules[index % 3]).join('\n')}`
    const robots = readRobots(text, 'Bellwether/1.0')
    expect(robots.allows(`http://a.example/${'a'.repeat(1900)}`)).toBe(false)
  })
})
