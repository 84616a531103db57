import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ServerProcess } from '../e2e/server-process.ts'
import { chunkOf, frameOf, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { ask, createSite, isReady, makeAssistant, pause, print, signIn, untilReady } from './support.ts'

const AT_ONCE = 20
const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')

/** Sends each request to the next instance that was ready when it last asked, as load balancers do. */
async function startBalancer(instances: { url: string }[]): Promise<{ url: string; server: Server }> {
  const isUsed = instances.map(() => true)
  let isClosed = false
  // Each by itself, one check after the other: a slow response must not replace a newer one, or delay that of another instance.
  const check = async (at: number): Promise<void> => {
    while (!isClosed) {
      const { url } = instances[at] ?? { url: '' }
      const isUp = await isReady(url)
      if (url === instances[at]?.url) isUsed[at] = isUp
      await pause(200)
    }
  }
  for (const at of instances.keys()) void check(at)
  let turn = 0
  // Longer than the instances tell their clients to keep a connection, which is passed on.
  const server = createServer({ keepAliveTimeout: 120_000 }, (incoming, outgoing) => {
    const ready = instances.filter((_one, at) => isUsed[at])
    const target = ready[turn++ % Math.max(1, ready.length)]
    if (!target) return outgoing.writeHead(502).end()
    const { hostname, port } = new URL(target.url)
    const passed = httpRequest(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.on('error', () => outgoing.destroy())
      },
    )
    passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    incoming.pipe(passed)
  })
  server.on('close', () => {
    isClosed = true
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

describe.skipIf(!postgres)(
  `SIGTERM under load${postgres ? '' : ' SKIPPED: PostgreSQL is not installed'}`,
  () => {
    it('a rolling restart of two instances fails no request', async () => {
      const upstream = await startFakeUpstream(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (let turn = 0; turn < 10; turn++) {
          response.write(frameOf(chunkOf({ content: 'word ' })))
          await pause(20)
        }
        response.end(frameOf(chunkOf({}, 'stop')) + frameOf('[DONE]'))
      })
      const secrets = { LAMB_JWT_SECRET: 's'.repeat(40), ENCRYPTION_KEY: 'e'.repeat(40) }
      const env = {
        ...secrets,
        ...(await postgres?.env()),
        OPENAI_BASE_URL: upstream.url,
        OPENAI_API_KEY: 'k',
        DRAIN_DELAY_MS: '1500',
      }
      const site = await createSite(env)
      const start = async (): Promise<ServerProcess & { url: string }> => site.start()
      const instances = [await start(), await start()]
      const balancer = await startBalancer(instances)
      onTestFinished(async () => {
        balancer.server.closeAllConnections()
        balancer.server.close()
        await upstream.stop()
      })
      const token = await signIn(balancer.url)
      const assistant = await makeAssistant(balancer.url, token)
      const failed: string[] = []
      let answered = 0
      let isOver = false
      const load = Array.from({ length: AT_ONCE }, async () => {
        while (!isOver) {
          const text = await ask(balancer.url, token, assistant, 'q').then(
            async (answer) => `${answer.status} ${await answer.text()}`,
            (error: unknown) => `failed ${error}`,
          )
          if (text.startsWith('200') && text.includes('[DONE]') && !text.includes('"error"')) answered++
          else failed.push(text.slice(0, 200))
        }
      })
      await pause(1000)
      for (const at of [0, 1]) {
        instances[at]?.child.kill('SIGTERM')
        expect(await instances[at]?.exited).toEqual({ code: 0, signal: null })
        const next = await start()
        await untilReady(next.url)
        instances[at] = next
        await pause(1000)
      }
      isOver = true
      await Promise.all(load)
      print('rolling restart', { answered, failed: failed.length })
      expect(failed).toEqual([])
      expect(answered).toBeGreaterThan(100)
    })
  },
)
