import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Script } from '../harness/fake-upstream.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { type GradingWorld, gradesAsWritten, startGradingWorld } from './grading.testing.ts'

/** The fake model reports 7 input tokens and 1 output token: 8 in the organization's currency. */
const PRICES = { currency: 'EUR', prices: [{ model: 'large', input: 1_000_000, output: 1_000_000 }] }
const PER_WORK = 8
const WORK = 'We walked north [Found, Clear]'

onEachDatabase('the cost limit of a grading ($name)', ({ env }) => {
  let world: GradingWorld
  beforeAll(async () => {
    world = await startGradingWorld(await env())
    const { app, token } = world
    const saved = await app.call('PUT', '/organizations/current/prices', token, PRICES)
    expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300)
  })
  afterAll(() => world?.stop())

  const start = (path: string, body?: object) => world.app.call('POST', `${path}/start`, world.token, body)
  const many = (count: number) => Array.from({ length: count }, () => WORK)

  it('is estimated before the start, from the texts that are left', async () => {
    const { make, run, read } = world
    const { path } = await make('batch', many(2))
    const two = await read(`${path}/estimate`)
    expect(two).toMatchObject({ works: 2, currency: 'EUR', model: 'large' })
    expect(two.cost).toBeGreaterThan(1000)
    const { path: longer } = await make('batch', [WORK, `${'word '.repeat(2000)}${WORK}`])
    expect((await read(`${longer}/estimate`)).cost - two.cost).toBeCloseTo(2500, -1)
    const done = await run(path)
    expect(done).toMatchObject({ spent: 2 * PER_WORK, max_cost: null, currency: 'EUR' })
    expect(await read(`${path}/estimate`)).toMatchObject({ works: 0, cost: 0 })
  })

  it('stops the grading, which continues with a higher one', async () => {
    const { make, finished } = world
    const { path } = await make('batch', many(7))
    expect((await start(path, { max_cost: 2 * PER_WORK + 1 })).status).toBe(200)
    const stopped = await finished(path)
    expect(stopped).toMatchObject({ state: 'limit_reached', max_cost: 2 * PER_WORK + 1 })
    // Two are graded at a time: beyond the limit are only those under way.
    const { graded, cancelled } = stopped.counts
    expect(graded).toBeGreaterThanOrEqual(3)
    expect(graded).toBeLessThanOrEqual(4)
    expect(cancelled).toBe(7 - graded)
    expect(stopped.spent).toBe(graded * PER_WORK)

    for (const body of [undefined, {}, { max_cost: 1 }]) {
      const refused = await start(path, body)
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('already cost')])
      expect((await world.read(path)).state).toBe('limit_reached')
    }
    expect((await start(path, { max_cost: null })).status).toBe(200)
    expect(await finished(path)).toMatchObject({
      state: 'completed',
      counts: { graded: 7 },
      max_cost: null,
      spent: 7 * PER_WORK,
    })
  })

  it('counts failed attempts, and allows no second call for an unusable answer', async () => {
    const { make, finished, upstream } = world
    const { path } = await make('batch', ['No levels here'])
    upstream.seen.length = 0
    await start(path, { max_cost: 1 })
    expect(await finished(path)).toMatchObject({ counts: { failed: 1 }, spent: PER_WORK })
    expect(upstream.seen).toHaveLength(1)
  })

  it('is checked by each instance: works that wait when it is reached are not started', async () => {
    const { app, make, read, upstream } = world
    const { path } = await make('batch', many(3))
    const held: (() => void)[] = []
    const waits: Script = (response, seen) =>
      new Promise<void>((resolve) => held.push(resolve)).then(() => gradesAsWritten(response, seen))
    upstream.answer(waits)
    await start(path, { max_cost: PER_WORK })
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2)
    // Another instance has spent the rest in the meantime.
    const id = Number(path.split('/').at(-1))
    await app.app.services.db
      .updateTable('gradings')
      .set({ spent: PER_WORK * 1e6 })
      .where('id', '=', id)
      .execute()
    upstream.answer(gradesAsWritten)
    upstream.seen.length = 0
    for (const release of held) release()
    const stopped = await world.finished(path)
    expect(stopped).toMatchObject({ state: 'limit_reached', counts: { graded: 2, cancelled: 1 } })
    expect(stopped.spent).toBe(3 * PER_WORK)
    expect(upstream.seen).toEqual([])
    expect((await read(path)).works.map(({ state }: { state: string }) => state)).toEqual([
      'graded',
      'graded',
      'cancelled',
    ])
  })

  it('ends works that a killed process left, once the limit is reached', async () => {
    const { app, make } = world
    const { path, works } = await make('batch', many(2))
    const { db, gradingJobs } = app.app.services
    const id = Number(path.split('/').at(-1))
    await db.updateTable('gradings').set({ max_cost: 5, spent: 5 }).where('id', '=', id).execute()
    const [left = 0, waiting = 0] = works
    await db
      .updateTable('graded_works')
      .set({ state: 'grading', leased_by: 'gone', leased_until: 1 })
      .where('id', '=', left)
      .execute()
    await db.updateTable('graded_works').set({ state: 'waiting' }).where('id', '=', waiting).execute()
    gradingJobs.wake()
    expect(await world.finished(path)).toMatchObject({ state: 'limit_reached', counts: { cancelled: 2 } })
  })

  it('applies to an assistant that grades', async () => {
    const { app, token, make, finished, read } = world
    const assistant = await app.makeAssistant(token, {
      name: 'Strict grader',
      prompt_template: '{user_input}',
      metadata: { connector: 'openai', llm: 'large', assistant_type: 'multi_tool', tools: [] },
    })
    const { path } = await make('batch', many(5), { assistant_id: assistant })
    expect((await read(`${path}/estimate`)).cost).toBeGreaterThan(0)
    await start(path, { max_cost: PER_WORK })
    const stopped = await finished(path)
    expect(stopped.state).toBe('limit_reached')
    expect(stopped.counts.graded).toBeLessThanOrEqual(2)
    expect(stopped.spent).toBe(stopped.counts.graded * PER_WORK)
  })

  it('includes the models that an assistant’s tools ask', async () => {
    const { app, token, make, finished, rubric } = world
    const helper = await app.makeAssistant(token, {
      name: 'Helper',
      prompt_template: '{user_input}',
      metadata: { connector: 'openai', llm: 'large' },
    })
    const assistant = await app.makeAssistant(token, {
      name: 'Grader with helpers',
      prompt_template: '{tool_result} {rubric_evaluation} {user_input}',
      metadata: {
        connector: 'openai',
        llm: 'large',
        assistant_type: 'multi_tool',
        tools: [
          { type: 'assistant', use: 'inject', enabled: true, config: { assistant_id: helper } },
          { type: 'rubric_eval', use: 'inject', enabled: true, config: { rubric_id: rubric } },
        ],
      },
    })
    const { path } = await make('batch', [WORK], { assistant_id: assistant })
    world.upstream.seen.length = 0
    await start(path, { max_cost: 1000 })
    const { state, spent } = await finished(path)
    expect(world.upstream.seen).toHaveLength(3)
    expect([state, spent]).toEqual(['completed', 3 * PER_WORK])
  })

  it('is refused if it is not positive, or the model has no price', async () => {
    const { make, read } = world
    const { path } = await make('batch', [WORK], { model: 'small' })
    expect((await read(`${path}/estimate`)).cost).toBeNull()
    const refused = await start(path, { max_cost: 5 })
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('has no price')])
    for (const max_cost of [0, -1, 'much', 1e12])
      expect((await start(path, { max_cost })).status, String(max_cost)).toBe(422)
    expect(await read(path)).toMatchObject({ state: 'draft', max_cost: null })
    expect((await start(path)).status).toBe(200)
    await vi.waitFor(async () => expect((await read(path)).state).toBe('completed'), 20_000)
  })

  it('can be seen and changed only by the person whose grading it is', async () => {
    const { app, make, signInOther } = world
    const { path } = await make('batch', [WORK])
    const other = await signInOther('creator', `colleague${Math.random()}`)
    expect((await app.call('GET', `${path}/estimate`, other)).status).toBe(404)
    expect((await app.call('POST', `${path}/start`, other, { max_cost: 1 })).status).toBe(404)
  })
})
