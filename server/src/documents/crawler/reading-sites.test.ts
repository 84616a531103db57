import { say } from '@bellwether/wire'
import { describe, expect, test } from 'vitest'
import { comparePages } from './compare-pages.ts'
import { Frontier } from './frontier.ts'
import { findLinks } from './html-links.ts'
import { addressKey, readLink, readStartAddress } from './page-address.ts'
import { matchesPattern, toPathPattern } from './path-pattern.ts'
import { readRobots } from './robots.ts'

describe('patterns', () => {
  test.each([
    ['/a', '/a/b', true],
    ['/a', '/b/a', false],
    ['/', '/x', true],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/*.pdf', '/x/y.pdf?z', true],
    ['/*.pdf$', '/x/y.pdf?z', false],
    ['/*.pdf$', '/x.pdf/y.pdf', true],
    ['/a*b*c', '/a1b2c3', true],
    ['/a*b*c', '/a1c2b3', false],
    ['/ab*b$', '/ab', false],
    ['*', '/anything', true],
    ['', '/anything', true],
  ])('%s on %s: %s', (pattern, path, fits) => {
    expect(matchesPattern(pattern, path)).toBe(fits)
  })

  test('accepts the notations that people use', () => {
    expect(['blog', '/blog/*', '^/blog/.*$', 'a\\.html'].map(toPathPattern)).toEqual([
      '/blog',
      '/blog/*',
      '/blog/*$',
      '/a.html',
    ])
  })
})

describe('robots.txt', () => {
  const at = (path: string) => `https://a.example${path}`

  test('with thousands of wildcards forbids long URLs that would take too long to compare', () => {
    const rules = Array.from({ length: 5000 }, (_, at) => `Disallow: /*aaaaab*aaab*aab${at}`)
    const robots = readRobots(['User-agent: *', ...rules].join('\n'), 'Bellwether')
    expect(robots.allows(at('/notes'))).toBe(true)
    expect(robots.allows(at(`/${'a'.repeat(1980)}`))).toBe(false)
  })

  test('groups share rules, comments and blank lines are ignored, an empty Disallow allows everything', () => {
    const robots = readRobots(
      '\uFEFF# hello\nUser-agent: One\nUser-Agent: BELLWETHER/2.0\n\nDisallow: /a # not here\r\nCrawl-delay: 99\n\nUser-agent: other\nDisallow: /',
      'Bellwether/1.0 (+x)',
    )
    expect(robots.allows(at('/a/b'))).toBe(false)
    expect(robots.allows(at('/b'))).toBe(true)
    expect(robots.delaySeconds).toBe(10)
    expect(readRobots('User-agent: *\nDisallow:', 'Bellwether').allows(at('/a'))).toBe(true)
    expect(readRobots('Disallow: /', 'Bellwether').allows(at('/a'))).toBe(true)
    expect(readRobots('<html>not found</html>', 'Bellwether').allows(at('/a'))).toBe(true)
  })

  test('the longest matching rule counts, and of two equally long ones the one that allows', () => {
    const robots = readRobots(
      'User-agent: *\nAllow: /a\nDisallow: /a/b\nDisallow: /x\nAllow: /x',
      'Bellwether',
    )
    expect(['/a/c', '/a/b', '/x'].map((path) => robots.allows(at(path)))).toEqual([true, false, true])
  })

  test('non-ASCII letters and escapes are compared in their URL encoding', () => {
    const robots = readRobots('User-agent: *\nDisallow: /café\nDisallow: /%7eme%2fx', 'Bellwether')
    expect(robots.allows(at('/café/x'))).toBe(false)
    expect(robots.allows(at('/%7Eme%2Fx'))).toBe(false)
  })
})

describe('addresses', () => {
  test('lose parameters that do not change the page', () => {
    expect(readStartAddress(' HTTPS://Example.EDU:443/a;jsessionid=1F?utm_source=x&id=2&fbclid=3#top ')).toBe(
      'https://example.edu/a?id=2',
    )
    expect(readStartAddress('http://example.edu/?')).toBe('http://example.edu/')
    // A query that needs no cleaning keeps its spelling.
    expect(readStartAddress('http://example.edu/?a=%20b+c&flag')).toBe('http://example.edu/?a=%20b+c&flag')
    expect(addressKey('http://a.example/x?b=1&a=2')).toBe(addressKey('https://a.example/x?a=2&b=1'))
  })

  test('of links', () => {
    const base = 'http://a.example/dir/page'
    expect(readLink('../up?x#y', base)).toBe('http://a.example/up?x')
    for (const href of [
      'mailto:a@b',
      'javascript:1',
      'data:,x',
      'http://u:p@a.example/',
      'http://[',
      '/x.MP4',
    ])
      expect(readLink(href, base)).toBeUndefined()
  })
})

describe('the queue of addresses', () => {
  test('are returned nearest first, those with a query last, each once', () => {
    const frontier = new Frontier()
    const added: [string, number][] = [
      ['http://a.example/deep', 1],
      ['http://a.example/?q=1', 0],
      ['http://a.example/x', 0],
      ['https://a.example/x', 1],
    ]
    expect(added.map(([url, depth]) => frontier.add(url, depth))).toEqual([true, true, true, false])
    expect([frontier.next(), frontier.next(), frontier.next()].map((next) => next?.url)).toEqual([
      'http://a.example/x',
      'http://a.example/?q=1',
      'http://a.example/deep',
    ])
    expect(frontier.next()).toBeUndefined()
    expect(frontier.overflowed).toBe(false)
  })

  test('are limited in number', () => {
    const frontier = new Frontier()
    for (let index = 0; index < 12_000; index++) frontier.add(`http://a.example/${index}`, 0)
    expect(frontier.waiting).toBe(10_000)
    expect(frontier.overflowed).toBe(true)
  })
})

describe('links of a page', () => {
  const read = (html: string | Buffer, type = 'text/html') =>
    findLinks(Buffer.from(html), type, 'http://a.example/dir/page')

  test('are found in the forms that people write', async () => {
    const { links, title } = await read(`<!DOCTYPE html><head><TITLE>
      Tides &#38; <b>moons</TITLE></head><!-- <a href=/comment> --><script>var a = '<a href="/script">'</script>
      <A HREF = '/single' >x</A><a class=x href=/bare>y</a><a data-href=/no title=">" href="/q?a=1&amp;b=2">z</a>
      <area href="area"><a name=anchor>no</a><a href="/single">again</a><p>1 < 2 <a href=" /spaces ">s</a>
      <frame src="/frame"><meta http-equiv="refresh" content="0; URL='/refresh'"><a href=/last`)
    expect(title).toBe('Tides & <b>moons')
    expect(links.map((link) => link.replace('http://a.example', ''))).toEqual([
      '/single',
      '/bare',
      '/q?a=1&b=2',
      '/dir/area',
      '/spaces',
      '/frame',
      '/refresh',
      '/last',
    ])
  })

  test('are resolved with the page’s base URL and charset', async () => {
    const { links, title } = await read(
      Buffer.from('<base href="/other/"><title>caf\xe9</title><a href=x>', 'latin1'),
      'text/html; charset=ISO-8859-1',
    )
    expect(title).toBe('café')
    expect(links).toEqual(['http://a.example/other/x'])
    expect((await read('<title>x</title>', 'text/html; charset=klingon')).title).toBe('x')
  })
})

describe('a new crawl against an earlier one', () => {
  const at = (path: string) => `https://a.example/${path}`
  const NO_RESPONSE = say('network.no_response')
  const page = (path: string, checksum = path) => ({ url: at(path), checksum })
  const gone = { url: at('gone'), code: 'not_found' as const, message: NO_RESPONSE }
  const broken = { url: at('broken'), code: 'http_status' as const, message: NO_RESPONSE, status: 503 }
  const closed = { url: at('sign-in'), code: 'http_status' as const, message: NO_RESPONSE, status: 403 }
  const earlier = [page('same'), page('text', 'old'), page('gone'), page('broken'), page('unlinked')]
  const pages = [page('same'), page('text', 'new'), page('fresh')]

  test('distinguishes added, changed, unchanged and removed pages', () => {
    const changes = comparePages(earlier, { pages, failed: [gone, closed, { ...gone, url: at('broken') }] })
    expect(changes).toEqual({
      added: [page('fresh')],
      changed: [page('text', 'new')],
      unchanged: [page('same')],
      gone: [page('gone'), page('broken'), page('unlinked')],
      unknown: [],
    })
  })

  test.each([
    ['a page that answers no more may have led to others', { failed: [gone, broken] }],
    ['so may one that is closed now', { failed: [gone, { ...broken, status: 403 }] }],
    ['a crawl that ended early', { failed: [gone, broken], stopped: 'time' as const }],
  ])('%s: only what the site says is gone is removed', (_name, report) => {
    const changes = comparePages(earlier, { pages, ...report })
    expect(changes.gone).toEqual([page('gone')])
    expect(changes.unknown).toEqual([page('broken'), page('unlinked')])
  })

  test('a page behind a redirect fails under the address that led to it', () => {
    const guide = { ...page('guide/'), visit: { asked: at('guide') } }
    const failing = (code: 'http_status' | 'not_found') =>
      comparePages([guide], { pages: [], failed: [{ url: at('guide'), code, message: NO_RESPONSE }] })
    expect(failing('http_status')).toMatchObject({ gone: [], unknown: [guide] })
    expect(failing('not_found')).toMatchObject({ gone: [guide], unknown: [] })
  })
})
