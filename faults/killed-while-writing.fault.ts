import { expect, it } from 'vitest'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { createSite, print, signIn } from './support.ts'

const WRITES = 10_000
const KILLS = 20
const AT_ONCE = 16
const RESTART_LIMIT_MS = 5000

onEachDatabase('kill -9 while writing ($name)', ({ name, env }) => {
  it('loses no acknowledged write, and starts again within 5 seconds', async () => {
    const site = await createSite(await env())
    let server = await site.start()
    let token = await signIn(server.url)
    const acknowledged = new Set<number>()
    const restarts: number[] = []
    let sent = 0

    async function write(): Promise<void> {
      const body = JSON.stringify({ name: `written ${sent++}`, metadata: { connector: 'bypass' } })
      const answer = await call('POST', '/assistants', body)
      const created = answer?.ok
        ? ((await answer.json().catch(() => undefined)) as { id: number })
        : undefined
      if (created) acknowledged.add(created.id)
    }
    const call = (method: string, path: string, body?: string): Promise<Response | undefined> =>
      fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      }).catch(() => undefined)

    for (let round = 0; round < KILLS; round++) {
      const until = Math.round(((round + 1) * WRITES) / KILLS)
      let isKilled = false
      const kill = () => {
        isKilled = true
        server.child.kill('SIGKILL')
      }
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (!isKilled && sent < until) await write()
          if (!isKilled) kill()
        }),
      )
      await server.exited
      const start = performance.now()
      server = await site.start()
      restarts.push(performance.now() - start)
      token = await signIn(server.url)
    }

    const lost: number[] = []
    const ids = [...acknowledged]
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
          const answer = await call('GET', `/assistants/${id}`)
          await answer?.arrayBuffer()
          if (!answer?.ok) lost.push(id)
        }
      }),
    )
    print(`kill -9 × ${KILLS}, ${name}`, {
      writes: sent,
      acknowledged: acknowledged.size,
      lost: lost.length,
      'slowest restart (ms)': Math.max(...restarts),
    })
    expect(lost).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(WRITES * 0.9)
    expect(Math.max(...restarts)).toBeLessThan(RESTART_LIMIT_MS)
  })
})
