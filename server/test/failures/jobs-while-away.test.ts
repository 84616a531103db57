import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workRepository } from '../../src/modules/grading/work.repository.ts'
import { openDatabase } from '../../src/platform/db/open-database.ts'
import { type GradingWorld, gradesAsWritten, startGradingWorld } from '../grading/grading.testing.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { type Script, says } from '../harness/fake-upstream.ts'
import { eachDatabase, startTestApp } from '../harness/test-app.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
/** The fake model reports 7 input tokens and 1 output token: 8 in the organization's currency. */
const PRICES = { currency: 'EUR', prices: [{ model: 'large', input: 1_000_000, output: 1_000_000 }] }
const PER_CALL = 8
const WORK = 'We walked north [Found, Clear]'

describe.skipIf(!postgres)(
  `model calls that end while PostgreSQL is away${postgres ? '' : ' SKIPPED'}`,
  () => {
    let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
    let world: GradingWorld
    let direct: string
    let dataDir: string
    let held: (() => void)[] = []

    beforeAll(async () => {
      direct = (await postgres?.env())?.['DATABASE_URL'] ?? ''
      dataDir = mkdtempSync(join(tmpdir(), 'bellwether-away-'))
      proxy = await startDatabaseProxy(new URL(direct))
      world = await startGradingWorld({ DATABASE_URL: proxy.url, DATA_DIR: dataDir })
      await world.app.call('PUT', '/organizations/current/prices', world.token, PRICES)
    })
    afterAll(async () => {
      await world?.app.stop()
      await world?.upstream.stop()
      proxy.close()
      await rm(dataDir, { recursive: true, force: true })
    })

    /** Answers like this once `letAnswer` is called. */
    const holdAnswers = (script: Script) =>
      world.upstream.answer(async (response, seen) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await script(response, seen)
      })
    const letAnswer = () => {
      for (const go of held) go()
      held = []
    }
    const isReady = async () => (await fetch(`${world.app.url}/ready`)).status === 200

    it('a work is graded and paid once', async () => {
      const { app, token, make, finished, upstream } = world
      holdAnswers(gradesAsWritten)
      const { path } = await make('batch', [WORK, WORK])
      await app.call('POST', `${path}/start`, token)
      await expect.poll(() => held.length).toBe(2)
      proxy.cut()
      letAnswer()
      const { outbox } = app.app.services
      // For each work its grade and its cost, besides the usage.
      await expect.poll(() => outbox.waiting).toBeGreaterThanOrEqual(5)
      proxy.mend()
      await expect.poll(isReady).toBe(true)
      expect(await finished(path)).toMatchObject({ counts: { graded: 2, failed: 0 }, spent: 2 * PER_CALL })
      expect(upstream.seen).toHaveLength(2)
    })

    it('a grade that is queued is not saved if the work was cancelled and started again meanwhile', {
      tags: ['nightly'],
    }, async () => {
      const { app, token, make, finished, upstream } = world
      upstream.seen.length = 0
      holdAnswers(gradesAsWritten)
      const { path } = await make('batch', [WORK])
      await app.call('POST', `${path}/start`, token)
      await expect.poll(() => held.length).toBe(1)
      proxy.cut()
      letAnswer()
      await expect.poll(() => app.app.services.outbox.waiting).toBeGreaterThanOrEqual(3)
      // On another instance, which reaches the database.
      const other = await openDatabase({ url: direct, dataDir })
      const grading = Number(path.split('/').at(-1))
      expect(await workRepository.cancel(other.db, grading, 1)).toHaveLength(1)
      expect(await workRepository.enqueue(other.db, grading, 1)).toBe(1)
      await other.close()
      upstream.answer(gradesAsWritten)
      proxy.mend()
      expect(await finished(path)).toMatchObject({ counts: { graded: 1 }, spent: 2 * PER_CALL })
      expect(upstream.seen).toHaveLength(2)
    })

    it('an answer with faults is kept: the second call is made when the database is back', {
      tags: ['nightly'],
    }, async () => {
      const { app, token, make, read, finished, upstream } = world
      upstream.seen.length = 0
      holdAnswers(says('Well done!'))
      const { path } = await make('batch', [WORK])
      await app.call('POST', `${path}/start`, token)
      await expect.poll(() => held.length).toBe(1)
      proxy.cut()
      letAnswer()
      // The cost of the first call, besides the usage.
      await expect.poll(() => app.app.services.outbox.waiting).toBeGreaterThanOrEqual(2)
      for (let at = 0; at < 5; at++) expect(await isReady()).toBe(false)
      upstream.answer(gradesAsWritten)
      proxy.mend()
      expect(await finished(path)).toMatchObject({ counts: { graded: 1, failed: 0 } })
      await expect.poll(async () => (await read(path)).spent).toBe(2 * PER_CALL)
      expect(upstream.seen).toHaveLength(2)
      expect(JSON.stringify(upstream.seen[1]?.body)).toContain('Well done!')
    })

    it('a second call is not made if the first one, whose cost is queued, has used up the limit', {
      tags: ['nightly'],
    }, async () => {
      const { app, token, make, finished, upstream } = world
      upstream.seen.length = 0
      holdAnswers(says('Well done!'))
      const { path } = await make('batch', [WORK])
      await app.call('POST', `${path}/start`, token, { max_cost: PER_CALL })
      await expect.poll(() => held.length).toBe(1)
      proxy.cut()
      letAnswer()
      await expect.poll(() => app.app.services.outbox.waiting).toBeGreaterThanOrEqual(2)
      // The longer the outage, the later the queued cost is written.
      for (let at = 0; at < 5; at++) expect(await isReady()).toBe(false)
      upstream.answer(gradesAsWritten)
      proxy.mend()
      expect(await finished(path)).toMatchObject({ counts: { failed: 1 }, spent: PER_CALL })
      expect(upstream.seen).toHaveLength(1)
    })

    it('a test of an assistant is asked, scored and paid once', { tags: ['nightly'] }, async () => {
      const { app, token, rubric, upstream } = world
      upstream.seen.length = 0
      const isScoring = ({ body }: { body: object }) => JSON.stringify(body).includes('The work:')
      holdAnswers((response, seen) => (isScoring(seen) ? gradesAsWritten : says(WORK))(response, seen))
      const metadata = { connector: 'openai', llm: 'large' }
      const tests = `/assistants/${await app.makeAssistant(token, { metadata })}/tests`
      const checks = [{ kind: 'rubric_score', rubric_id: rubric, at_least: 1 }]
      for (const content of ['One?', 'Two?', 'Three?'])
        await app.call('POST', tests, token, {
          messages: [{ role: 'user', content }],
          checks: content === 'Two?' ? checks : [],
        })
      const run = `${tests}/runs/${(await app.call('POST', `${tests}/runs`, token, {})).body.id}`
      await expect.poll(() => held.length).toBe(2)
      proxy.cut()
      letAnswer()
      // The result of one, besides usage and trace. The other one waits for its score.
      await expect.poll(() => app.app.services.outbox.waiting).toBeGreaterThanOrEqual(3)
      for (let at = 0; at < 5; at++) expect(await isReady()).toBe(false)
      proxy.mend()
      const read = async () => (await app.call('GET', run, token)).body
      await expect
        .poll(async () => {
          letAnswer()
          return (await read()).status
        })
        .toBe('completed')
      expect(await read()).toMatchObject({ total: 3, done: 3, failed: 0 })
      expect(upstream.seen.filter(isScoring)).toHaveLength(1)
      expect(upstream.seen).toHaveLength(4)
    })

    it('a work is not graded again by the next process, although its lease has expired', {
      tags: ['nightly'],
    }, async () => {
      const { app, token, make, settings, upstream } = world
      upstream.seen.length = 0
      holdAnswers(gradesAsWritten)
      const { path } = await make('batch', [WORK])
      await app.call('POST', `${path}/start`, token)
      await expect.poll(() => held.length).toBe(1)
      proxy.cut()
      letAnswer()
      await expect.poll(() => app.app.services.outbox.waiting).toBeGreaterThanOrEqual(3)
      await app.stop()
      const db = new pg.Client({ connectionString: direct })
      await db.connect()
      await db.query("update graded_works set leased_until = 1 where state = 'grading'")
      await db.end()
      proxy.mend()
      upstream.answer(gradesAsWritten)
      world.app = await startTestApp(settings)
      await expect.poll(async () => (await world.app.call('GET', path, token)).body.state).toBe('completed')
      expect((await world.app.call('GET', path, token)).body).toMatchObject({ spent: PER_CALL })
      expect(upstream.seen).toHaveLength(1)
    })
  },
)
