import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import { describe, expect, test } from 'vitest'
import { fetchFollowing } from './fetch-following.ts'
import { failure, get, useOutbound } from './outbound.testing.ts'
import { PURPOSES } from './outbound.ts'

const { outboundWith, serve } = useOutbound()

const refusalOf = (place: string): string =>
  `${place} can’t be reached: it does not exist, or requests to it are not allowed (only public servers on ports 80, 443, 8080 and 8443, ` +
  'unless the operator allows it)'

const resolvingTo =
  (...answers: string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const address = answers.length > 1 ? answers.shift()! : answers[0]!
    const family = address.includes(':') ? 6 : 4
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }

describe('the guarded client', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[::1]:PORT/',
    'http://localhost:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3/',
  ])('refuses %s', async (address) => {
    let reached = 0
    const server = await serve((_, response) => {
      reached++
      response.end()
    })
    const url = address.replace('PORT', String(server.port))
    const error = await failure(outboundWith().guarded.tools.fetchWhole(get(url), 100))
    expect(error.code).toBe('provider_failed')
    expect(error.message).toMatch(
      /:\d+ can’t be reached: it does not exist, or requests to it are not allowed/,
    )
    expect(reached).toBe(0)
  })

  test('calls hosts the operator has allowed, by host and port or by host', async () => {
    const server = await serve((_, response) => response.end('hello'))
    for (const allow of [[`127.0.0.1:${server.port}`], ['127.0.0.1']]) {
      const answer = await outboundWith({ allow: { tools: allow } }).guarded.tools.fetchWhole(
        get(server.url),
        100,
      )
      expect(answer.body.toString()).toBe('hello')
    }
    const other = outboundWith({ allow: { tools: [`127.0.0.1:${server.port + 1}`] } })
    expect((await failure(other.guarded.tools.fetchWhole(get(server.url), 100))).details.isRefusedPlace).toBe(
      true,
    )
  })

  test('an IPv6 host can be allowed', async () => {
    const error = await failure(
      outboundWith({ allow: { tools: ['[::1]:9'] } }).guarded.tools.fetchWhole(get('http://[::1]:9/'), 100),
    )
    expect(error.code).toBe('provider_failed')
  })

  test('a name that resolves to a private address after a public one is refused at the socket', async () => {
    const server = await serve((_, response) => response.end('secret'))
    const lookup = resolvingTo('203.0.114.9', '127.0.0.1')
    // Checking the name first returns a public address …
    await new Promise((resolve) => lookup('rebind.example', { all: true }, resolve))
    // … and the socket's own lookup returns the private one.
    const url = 'http://rebind.example/'
    const error = await failure(outboundWith({ lookup }).guarded.tools.fetchWhole(get(url), 100))
    expect(error.message).toBe(refusalOf('rebind.example:80'))
    expect(server.sockets.size).toBe(0)
  })

  test('a name with one public and one private address is refused', async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '::ffff:10.0.0.1', family: 6 },
      ])
    const error = await failure(
      outboundWith({ lookup }).guarded.tools.fetchWhole(get('http://both.example/'), 100),
    )
    expect(error.message).toBe(refusalOf('both.example:80'))
  })

  test('the message is the same for private and unknown names; only the log has the reason', async () => {
    const missing =
      (code: string): LookupFunction =>
      (_hostname, _options, callback) =>
        callback(Object.assign(new Error(`getaddrinfo ${code}`), { code, syscall: 'getaddrinfo' }), '')
    const reasons: string[] = []
    const errors = []
    for (const lookup of [missing('ENOTFOUND'), missing('EAI_AGAIN'), resolvingTo('10.0.0.1')]) {
      const outbound = outboundWith({ lookup, onRefused: ({ reason }) => reasons.push(reason) })
      errors.push(await failure(outbound.guarded.documents.fetchWhole(get('http://name.example/'), 100)))
    }
    const reports = errors.map(({ code, message, details, cause }) => ({ code, message, details, cause }))
    expect(reports[1]).toEqual(reports[0])
    expect(reports[2]).toEqual(reports[0])
    expect(reports[0]?.message).toBe(refusalOf('name.example:80'))
    expect(reasons).toEqual([
      'name not found: getaddrinfo ENOTFOUND',
      'name not found: getaddrinfo EAI_AGAIN',
      'private address',
    ])
  })

  test.each([21, 22, 25, 6379, 11_434, 8000])('a public server is not called on port %s', async (port) => {
    const asked: string[] = []
    const lookup: LookupFunction = (hostname, _options, callback) => {
      asked.push(hostname)
      callback(null, [{ address: '8.8.8.8', family: 4 }])
    }
    const { guarded } = outboundWith({ lookup })
    for (const host of ['8.8.8.8', 'public.example']) {
      const error = await failure(guarded.providers.fetchWhole(get(`http://${host}:${port}/`), 100))
      expect(error.message).toBe(refusalOf(`${host}:${port}`))
    }
    expect(asked).toEqual([])
  })

  test('a host allowed for one purpose is not allowed for another', async () => {
    const server = await serve((_, response) => response.end('hello'))
    const place = `127.0.0.1:${server.port}`
    for (const allowed of PURPOSES) {
      const { guarded } = outboundWith({ allow: { [allowed]: [place] } })
      for (const purpose of PURPOSES) {
        const call = guarded[purpose].fetchWhole(get(server.url), 100)
        if (purpose === allowed) expect((await call).status).toBe(200)
        else expect((await failure(call)).message).toBe(refusalOf(place))
      }
    }
  })

  test.each(['ftp://example.edu/', 'file:///etc/passwd', 'not an address', 'http://user:pw@example.edu/'])(
    'refuses %s without calling',
    async (url) => {
      const error = await failure(outboundWith().guarded.tools.fetchWhole(get(url), 100))
      expect(error.code).toBe('bad_request')
      expect(error.message).not.toContain('pw')
    },
  )

  test('a redirect to a private address is refused at that hop', async () => {
    const inner = await serve((_, response) => response.end('secret'))
    const outer = await serve((_, response) => response.writeHead(302, { location: inner.url }).end())
    const guarded = outboundWith({ allow: { documents: [`127.0.0.1:${outer.port}`] } }).guarded.documents
    const error = await failure(fetchFollowing(guarded, get(outer.url), { maxRedirects: 3, maxBytes: 100 }))
    expect(error.message).toBe(refusalOf(`127.0.0.1:${inner.port}`))
    expect((await guarded.fetchWhole(get(outer.url), 100)).status).toBe(302)
  })
})

