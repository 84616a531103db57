import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { post, type ServerProcess, startServer, until } from './server-process.ts'

const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }
const TESTS = 8

describe.each(eachDatabase())(
  'a server that is killed during a scheduled run of tests ($name)',
  ({ env }) => {
    let dataDir: string
    let settings: Record<string, string>
    let server: ServerProcess
    let token: string
    /** The model stops answering after `most` answers. */
    let answers = 0
    let most = 3
    const upstream = startFakeUpstream((response, seen) => {
      if (answers >= most) return
      answers += 1
      return says('It is chlorophyll.')(response, seen)
    })
    const start = async () => {
      server = await startServer(settings)
      token = (await post(`${server.url}/creator/login`, ADMIN)).body.data.token
    }
    const kill = async () => {
      server.child.kill('SIGKILL')
      await server.exited
    }
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'bellwether-kill-'))
      settings = {
        ...(await env()),
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        ...(await upstream).settings,
      }
      await start()
    })
    afterAll(async () => {
      await kill()
      await (await upstream).stop()
      await rm(dataDir, { recursive: true, force: true })
    })

    it('keeps the results it has, and asks the other tests after a restart', async () => {
      const call = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
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
      await kill()
      const database = await openDatabase({ url: settings['DATABASE_URL'], dataDir })
      await database.db.updateTable('test_schedules').set({ next_at: 1 }).execute()
      await database.close()

      await start()
      const lastRun = async () => (await call('GET', `${tests}/schedule`)).last_run
      await until(async () => (await lastRun())?.done === 3 || undefined, 30_000)
      await kill()
      most = Number.POSITIVE_INFINITY
      await start()
      // On PostgreSQL the lease of the killed process has to expire first.
      await until(async () => (await lastRun()).status === 'completed' || undefined, 60_000)
      expect(await lastRun()).toMatchObject({ total: TESTS, done: TESTS, failed: 0, complete: true })
      expect((await call('GET', `${tests}/runs`)).runs).toHaveLength(1)
      // Each test was answered once.
      expect(answers).toBe(TESTS)
    })
  },
)
