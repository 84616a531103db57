import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, until } from '../e2e/server-process.ts'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  startFakeUpstream,
} from '../server/test/harness/fake-upstream.ts'
import { ask, drained, makeAssistant, openSite, percentile, print, residentMiB, signIn } from './support.ts'

const questionOf: (body: Record<string, unknown>) => string = (body) =>
  (body['messages'] as { content: string }[]).at(-1)?.content ?? ''

describe('many streams at once', () => {
  let upstream: FakeUpstream
  let server: ServerProcess
  let token: string
  let assistant: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    const site = await openSite({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    server = await site.start()
    token = await signIn(server.url)
    assistant = await makeAssistant(server.url, token)
    return async () => {
      await site.stop()
      await upstream.stop()
    }
  })

  it('1,000 slow readers: memory stays bounded and other requests are answered', async () => {
    const text = 'x'.repeat(2000)
    upstream.answer(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let sent = 0; sent < 500 && !response.destroyed; sent++) {
        if (!response.write(frameOf(chunkOf({ content: text })))) await drained(response)
      }
      response.end(frameOf('[DONE]'))
    })
    const before = await residentMiB(server.child.pid)
    const readers = await openSlowReaders(1000)
    await until(() => upstream.seen.length >= 1000 || undefined, 400_000)
    const waits: number[] = []
    let most = 0
    for (let turn = 0; turn < 50; turn++) {
      const start = performance.now()
      expect((await fetch(`${server.url}/health`)).status).toBe(200)
      waits.push(performance.now() - start)
      most = Math.max(most, await residentMiB(server.child.pid))
      for (const reader of readers) reader.read(64)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (const reader of readers) reader.destroy()
    await until(() => upstream.open() === 0 || undefined)
    print('1,000 slow readers', {
      'memory before (MiB)': before,
      'at most (MiB)': most,
      'p95 of /health (ms)': percentile(waits, 0.95),
    })
    // Each stream is 1 MB long: without back-pressure this would be 1 GB.
    expect(most - before).toBeLessThan(600)
  })

  it('a cancel storm: no answer has text of another, all calls to the provider end within 500 ms', async () => {
    upstream.answer(echo)
    const started = upstream.seen.length
    const mixed: string[] = []
    let cancelled = 0
    let finished = 0
    await Promise.all(
      Array.from({ length: 500 }, async (_, at) => {
        const nonce = `nonce-${at}-${Math.random().toString(36).slice(2)}`
        const controller = new AbortController()
        const isCancelled = at % 5 !== 0
        try {
          const answer = await ask(server.url, token, assistant, nonce, controller.signal)
          let text = ''
          for await (const piece of answer.body ?? []) {
            text += Buffer.from(piece).toString()
            if (isCancelled && text.length > 200 * (1 + (at % 7))) controller.abort()
          }
          finished++
          for (const [otherNonce] of text.matchAll(/nonce-\d+-\w+/g))
            if (otherNonce !== nonce) mixed.push(otherNonce)
        } catch {
          cancelled++
        }
      }),
    )
    const start = performance.now()
    await until(() => upstream.open() === 0 || undefined)
    const closedAfter = performance.now() - start
    print('cancel storm', {
      calls: upstream.seen.length - started,
      cancelled,
      finished,
      'texts of others': mixed.length,
      'upstream closed after (ms)': closedAfter,
    })
    expect(mixed).toEqual([])
    expect(finished).toBe(100)
    expect(closedAfter).toBeLessThan(500)
  })

  async function openSlowReaders(count: number): Promise<Socket[]> {
    const { port } = new URL(server.url)
    const body = JSON.stringify({
      model: `lamb_assistant.${assistant}`,
      stream: true,
      messages: [{ role: 'user', content: 'slowly' }],
    })
    return Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect({ port: Number(port), host: '127.0.0.1' })
            socket.once('error', reject)
            socket.once('connect', () => {
              socket.pause()
              socket.on('error', () => socket.destroy())
              socket.write(
                `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
                  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
              )
              resolve(socket)
            })
          }),
      ),
    )
  }
})

/** Says the question again and again. */
const echo: Script = async (response, { body }) => {
  const nonce = questionOf(body)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let turn = 0; turn < 40 && !response.destroyed; turn++) {
    response.write(frameOf(chunkOf({ content: `${nonce} ` })))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  response.end(frameOf('[DONE]'))
}
