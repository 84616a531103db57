/** @module-tag nightly */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  startFakeUpstream,
} from '../server/test/harness/fake-upstream.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { post, type ServerProcess, startServer, until } from './server-process.ts'

const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }
const ANSWERS = 5
const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')

describe.skipIf(!postgres)(
  `a server that is killed while PostgreSQL is away${postgres ? '' : ' SKIPPED'}`,
  () => {
    let dataDir: string
    let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
    let upstream: FakeUpstream
    let settings: Record<string, string>
    let server: ServerProcess
    let direct: string
    let finish: (() => void)[] = []

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'bellwether-away-'))
      direct = (await postgres?.env())?.['DATABASE_URL'] ?? ''
      proxy = await startDatabaseProxy(new URL(direct))
      upstream = await startFakeUpstream(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ content: 'Held ' })))
        await new Promise<void>((resolve) => finish.push(resolve))
        response.write(frameOf(chunkOf({ content: 'back' }, 'stop')))
        response.end(frameOf('[DONE]'))
      })
      settings = {
        DATA_DIR: dataDir,
        DATABASE_URL: proxy.url,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        OPENAI_BASE_URL: upstream.url,
        OPENAI_API_KEY: 'k',
      }
      server = await startServer(settings)
    })
    afterAll(async () => {
      server.child.kill('SIGKILL')
      await server.exited
      await upstream.stop()
      proxy.close()
      await rm(dataDir, { recursive: true, force: true })
    })

    /** The kinds of all queued writes on disk. */
    function waiting(): string[] {
      const folder = join(dataDir, 'unsaved')
      let names: string[] = []
      try {
        names = readdirSync(folder)
      } catch {
        return []
      }
      return names
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
        .flatMap((line) => (line.endsWith('}') ? [(JSON.parse(line) as { kind: string }).kind] : []))
    }

    it('has every answer, its usage, trace and budget exactly once after the next start', async () => {
      const token = (await post(`${server.url}/creator/login`, ADMIN)).body.data.token as string
      const assistant = { name: 'slow', metadata: { connector: 'openai', llm: 'm' } }
      const { id } = (await post(`${server.url}/assistants`, assistant, token)).body
      const budget = { scope: 'organization', period: 'month', max_requests: 100 }
      await post(`${server.url}/organizations/current/budgets`, budget, token)
      const ask = () =>
        fetch(`${server.url}/creator/assistant/${id}/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'Why?' }] }),
        })
      const answers = await Promise.all(Array.from({ length: ANSWERS }, ask))
      await until(() => finish.length === ANSWERS || undefined)
      proxy.cut()
      for (const go of finish) go()
      finish = []
      for (const answer of answers) expect(await answer.text()).toContain('back')
      const kinds = ['answers', 'settlements', 'traces', 'usage']
      await until(() => kinds.every((kind) => waiting().includes(kind)) || undefined)
      await until(() => waiting().filter((kind) => kind === 'answers').length === ANSWERS || undefined)
      await until(() => waiting().filter((kind) => kind === 'settlements').length === ANSWERS || undefined)
      server.child.kill('SIGKILL')
      await server.exited

      proxy.mend()
      server = await startServer(settings)
      await until(() => waiting().length === 0 || undefined, 30_000)
      // A second restart: nothing is left that could be written twice.
      server.child.kill('SIGKILL')
      await server.exited
      server = await startServer(settings)

      const db = new pg.Client({ connectionString: direct })
      await db.connect()
      const count = async (sql: string) => Number((await db.query(sql)).rows[0].count)
      const counts = {
        usage: await count("select count(*) from usage_records where kind = 'answer'"),
        traces: await count('select count(*) from traces'),
        answers: await count(
          "select count(*) from chat_messages where content = 'Held back' and complete = 1",
        ),
        reservations: await count('select count(*) from budget_reservations'),
        spent: await count('select sum(spent_requests) as count from budget_counters'),
        reserved: await count('select sum(reserved_requests) as count from budget_counters'),
      }
      await db.end()
      expect(counts).toEqual({
        usage: ANSWERS,
        traces: ANSWERS,
        answers: ANSWERS,
        reservations: 0,
        spent: ANSWERS,
        reserved: 0,
      })
    })
  },
)
