import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type GradingWorld, startGradingWorld } from '../grading/grading.testing.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { says } from '../harness/fake-upstream.ts'
import { eachDatabase, startTestApp } from '../harness/test-app.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
/** The fake model reports 7 input tokens and 1 output token: 8 in the organization's currency. */
const PRICES = { currency: 'EUR', prices: [{ model: 'large', input: 1_000_000, output: 1_000_000 }] }
const PER_CALL = 8
const SECRETS = { LAMB_JWT_SECRET: 's'.repeat(40), ENCRYPTION_KEY: 'e'.repeat(40) }

const gradeWith = (feedback: string): string => {
  const criteria = ['Found', 'Clear'].map((level, at) => ({
    criterion: at + 1,
    level,
    evidence: ['We walked'],
    justification: 'Seen.',
  }))
  return JSON.stringify({ criteria, feedback })
}

describe.skipIf(!postgres)(
  `an instance that is cut off from PostgreSQL while it grades a work${postgres ? '' : ' SKIPPED'}`,
  () => {
    let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
    let world: GradingWorld
    let direct: string
    let db: pg.Client
    /** Each sends the response to one call of the model, in the order of the calls. */
    let held: ((feedback: string) => void)[]

    beforeAll(async () => {
      direct = (await postgres?.env())?.['DATABASE_URL'] ?? ''
      proxy = await startDatabaseProxy(new URL(direct))
      db = new pg.Client({ connectionString: direct })
      await db.connect()
      world = await startGradingWorld({ ...SECRETS, DATABASE_URL: proxy.url })
      await world.app.call('PUT', '/organizations/current/prices', world.token, PRICES)
      world.upstream.answer(async (response, seen) => {
        const feedback = await new Promise<string>((resolve) => held.push(resolve))
        await says(gradeWith(feedback))(response, seen)
      })
    })
    afterAll(async () => {
      proxy.mend()
      await world?.stop()
      await db.end()
      proxy.close()
    })

    /** Starts grading at an instance, cuts it off, and waits until the other one grades the work, too. */
    async function gradeAtBoth() {
      held = []
      const { app, token, make } = world
      const { path, works } = await make('batch', ['We walked north'])
      await app.call('POST', `${path}/start`, token)
      await expect.poll(() => held.length).toBe(1)
      proxy.cut()
      await db.query("update graded_works set leased_until = 1 where state = 'grading'")
      const other = await startTestApp({ ...world.settings, DATABASE_URL: direct })
      onTestFinished(other.stop)
      await expect.poll(() => held.length).toBe(2)
      const read = async () => (await other.call('GET', path, token)).body
      const feedback = async () =>
        (await other.call('GET', `${path}/works/${works[0]}`, token)).body.feedback as string
      return { read, feedback }
    }

    it('changes nothing if the one that took over has graded it meanwhile; both calls are paid', async () => {
      const { read, feedback } = await gradeAtBoth()
      held[1]?.('Of the second')
      await expect.poll(async () => (await read()).state).toBe('completed')
      held[0]?.('Of the first')
      const { outbox } = world.app.app.services
      // The grade and the cost, besides the usage.
      await expect.poll(() => outbox.waiting).toBeGreaterThanOrEqual(3)
      proxy.mend()
      await expect.poll(() => outbox.waiting, { timeout: 20_000 }).toBe(0)
      expect(await feedback()).toBe('Of the second')
      expect(await read()).toMatchObject({ counts: { graded: 1, failed: 0 }, spent: 2 * PER_CALL })
    })

    it('saves its grade if the one that took over is not done, whose own grade changes nothing', {
      tags: ['nightly'],
    }, async () => {
      const { read, feedback } = await gradeAtBoth()
      held[0]?.('Of the first')
      const { outbox } = world.app.app.services
      await expect.poll(() => outbox.waiting).toBeGreaterThanOrEqual(3)
      proxy.mend()
      await expect.poll(async () => (await read()).state).toBe('completed')
      held[1]?.('Of the second')
      // Less than for a whole call if it has noticed that the work is done, and ended its own.
      await expect.poll(async () => (await read()).spent).toBeGreaterThan(PER_CALL)
      expect(await feedback()).toBe('Of the first')
      expect(await read()).toMatchObject({ counts: { graded: 1, failed: 0 } })
    })
  },
)
