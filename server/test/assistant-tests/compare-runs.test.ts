import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const SECRET = 'sk-test-secret-of-the-provider'

onEachDatabase('runs of tests side by side on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let admin: string
  let assistant: number
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_API_KEY: SECRET,
      OPENAI_BASE_URL: upstream.url,
      OPENAI_MODELS: 'fake-model',
      OPENAI_MODEL: 'fake-model',
    })
    admin = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  beforeEach(async () => {
    upstream.answer(says('One.'))
    assistant = await app.makeAssistant(admin, {
      system_prompt: `You are kind. The key is ${SECRET}`,
      metadata: { connector: 'openai', llm: 'fake-model' },
    })
    await app.call('POST', at(), admin, { messages: [{ role: 'user', content: 'What absorbs light?' }] })
  })

  const at = (path = '') => `/assistants/${assistant}/tests${path}`
  const readRun = async (id: number, query = '') =>
    (await app.call('GET', at(`/runs/${id}${query}`), admin)).body
  async function run(order: object = {}) {
    const { status, body } = await app.call('POST', at('/runs'), admin, order)
    expect(status, JSON.stringify(body)).toBe(202)
    await expect.poll(async () => (await readRun(body.id)).status).toBe('completed')
    return readRun(body.id)
  }
  const promptOf = async (id: number) => (await app.call('GET', at(`/results/${id}`), admin)).body.prompt

  it('show whether the prompt changed, and both prompts without secrets', async () => {
    const first = await run()
    expect(first.results[0]).toMatchObject({ previous: null, prompt_changed: null, run_id: first.id })
    const same = await run()
    expect(same.results[0].prompt_changed).toBe(false)
    await app.call('PUT', `/assistants/${assistant}`, admin, { system_prompt: 'You are strict.' })
    const changed = await run()
    const [result] = changed.results
    expect(result).toMatchObject({ prompt_changed: true, previous: { run_id: same.id } })
    expect(await promptOf(result.id)).toEqual([
      { role: 'system', content: 'You are strict.' },
      { role: 'user', content: expect.stringContaining('What absorbs light?') },
    ])
    const before = await promptOf(result.previous.id)
    expect(before[0].content).toContain('You are kind.')
    expect(JSON.stringify(before)).not.toContain(SECRET)
  })

  it('compare with any run of the same assistant', async () => {
    const first = await run()
    upstream.answer(says('Two.'))
    await run()
    upstream.answer(says('Three.'))
    const third = await run()
    expect(third.results[0].previous.answer).toBe('Two.')
    const compared = await readRun(third.id, `?compare_with=${first.id}`)
    expect(compared.results[0]).toMatchObject({ answer: 'Three.', previous: { answer: 'One.' } })
    const mine = await app.makeAssistant(admin)
    const foreign = await app.call('GET', `/assistants/${mine}/tests/runs/${first.id}`, admin)
    expect(foreign.status).toBe(404)
    expect((await app.call('GET', at(`/runs/${third.id}?compare_with=999999`), admin)).status).toBe(404)
    const { id } = first.results[0]
    expect((await app.call('GET', `/assistants/${mine}/tests/results/${id}`, admin)).status).toBe(404)
  })

  it('keep prompts for as long as traces', async () => {
    const { results } = await run()
    const { db, removeOldTestPrompts } = app.app.services
    const keep = AbortSignal.timeout(10_000)
    await removeOldTestPrompts(keep)
    expect(await promptOf(results[0].id)).not.toBeNull()
    await db.updateTable('test_results').set({ created_at: 1 }).where('id', '=', results[0].id).execute()
    await removeOldTestPrompts(keep)
    expect(await promptOf(results[0].id)).toBeNull()
    // The answer stays.
    expect((await readRun(results[0].run_id)).results[0].answer).toBe('One.')
  })

  it('keep a limited part of long prompts, and say so', async () => {
    const long = await app.call('PUT', `/assistants/${assistant}`, admin, {
      system_prompt: 'long '.repeat(8000),
    })
    expect(long.status, JSON.stringify(long.body)).toBe(200)
    for (let at = 0; at < 79; at++)
      await app.call('POST', `/assistants/${assistant}/tests`, admin, {
        messages: [{ role: 'user', content: `Question ${at}?` }],
      })
    const { results } = await run()
    expect(results).toHaveLength(80)
    const one = (await app.call('GET', at(`/results/${results[0].id}`), admin)).body
    expect(one.prompt_shortened).toBe(true)
    const row = await app.app.services.db
      .selectFrom('test_results')
      .select('prompt')
      .where('run_id', '=', results[0].run_id)
      .execute()
    const total = row.reduce((sum, { prompt }) => sum + (prompt?.length ?? 0), 0)
    expect(total).toBeGreaterThan(1_000_000)
    expect(total).toBeLessThan(2_100_000)
    const short = await run({ tests: [results[0].test_id] })
    const whole = (await app.call('GET', at(`/results/${short.results[0].id}`), admin)).body
    expect(whole.prompt_shortened).toBe(false)
    expect(whole.prompt[0].content).toHaveLength(40_000)
  }, 60_000)

  it('run on settings that are not saved, without counting for publishing', async () => {
    const draft = {
      system_prompt: 'You are a draft.',
      prompt_template: '{user_input}',
      metadata: {
        prompt_processor: 'simple_augment',
        connector: 'openai',
        llm: 'fake-model',
        rag_processor: 'no_rag',
      },
    }
    const { complete, results } = await run({ draft })
    expect(complete).toBe(false)
    expect((await promptOf(results[0].id))[0]).toEqual({ role: 'system', content: 'You are a draft.' })
    expect((await app.call('GET', at('/gate'), admin)).body.state).toBe('not_run')
    const saved = (await app.call('GET', `/assistants/${assistant}`, admin)).body
    expect(saved).toMatchObject({ version: 1, system_prompt: expect.stringContaining('You are kind.') })
    const bad = { ...draft, metadata: { ...draft.metadata, tools: [{ type: 'rubric_rag', use: 'x' }] } }
    const refused = await app.call('POST', at('/runs'), admin, { draft: bad })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.status).toBeLessThan(500)
    expect((await app.call('GET', at('/runs'), admin)).body.runs).toHaveLength(1)
  })
})
