import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../e2e/server-process.ts'
import { startDatabaseProxy } from '../server/test/harness/database-proxy.ts'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  startFakeUpstream,
} from '../server/test/harness/fake-upstream.ts'
import { callAt, type Instances, startInstances } from '../server/test/harness/instances.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { ask, makeAssistant, pause, print, signIn } from './support.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
const AWAY_MS = 10_000

describe.skipIf(!postgres).each([2, 4])(
  `%i instances without a shared disk${postgres ? '' : ' SKIPPED: PostgreSQL is not installed'}`,
  (count) => {
    let upstream: FakeUpstream
    let servers: Instances
    let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
    let db: pg.Client
    let token: string
    let assistant: number
    let finish: (() => void)[] = []

    beforeAll(async () => {
      upstream = await startFakeUpstream(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ content: 'Held ' })))
        await new Promise<void>((resolve) => finish.push(resolve))
        response.end(frameOf(chunkOf({ content: 'back' }, 'stop')) + frameOf('[DONE]'))
      })
      const direct = (await postgres?.env())?.['DATABASE_URL'] ?? ''
      proxy = await startDatabaseProxy(new URL(direct))
      db = new pg.Client({ connectionString: direct })
      await db.connect()
      servers = await startInstances(count, {
        DATABASE_URL: proxy.url,
        OPENAI_BASE_URL: upstream.url,
        OPENAI_API_KEY: 'k',
      })
      token = await signIn(servers.url())
      assistant = await makeAssistant(servers.url(), token)
      await call('POST', '/organizations/current/budgets', {
        scope: 'organization',
        period: 'month',
        max_requests: 10_000,
      })
    })
    afterAll(async () => {
      await servers.stop()
      await upstream.stop()
      await db.end()
      proxy.close()
    })

    const call = (method: string, path: string, body?: unknown, number?: number) =>
      callAt(servers.url(number) + path, method, token, body)
    const query = async (text: string): Promise<number> => Number((await db.query(text)).rows[0]?.count ?? 0)
    const letFinish = () => {
      for (const go of finish) go()
      finish = []
    }

    it('the database is away for 10 s while all of them answer: nothing is lost', async () => {
      const before = await query("select count(*) from usage_records where kind = 'answer'")
      const questionCount = 10 * count
      const answers = await Promise.all(
        Array.from({ length: questionCount }, (_, at) => ask(servers.url(), token, assistant, `q ${at}`)),
      )
      await until(() => finish.length === questionCount || undefined)
      proxy.cut()
      letFinish()
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      await pause(AWAY_MS)
      proxy.mend()
      const recorded = async () =>
        (await query("select count(*) from usage_records where kind = 'answer'")) - before
      await until(async () => (await recorded()) === questionCount || undefined, 60_000)
      await until(async () => (await query('select count(*) from budget_reservations')) === 0 || undefined)
      const spent = await query('select sum(spent_requests) as count from budget_counters')
      print(`${count} instances, database away for 10 s`, {
        answers: texts.filter((text) => text.includes('back')).length,
        recorded: await recorded(),
        'counted in the budget': spent,
      })
      expect(texts.every((text) => text.includes('back'))).toBe(true)
      expect(spent).toBe(questionCount)
    })

    it('documents uploaded anywhere are read and found everywhere', async () => {
      const base = (await call('POST', '/knowledge-bases', { name: `shared ${count}` })).body.id
      for (let at = 0; at < 12; at++) {
        const form = new FormData()
        form.append('files', new File([`The capital of land${at} is city${at}.`], `land-${at}.txt`))
        const sent = await fetch(`${servers.url()}/knowledge-bases/${base}/files`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: form,
        })
        expect(sent.ok).toBe(true)
      }
      const states = async (): Promise<string[]> =>
        (await call('GET', `/knowledge-bases/${base}/files?limit=50`)).body.files.map(
          ({ status }: { status: string }) => status,
        )
      await until(
        async () =>
          (await states()).every((status) => status === 'completed' || status === 'failed') || undefined,
      )
      const failed = (await states()).filter((status) => status === 'failed').length
      print(`${count} instances, 12 uploads`, { failed })
      expect(failed).toBe(0)
    })

    it('conflicting workspace writes: exactly one of each round succeeds', async () => {
      const workspace = (await call('POST', '/workspaces', { name: `shared ${count}` })).body.id
      const put = (number: number, text: string, ifMatch?: string) =>
        fetch(`${servers.url(number)}/workspaces/${workspace}/files/notes.txt`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, ...(ifMatch ? { 'if-match': ifMatch } : {}) },
          body: text,
        })
      const first = await put(0, 'start')
      expect(first.ok).toBe(true)
      let wrong = 0
      for (let round = 0; round < 60; round++) {
        const read = await fetch(`${servers.url(round % count)}/workspaces/${workspace}/files/notes.txt`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const etag = read.headers.get('etag') ?? ''
        await read.arrayBuffer()
        const answers = await Promise.all(
          Array.from({ length: count }, (_, number) => put(number, `round ${round} by ${number}`, etag)),
        )
        const done = answers.filter(({ ok }) => ok).length
        if (done !== 1) wrong++
      }
      print(`${count} instances, conflicting workspace writes`, { rounds: 60, 'not exactly one': wrong })
      expect(wrong).toBe(0)
    })

    it('kill -9 of one: its reservations end within 30 s, its documents are taken over within 15 s', async () => {
      const questionCount = 5
      const answers = Array.from({ length: questionCount }, (_, at) =>
        ask(servers.url(count - 1), token, assistant, `killed ${at}`).then((answer) =>
          answer.text().catch(() => ''),
        ),
      )
      await until(() => finish.length === questionCount || undefined)
      const base = (await call('POST', '/knowledge-bases', { name: `taken over ${count}` })).body.id
      await servers.instances[count - 1]?.kill()
      const killedAt = performance.now()
      await Promise.allSettled(answers)
      // As if that instance had been reading it: a document whose lease is fresh and whose holder is gone.
      const form = new FormData()
      form.append('files', new File(['Left behind.'], 'left.txt'))
      await fetch(`${servers.url(0)}/knowledge-bases/${base}/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      await until(
        async () =>
          (await query(
            `select count(*) from knowledge_files where knowledge_base_id = ${base} and status = 'completed'`,
          )) === 1 || undefined,
      )
      await db.query(
        `update knowledge_files set status = 'processing', leased_by = 'killed', leased_until = extract(epoch from now())::bigint + 10 where knowledge_base_id = ${base}`,
      )
      const leftAt = performance.now()
      await until(
        async () =>
          (await query(
            `select count(*) from knowledge_files where knowledge_base_id = ${base} and status = 'completed'`,
          )) === 1 || undefined,
      )
      const takenOver = performance.now() - leftAt
      await until(async () => (await query('select count(*) from budget_reservations')) === 0 || undefined)
      const ended = performance.now() - killedAt
      const reserved = await query('select sum(reserved_requests) as count from budget_counters')
      print(`${count} instances, one killed`, {
        'document taken over after (s)': takenOver / 1000,
        'reservations ended after (s)': ended / 1000,
      })
      expect(reserved).toBe(0)
      expect(takenOver).toBeLessThan(15_000)
      expect(ended).toBeLessThan(30_000)
      letFinish()
    })
  },
)
