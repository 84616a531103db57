import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startMailbox } from '../../src/platform/mail/mailbox.testing.ts'
import { chunkOf, type FakeUpstream, frameOf, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const EDUCATOR = { email: 'ana@example.edu', name: 'Ana', password: 'a good password' }
const LIGHT = [{ kind: 'contains', text: 'chlorophyll' }]

onEachDatabase('rules of automatic tests on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let admin: string
  let ana: string
  let assistant: number
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    mailbox = await startMailbox()
    app = await startTestApp({
      ...(await env()),
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'Bellwether <ai@example.edu>',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: upstream.url,
      OPENAI_MODELS: 'fake-model,small-model',
      OPENAI_MODEL: 'fake-model',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'small-model',
      MAX_ANSWERS_PER_PERSON: '1',
    })
    admin = await app.signIn()
    await app.call('POST', '/creator/admin/users/create', admin, EDUCATOR)
    ana = await app.signIn(EDUCATOR.email, EDUCATOR.password)
  })
  afterAll(async () => {
    await app.stop()
    await mailbox.close()
    await upstream.stop()
  })
  beforeEach(async () => {
    upstream.answer(says('It is chlorophyll.'))
    mailbox.mails.length = 0
    assistant = await app.makeAssistant(ana, {
      name: `Biology ${Math.random()}`,
      metadata: { connector: 'openai', llm: 'fake-model' },
    })
  })

  const at = (path = '') => `/assistants/${assistant}/tests${path}`
  const add = (content: string, checks: object[] = LIGHT) =>
    app.call('POST', at(), ana, { messages: [{ role: 'user', content }], checks })
  const plan = (more: object = {}, token = ana) =>
    app.call('PUT', at('/schedule'), token, { every: 'daily', ...more })
  const read = async (path: string, token = ana) => (await app.call('GET', at(path), token)).body
  const db = () => app.app.services.db

  async function runScheduled() {
    const schedules = db().updateTable('test_schedules').where('assistant_id', '=', assistant)
    await schedules.set({ next_at: 1 }).execute()
    app.app.services.testScheduleJobs.wake()
    const isIdle = async () => {
      const row = await db()
        .selectFrom('test_schedules')
        .select(['next_at', 'leased_by'])
        .where('assistant_id', '=', assistant)
        .executeTakeFirst()
      return row?.leased_by === null && row.next_at > 1
    }
    await expect.poll(isIdle, { timeout: 20_000 }).toBe(true)
    return read('/schedule')
  }
  async function run(order: object = {}) {
    const { status, body } = await app.call('POST', at('/runs'), ana, order)
    expect(status, JSON.stringify(body)).toBe(202)
    await expect.poll(async () => (await read(`/runs/${body.id}`)).status).toBe('completed')
    return read(`/runs/${body.id}`)
  }
  const limit = async () => {
    const degrade = { fast_model_at: 1 }
    const budget = { scope: 'assistant', period: 'month', max_requests: 100, degrade }
    expect((await app.call('POST', `/assistants/${assistant}/budgets`, ana, budget)).status).toBe(201)
  }

  it('skip a run that a budget would answer with a cheaper model, and say so', async () => {
    await add('What absorbs light?')
    await limit()
    await plan()
    await runScheduled()
    await runScheduled()
    upstream.answer(says('No idea.'))
    const asked = upstream.seen.length
    const { last_run, notice } = await runScheduled()
    expect(last_run).toMatchObject({
      status: 'skipped',
      done: 0,
      reason: { message_code: 'tests.budget_degraded' },
    })
    expect(notice).toBeNull()
    expect(upstream.seen.length).toBe(asked)
  })

  it('mark a manual run that a cheaper model answered, and don’t compare with it', async () => {
    await add('What absorbs light?')
    await limit()
    expect(await run()).toMatchObject({ degraded: false, complete: true, passed: 1 })
    await run()
    upstream.answer(says('No idea.'))
    const cheaper = await run()
    expect(upstream.seen.at(-1)?.body).toMatchObject({ model: 'small-model' })
    expect(cheaper).toMatchObject({ degraded: true, complete: false, failed: 1 })
    expect(await read('/gate')).toMatchObject({ state: 'passed' })
    expect((await read('')).tests[0].last_outcome).toBe('passed')
  })

  it('take turns where a person may have one answer at a time', async () => {
    for (const question of ['One?', 'Two?', 'Three?']) await add(question)
    expect(await run()).toMatchObject({ passed: 3, failed: 0 })
    await plan()
    expect((await runScheduled()).last_run).toMatchObject({ passed: 3, failed: 0 })
  })

  it('leave the person’s own chat free', async () => {
    await add('One?')
    await add('Two?')
    const open: (() => void)[] = []
    upstream.answer(async (response, { body }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'chlorophyll' })))
      if (!JSON.stringify(body).includes('Mine?')) await new Promise<void>((resolve) => open.push(resolve))
      response.write(frameOf(chunkOf({}, 'stop')))
      response.end(frameOf('[DONE]'))
    })
    const { id } = (await app.call('POST', at('/runs'), ana, {})).body
    await expect.poll(() => open.length).toBe(1)
    const mine = await app.call('POST', `/creator/assistant/${assistant}/chat/completions`, ana, {
      messages: [{ role: 'user', content: 'Mine?' }],
    })
    expect(mine.status, JSON.stringify(mine.body)).toBe(200)
    // The other test waits for its turn.
    expect(open).toHaveLength(1)
    open.shift()?.()
    await expect.poll(() => open.length).toBe(1)
    open.shift()?.()
    await expect.poll(async () => (await read(`/runs/${id}`)).status).toBe('completed')
    expect(await read(`/runs/${id}`)).toMatchObject({ passed: 2, failed: 0 })
  })

  it('can be cancelled while tests wait for their turn', async () => {
    await add('One?')
    await add('Two?')
    const asked = new Promise<void>((resolve) => upstream.answer(() => resolve()))
    const { id } = (await app.call('POST', at('/runs'), ana, {})).body
    await asked
    await app.call('POST', at(`/runs/${id}/cancel`), ana)
    await expect.poll(async () => (await read(`/runs/${id}`)).status).toBe('cancelled')
    upstream.answer(says('It is chlorophyll.'))
    expect(await run()).toMatchObject({ passed: 2 })
  })

  it('keep their owner when someone else changes the time', async () => {
    await plan({ time: '06:00' })
    const changed = (await plan({ time: '08:15' }, admin)).body
    expect(changed).toMatchObject({ time: '08:15', owner: EDUCATOR.email, is_owner: false })
    const taken = (await plan({ time: '08:15', take_over: true }, admin)).body
    expect(taken).toMatchObject({ owner: 'admin@example.edu', is_owner: true })
    expect(await read('/schedule')).toMatchObject({ owner: 'admin@example.edu', is_owner: false })
  })

  it('are taken over from a person who has left', async () => {
    await plan()
    await db()
      .updateTable('test_schedules')
      .set({ user_id: null })
      .where('assistant_id', '=', assistant)
      .execute()
    expect((await plan({}, admin)).body).toMatchObject({ owner: 'admin@example.edu', is_owner: true })
  })

  it('count all failing tests in one sentence', async () => {
    const { body } = await add('Question 0?')
    const row = await db()
      .selectFrom('assistant_tests')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    const { id: _id, ...copy } = row
    const more = Array.from({ length: 59 }, (_, at) => ({ ...copy, title: `Question ${at + 1}?` }))
    await db().insertInto('assistant_tests').values(more).execute()
    await plan()
    await runScheduled()
    upstream.answer(says('No idea.'))
    const { notice } = await runScheduled()
    expect(notice.tests).toHaveLength(60)
    expect((await app.call('GET', `/assistants/${assistant}`, ana)).body.failing_tests).toBe(60)
    const mail = await mailbox.receive(EDUCATOR.email)
    expect(mail.subject).toMatch(/^60 tests of Biology .* now fail$/)
    expect(mail.text).toContain('and 50 more')
  })

  it('say in the subject that one test fails', async () => {
    await add('What absorbs light?')
    await plan()
    await runScheduled()
    upstream.answer(says('No idea.'))
    await runScheduled()
    expect((await mailbox.receive(EDUCATOR.email)).subject).toMatch(/^A test of Biology .* now fails$/)
  })

  it.each([
    [{ time: '7:30' }, 'Enter a time such as 07:30'],
    [{ time_zone: 'Mars/Olympus' }, 'Enter a time zone such as Europe/Madrid'],
  ])('refuse %j with an example', async (wrong, message) => {
    const { status, body } = await plan(wrong)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(message)
  })
})
