import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const METADATA = {
  prompt_processor: 'simple_augment',
  connector: 'openai',
  llm: 'fake-model',
  rag_processor: 'no_rag',
}
const DRAFT = { system_prompt: 'You are a draft.', prompt_template: '{user_input}', metadata: METADATA }

onEachDatabase('tests of settings that are not saved on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let admin: string
  let assistant: number
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_API_KEY: 'sk-test',
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
    upstream.answer(says('It is chlorophyll.'))
    assistant = await app.makeAssistant(admin, { metadata: METADATA })
    await app.call('POST', at(), admin, {
      messages: [{ role: 'user', content: 'What absorbs light?' }],
      checks: [{ kind: 'contains', text: 'chlorophyll' }],
    })
  })

  const at = (path = '') => `/assistants/${assistant}/tests${path}`
  const get = async (path: string) => (await app.call('GET', at(path), admin)).body
  async function run(order: object = {}) {
    const { status, body } = await app.call('POST', at('/runs'), admin, order)
    expect(status, JSON.stringify(body)).toBe(202)
    await expect.poll(async () => (await get(`/runs/${body.id}`)).status).toBe('completed')
    return get(`/runs/${body.id}`)
  }
  const publish = () => app.call('POST', `/assistants/${assistant}/publish`, admin, { publish_status: true })

  it('are marked, and are not the last result of a test', async () => {
    expect(await run()).toMatchObject({ draft: false, complete: true })
    upstream.answer(says('No idea.'))
    const tried = await run({ draft: DRAFT })
    expect(tried).toMatchObject({ draft: true, complete: false, failed: 1 })
    expect(tried.results[0].previous).toMatchObject({ outcome: 'passed' })
    expect((await get('/runs')).runs.map(({ draft }: { draft: boolean }) => draft)).toEqual([true, false])
    expect((await get('')).tests[0].last_outcome).toBe('passed')
    // The next run is compared with the one of the saved assistant.
    expect((await run()).results[0].previous.outcome).toBe('passed')
    // LAMB's clients can't tell them apart.
    const lamb = await app.call('GET', `/creator/assistant/${assistant}/tests/runs`, admin)
    expect(lamb.body).toHaveLength(2)
  })

  it('neither allow publishing nor prevent it', async () => {
    await app.call('PUT', at('/gate'), admin, { required: true })
    await run({ draft: DRAFT })
    expect((await get('/gate')).state).toBe('not_run')
    expect((await publish()).status).toBe(409)
    await run()
    upstream.answer(says('No idea.'))
    await run({ draft: DRAFT })
    expect((await get('/gate')).state).toBe('passed')
    expect((await publish()).status).toBe(200)
  })

  it('are not what automatic runs are compared with', async () => {
    await app.call('PUT', at('/schedule'), admin, { every: 'daily' })
    const { db, testScheduleJobs } = app.app.services
    const schedules = () => db.updateTable('test_schedules').where('assistant_id', '=', assistant)
    const runScheduled = async () => {
      await schedules().set({ next_at: 1 }).execute()
      const before = (await get('/schedule')).last_run?.id
      testScheduleJobs.wake()
      const isOver = async () => {
        const { last_run, next_at } = await get('/schedule')
        return last_run && last_run.id !== before && last_run.status === 'completed' && next_at > 1
      }
      await expect.poll(isOver, { timeout: 20_000 }).toBe(true)
      return get('/schedule')
    }
    await run({ draft: DRAFT })
    upstream.answer(says('No idea.'))
    expect((await runScheduled()).notice).toBeNull()
    upstream.answer(says('It is chlorophyll.'))
    await runScheduled()
    upstream.answer(says('No idea.'))
    await run({ draft: DRAFT })
    expect((await runScheduled()).notice).toMatchObject({ tests: [{ title: 'What absorbs light?' }] })
  })

  it('don’t displace runs of the saved assistant', async () => {
    const first = await run()
    const { db } = app.app.services
    const row = await db
      .selectFrom('test_runs')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const { id: _id, ...copy } = row
    const drafts = Array.from({ length: 60 }, () => ({ ...copy, complete: 0 as const, draft: 1 as const }))
    await db.insertInto('test_runs').values(drafts).execute()
    // Not of all tests, so nothing protects it but its age.
    await db.updateTable('test_runs').set({ complete: 0 }).where('id', '=', first.id).execute()
    await run({ draft: DRAFT })
    const { runs } = await get('/runs?limit=100')
    expect(runs.filter(({ draft }: { draft: boolean }) => draft)).toHaveLength(10)
    expect(runs.filter(({ draft }: { draft: boolean }) => !draft)).toHaveLength(1)
  })
})
