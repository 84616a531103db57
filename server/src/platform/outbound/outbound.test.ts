import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createOutbound, type OutboundOptions } from './create-outbound.ts'
import { fetchFollowing } from './fetch-following.ts'
import { type Outbound, type OutboundRequest, PURPOSES } from './outbound.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const sockets = new Set<Socket>()
  const server: Server = createServer(answer)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, sockets }
}

function outboundWith(options: Partial<OutboundOptions> = {}): Outbound {
  const outbound = createOutbound({
    allow: {},
    onRefused: () => undefined,
    firstByteMs: 5000,
    idleMs: 5000,
    ...options,
  })
  closers.unshift(() => outbound.close())
  return outbound
}

const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'GET',
  url,
  signal: new AbortController().signal,
  ...more,
})

async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  return error as AppError
}

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

describe('failures of the other server', () => {
  test('no response within the limit', async () => {
    const server = await serve(() => undefined)
    const error = await failure(outboundWith({ firstByteMs: 200 }).trusted.fetchWhole(get(server.url), 100))
    expect(error.code).toBe('provider_timeout')
    expect(error.message).toBe(`127.0.0.1:${server.port} did not respond within 0.2 s`)
    expect(error.details.retryable).toBe(true)
  })

  test('a pause in the middle of the body', async () => {
    const server = await serve((_, response) => void response.write('half'))
    const error = await failure(outboundWith({ idleMs: 200 }).trusted.fetchWhole(get(server.url), 100))
    expect(error.code).toBe('provider_timeout')
    expect(error.message).toContain('no data for 0.2 s')
  })

  test('connection refused', async () => {
    const error = await failure(outboundWith().trusted.fetchWhole(get('http://127.0.0.1:9/'), 100))
    expect(error.code).toBe('provider_failed')
    expect(error.message).toContain('127.0.0.1:9 refused the connection')
    expect(error.details.retryable).toBe(true)
  })

  test('the connection breaks in the middle of the body', async () => {
    const server = await serve((_, response) => {
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    })
    const error = await failure(outboundWith().trusted.fetchWhole(get(server.url), 100))
    expect(error.code).toBe('provider_failed')
    expect(error.message).toContain('closed the connection before the response was complete')
  })

  test('neither HTTP nor TLS', async () => {
    const server = createTcpServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-x\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const { trusted } = outboundWith()
    expect((await failure(trusted.fetchWhole(get(`http://127.0.0.1:${port}/`), 100))).message).toContain(
      'not HTTP',
    )
    expect((await failure(trusted.fetchWhole(get(`https://127.0.0.1:${port}/`), 100))).message).toContain(
      'Could not establish a secure connection',
    )
  })

  test('a response beyond the limit, with or without a content length', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/announced') response.end(Buffer.alloc(5000))
      else for (let i = 0; i < 50; i++) response.write(Buffer.alloc(100))
    })
    const { trusted } = outboundWith()
    for (const path of ['/announced', '/endless']) {
      const error = await failure(trusted.fetchWhole(get(server.url + path), 1000))
      expect(error.message).toContain('too large (limit: 1000 bytes)')
    }
  })

  test('an invalid header does not reveal its value', async () => {
    const request = get('http://127.0.0.1:9/', { headers: { authorization: 'Bearer sk-secret\n' } })
    const error = await failure(outboundWith().trusted.fetchWhole(request, 100))
    expect(error.code).toBe('provider_failed')
    expect(error.message).not.toContain('sk-secret')
  })
})

describe('start', () => {
  test('an abort closes the upstream socket immediately and is reported exactly once', async () => {
    const server = await serve((_, response) => void response.write('first'))
    const aborter = new AbortController()
    const reason = new Error('gone')
    const outcomes: Error[] = []
    await new Promise<void>((resolve) => {
      outboundWith().trusted.start(get(server.url, { signal: aborter.signal }), {
        onHead: () => undefined,
        onData: () => {
          resolve()
          return true
        },
        onEnd: () => outcomes.push(new Error('ended')),
        onError: (error) => outcomes.push(error),
      })
    })
    aborter.abort(reason)
    aborter.abort(reason)
    expect(outcomes).toEqual([reason])
    while (server.sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
    expect(outcomes).toHaveLength(1)
  })

  test('an abort before the socket is open', async () => {
    const server = await serve((_, response) => response.end())
    const aborter = new AbortController()
    const fetching = outboundWith().trusted.fetchWhole(get(server.url, { signal: aborter.signal }), 10)
    const reason = new Error('gone')
    aborter.abort(reason)
    await expect(fetching).rejects.toBe(reason)
    await expect(
      outboundWith().trusted.fetchWhole(get(server.url, { signal: aborter.signal }), 10),
    ).rejects.toBe(reason)
  })

  test('a paused reader stops the upstream, and resume continues without losing a byte', async () => {
    const total = 8 * 1024 * 1024
    const server = await serve((_, response) => response.end(Buffer.alloc(total, 'x')))
    let received = 0
    await new Promise<void>((resolve, reject) => {
      const control = outboundWith().trusted.start(get(server.url), {
        onHead: () => undefined,
        onData: (bytes) => {
          received += bytes.length
          const seen = received
          setTimeout(() => {
            if (received !== seen) reject(new Error('bytes came while paused'))
            control.resume()
          }, 1)
          return false
        },
        onEnd: resolve,
        onError: reject,
      })
    })
    expect(received).toBe(total)
  })

  test('a second call reuses the socket', async () => {
    let connections = 0
    const server = await serve((_, response) => response.end('ok'))
    const { trusted } = outboundWith()
    for (let i = 0; i < 3; i++) {
      await trusted.fetchWhole(get(server.url), 10)
      connections = Math.max(connections, server.sockets.size)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(connections).toBe(1)
  })
})
