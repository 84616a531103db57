import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { failure, get, useOutbound } from './outbound.testing.ts'

const { closeAfterTest, outboundWith, serve } = useOutbound()

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
    closeAfterTest(() => server.close())
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
