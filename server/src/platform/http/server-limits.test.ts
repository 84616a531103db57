import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { AppError } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { base, serve } from './server.testing.ts'

describe('limits', () => {
  it('refuses with 503 beyond the limit of open requests, but still answers /health', async () => {
    let release = () => undefined as unknown
    const held = new Promise((resolve) => {
      release = () => resolve({})
    })
    const { call } = await serve(
      [
        endpoint({ answer: z.unknown(), ...base, path: '/slow', handle: () => held }),
        endpoint({ answer: z.unknown(), ...base, path: '/health', handle: () => ({}) }),
      ],
      { maxConcurrentRequests: 2 },
    )
    const first = [call('GET', '/slow'), call('GET', '/slow')]
    await setTimeout(50)
    const refused = await call('GET', '/slow')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await call('GET', '/health')).status).toBe(200)
    release()
    expect((await Promise.all(first)).map((answer) => answer.status)).toEqual([200, 200])
  })

  it('refuses with 503 and Retry-After while too many requests wait for the database', async () => {
    let isOverloaded = true
    const { call } = await serve(
      [
        endpoint({ answer: z.unknown(), ...base, path: '/work', handle: () => ({ done: true }) }),
        endpoint({ answer: z.unknown(), ...base, path: '/health', handle: () => ({ status: 'ok' }) }),
      ],
      { isDatabaseOverloaded: () => isOverloaded },
    )
    const refused = await call('GET', '/work')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await call('GET', '/health')).status).toBe(200)
    isOverloaded = false
    expect((await call('GET', '/work')).status).toBe(200)
  })

  it('shutting down: immediately not ready, serves during the drain delay, then refuses', async () => {
    const { server, call } = await serve([
      endpoint({ answer: z.unknown(), ...base, path: '/work', handle: () => ({ done: true }) }),
      endpoint({
        answer: z.unknown(),
        ...base,
        path: '/ready',
        handle: () => {
          if (server.isDraining()) throw new AppError('unavailable', 'not ready')
          return {}
        },
      }),
    ])
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    try {
      const drained = server.drain({ delayMs: 5000, deadlineMs: 1000 })
      expect((await call('GET', '/ready')).status).toBe(503)
      const served = await call('GET', '/work')
      expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
      await vi.advanceTimersByTimeAsync(5000)
      expect((await call('GET', '/work')).status).toBe(503)
      // Not all timers: those of other servers in this process start again and again.
      await vi.advanceTimersByTimeAsync(5000)
      await drained
    } finally {
      vi.useRealTimers()
    }
  })

  it('logs errors, but not that a client has disconnected', async () => {
    const lines: { msg: string; route: string; err: { message: string } }[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    const ended = new Set<string>()
    const stops = [
      ['/stopped', (signal: AbortSignal) => once(signal, 'abort').then(() => signal.throwIfAborted())],
      ['/timer', (signal: AbortSignal) => setTimeout(60_000, undefined, { signal })],
      ['/piped', (_signal: AbortSignal, to: ServerResponse) => pipeline(new PassThrough(), to)],
      [
        '/bug',
        async (signal: AbortSignal) => {
          await once(signal, 'abort')
          throw new TypeError('a bug')
        },
      ],
    ] as const
    const { port } = await serve(
      stops.map(([path, work]) =>
        endpoint({
          answer: z.unknown(),
          ...base,
          path,
          async handle({ exchange: { signal, outgoing } }) {
            try {
              outgoing.flushHeaders()
              return await work(signal, outgoing)
            } finally {
              ended.add(path)
            }
          },
        }),
      ),
      { log },
    )
    for (const [path] of stops) {
      const client = new AbortController()
      await fetch(`http://127.0.0.1:${port}${path}`, { signal: client.signal })
      client.abort()
    }
    await vi.waitFor(() => expect(ended.size).toBe(stops.length))
    await vi.waitFor(() => expect(lines).not.toEqual([]))
    expect(lines.map(({ msg, route, err }) => [msg, route, err.message])).toEqual([
      ['request failed', '/bug', 'a bug'],
    ])
  })

  it('survives many malformed requests', async () => {
    const { port, call } = await serve([
      endpoint({ answer: z.unknown(), ...base, path: '/a', handle: () => ({}) }),
    ])
    await Promise.all(
      Array.from({ length: 300 }, (_, at) => {
        const requests = [
          '\0\x01\x02',
          'GET / HTTP/9.9\r\n\r\n',
          'POST /a HTTP/1.1\r\ncontent-length: x\r\n\r\n',
          `GET /${'%'.repeat(at)} HTTP/1.1\r\nhost: x\r\n\r\n`,
        ]
        return new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(requests[at % 4] ?? ''))
          void setTimeout(100).then(() => socket.destroy())
          socket.on('error', () => undefined)
          socket.on('close', () => resolve())
        })
      }),
    )
    expect((await call('GET', '/a')).status).toBe(200)
  })
})
