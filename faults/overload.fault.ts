import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../e2e/server-process.ts'
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
const AT_ONCE = 500

describe.skipIf(!postgres).each([1, 10])(
  `500 questions at once, two instances with %i connections each${postgres ? '' : ' SKIPPED'}`,
  (connections) => {
    let upstream: FakeUpstream
    let servers: Instances
    let db: pg.Client
    let token: string
    let assistant: number

    beforeAll(async () => {
      upstream = await startFakeUpstream(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ content: 'Word ' })))
        await pause(200)
        response.end(frameOf(chunkOf({ content: 'end' }, 'stop')) + frameOf('[DONE]'))
      })
      const env = (await postgres?.env()) ?? {}
      db = new pg.Client({ connectionString: env['DATABASE_URL'] })
      await db.connect()
      servers = await startInstances(2, {
        ...env,
        OPENAI_BASE_URL: upstream.url,
        OPENAI_API_KEY: 'k',
        DATABASE_POOL_SIZE: String(connections),
      })
      token = await signIn(servers.url())
      assistant = await makeAssistant(servers.url(), token)
      const budget = { scope: 'organization', period: 'month', max_requests: 100_000 }
      await callAt(`${servers.url()}/organizations/current/budgets`, 'POST', token, budget)
    })
    afterAll(async () => {
      await servers.stop()
      await upstream.stop()
      await db.end()
    })

    const count = async (sql: string): Promise<number> => Number((await db.query(sql)).rows[0]?.count ?? 0)

    it('are answered and counted, or refused early with Retry-After', async () => {
      let [answered, refused, other, withoutRetry] = [0, 0, 0, 0]
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) => {
          const answer = await ask(servers.url(), token, assistant, `question ${at}`)
          const text = await answer.text()
          if (answer.status === 200 && text.includes('[DONE]') && !text.includes('"error"')) answered++
          else if (answer.status === 503) {
            refused++
            if (!answer.headers.get('retry-after')) withoutRetry++
          } else other++
        }),
      )
      const recorded = () => count("select count(*) from usage_records where kind = 'answer'")
      await until(async () => (await recorded()) >= answered || undefined)
      await until(async () => (await count('select count(*) from budget_reservations')) === 0 || undefined)
      const counts = {
        recorded: await recorded(),
        spent: await count('select sum(spent_requests) as count from budget_counters'),
        reserved: await count('select sum(reserved_requests) as count from budget_counters'),
      }
      print(`500 questions at once, ${connections} connections`, {
        answered,
        'refused (503)': refused,
        'without Retry-After': withoutRetry,
        'failed otherwise': other,
        ...counts,
      })
      expect(answered).toBeGreaterThan(0)
      expect({ other, withoutRetry }).toEqual({ other: 0, withoutRetry: 0 })
      expect(counts).toEqual({ recorded: answered, spent: answered, reserved: 0 })
    })
  },
)
