import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultRepository } from '../../src/modules/assistant-tests/result.repository.ts'
import { createResultWriter } from '../../src/modules/assistant-tests/run-test.ts'
import { workRepository } from '../../src/modules/grading/work.repository.ts'
import { type GradingWorld, startGradingWorld } from '../grading/grading.testing.ts'
import { says } from '../harness/fake-upstream.ts'
import { eachDatabase } from '../harness/test-app.ts'

const WORK = 'We walked north [Found, Clear]'

describe.each(eachDatabase())('results that arrive after an outage of $name', ({ env }) => {
  let world: GradingWorld
  beforeAll(async () => {
    world = await startGradingWorld(await env())
  })
  afterAll(() => world?.stop())

  /** A work that was graded once, and the evaluation. Then it is changed as if someone else had been faster. */
  async function replay(change: object) {
    const { db } = world.app.app.services
    const { path, works } = await world.make('batch', [WORK])
    const [id = 0] = works
    await world.run(path)
    const read = () =>
      db.selectFrom('graded_works').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { evaluation } = await read()
    await db
      .updateTable('graded_works')
      .set({ evaluation: null, ...change })
      .where('id', '=', id)
      .execute()
    for (let at = 0; at < 2; at++) await workRepository.saveGrade(db, { id, run: 1 }, evaluation ?? '', 7)
    return { ...(await read()), isSaved: (await read()).evaluation === evaluation }
  }

  it('a grade is kept although another instance took the work over and failed', async () => {
    const kept = await replay({ state: 'failed', error: '{}' })
    expect(kept).toMatchObject({ isSaved: true, state: 'graded', error: null })
  })

  it.each([
    ['failed, and a person has graded it', { state: 'failed', review: '{"grades":[],"feedback":"Mine"}' }],
    ['cancelled', { state: 'cancelled' }],
    ['graded', { state: 'graded', evaluation: '{}' }],
    ['new', { state: 'new' }],
    ['started again, and waits', { state: 'waiting', run: 2 }],
    ['started again, and is graded', { state: 'grading', run: 2 }],
    ['started again, and failed', { state: 'failed', run: 2 }],
  ])('a grade changes no work that is %s', async (_name, change) => {
    expect(await replay({ ...change, updated_at: 5 })).toMatchObject({
      ...change,
      isSaved: false,
      updated_at: 5,
    })
  })

  it('a grade of a deleted work is ignored', async () => {
    await workRepository.saveGrade(world.app.app.services.db, { id: 999_999, run: 1 }, '{}', 7)
  })

  describe('of a test', () => {
    async function askOnce() {
      const { app, token, upstream } = world
      upstream.answer(says('Yes'))
      const metadata = { connector: 'openai', llm: 'large' }
      const assistant = await app.makeAssistant(token, { metadata })
      const tests = `/assistants/${assistant}/tests`
      await app.call('POST', tests, token, { messages: [{ role: 'user', content: 'One?' }] })
      const run = (await app.call('POST', `${tests}/runs`, token, {})).body.id as number
      await expect
        .poll(async () => (await app.call('GET', `${tests}/runs/${run}`, token)).body.status)
        .toBe('completed')
      const { db } = app.app.services
      const results = () => db.selectFrom('test_results').selectAll().where('run_id', '=', run).execute()
      const [first] = await results()
      if (!first) throw new Error('no result')
      const { id: _id, ...row } = first
      return { db, run, assistant, row, results }
    }

    it('one is kept if two instances asked it, and the other says nothing about the run', async () => {
      const { db, run, assistant, row, results } = await askOnce()
      await db.deleteFrom('test_results').where('run_id', '=', run).execute()
      let noteInserted: (() => void) | undefined
      const inserted = new Promise<void>((resolve) => {
        noteInserted = resolve
      })
      const first = db.transaction().execute(async (tx) => {
        const isNew = await resultRepository.insert(tx, row)
        noteInserted?.()
        // Without a lock, the other one would be done by now.
        for (let at = 0; at < 50; at++) await resultRepository.findRun(tx, assistant, run)
        return isNew
      })
      await inserted
      const second = db.transaction().execute((tx) => resultRepository.insert(tx, row))
      expect(await Promise.all([first, second])).toEqual([true, false])
      expect(await results()).toHaveLength(1)
      let write: ((tx: typeof db, payload: never) => Promise<void>) | undefined
      createResultWriter({
        writer(_kind, given) {
          write = given as typeof write
          return undefined as never
        },
      })
      await write?.(db, { row, isDegraded: true } as never)
      expect(await resultRepository.findRun(db, assistant, run)).toMatchObject({ degraded: 0, complete: 1 })
    })

    it('is kept without its test if that was deleted, and ignored with its run', async () => {
      const { db, run, row, results } = await askOnce()
      await db.deleteFrom('assistant_tests').where('id', '=', row.test_id).execute()
      await db.deleteFrom('test_results').where('run_id', '=', run).execute()
      expect(await resultRepository.insert(db, row)).toBe(true)
      expect(await results()).toMatchObject([{ test_id: null, answer: 'Yes' }])
      await db.deleteFrom('test_runs').where('id', '=', run).execute()
      expect(await resultRepository.insert(db, row)).toBe(false)
      expect(await results()).toEqual([])
    })
  })
})