describe('following redirects', () => {
  test('credentials are not sent to another server, and a POST continues as GET', async () => {
    const seen: IncomingMessage[] = []
    const last = await serve((request, response) => {
      seen.push(request)
      response.end('there')
    })
    const first = await serve((_, response) =>
      response.writeHead(303, { location: `${last.url}/next` }).end(),
    )
    const { trusted } = outboundWith()
    const request = get(first.url, {
      method: 'POST',
      body: 'x',
      headers: { Authorization: 'Bearer k', 'x-a': 'b' },
    })
    const answer = await fetchFollowing(trusted, request, { maxRedirects: 1, maxBytes: 100 })
    expect(answer.url).toBe(`${last.url}/next`)
    expect(answer.body.toString()).toBe('there')
    expect(seen[0]?.method).toBe('GET')
    expect(seen[0]?.headers.authorization).toBeUndefined()
    expect(seen[0]?.headers['x-a']).toBe('b')
  })

  test('a redirect loop ends', async () => {
    const server = await serve((_, response) => response.writeHead(302, { location: '/again' }).end())
    const follow = fetchFollowing(outboundWith().trusted, get(server.url), { maxRedirects: 4, maxBytes: 100 })
    expect((await failure(follow)).message).toContain('redirected too many times (limit: 4)')
  })
})
