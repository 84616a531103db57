/** @module-tag nightly */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { type KillableServer, startKillable } from './killable-server.ts'
import { until } from './server-process.ts'

const TESTS = 8

onEachDatabase('a server that is killed during a scheduled run of tests ($name)', ({ env }) => {
  let server: KillableServer
  /** The model stops answering after `most` answers. */
  let answers = 0
  let most = 3
  const upstream = startFakeUpstream((response, seen) => {
    if (answers >= most) return
    answers += 1
    return says('It is chlorophyll.')(response, seen)
  })
  beforeAll(async () => {
    server = await startKillable({ ...(await env()), ...(await upstream).settings }, 'test_schedules')
  })
  afterAll(async () => {
    await server?.end()
    await (await upstream).stop()
  })

  it('keeps the results it has, and asks the other tests after a restart', async () => {
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
      const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
      return (await (await fetch(server.url + path, sent)).json()) as any
    }
    const metadata = {
      prompt_processor: 'simple_augment',
      connector: 'openai',
      llm: 'fake-model',
      rag_processor: 'no_rag',
    }
    const { id } = await call('POST', '/assistants', { name: 'Biology', metadata })
    const tests = `/assistants/${id}/tests`
    for (let at = 1; at <= TESTS; at++)
      await call('POST', tests, { messages: [{ role: 'user', content: `Question ${at}?` }] })
    await call('PUT', `${tests}/schedule`, { every: 'daily' })
    await server.kill()
    const { dataDir, settings } = server
    const database = await openDatabase({ url: settings['DATABASE_URL'], dataDir })
    await database.db.updateTable('test_schedules').set({ next_at: 1 }).execute()
    await database.close()

    await server.start()
    const lastRun = async () => (await call('GET', `${tests}/schedule`)).last_run
    await until(async () => (await lastRun())?.done === 3 || undefined, 30_000)
    await server.kill()
    most = Number.POSITIVE_INFINITY
    await server.start()
    await until(async () => (await lastRun()).status === 'completed' || undefined, 60_000)
    expect(await lastRun()).toMatchObject({ total: TESTS, done: TESTS, failed: 0, complete: true })
    expect((await call('GET', `${tests}/runs`)).runs).toHaveLength(1)
    // Each test was answered once.
    expect(answers).toBe(TESTS)
  })
})
