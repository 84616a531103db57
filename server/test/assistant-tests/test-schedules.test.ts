import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startMailbox } from '../../src/platform/mail/mailbox.testing.ts'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const EDUCATOR = { email: 'ana@example.edu', name: 'Ana', password: 'a good password' }
const LIGHT = [{ kind: 'contains', text: 'chlorophyll' }]

onEachDatabase('tests that run automatically on $name', ({ name, env }) => {
  let app: TestApp
  let second: TestApp | undefined
  let upstream: FakeUpstream
  let mailbox: Awaited<ReturnType<typeof startMailbox>>
  let admin: string
  let ana: string
  let anaId: number
  let assistant: number
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    mailbox = await startMailbox()
    const settings = {
      ...(await env()),
      LAMB_JWT_SECRET: 'a secret that both instances have, for sessions',
      ENCRYPTION_KEY: 'ab'.repeat(32),
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'Bellwether <ai@example.edu>',
      PUBLIC_URL: 'https://ai.example.edu',
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: upstream.url,
      OPENAI_MODELS: 'fake-model,other-model',
      OPENAI_MODEL: 'fake-model',
    }
    app = await startTestApp(settings)
    if (name === 'PostgreSQL') second = await startTestApp(settings)
    admin = await app.signIn()
    await app.call('POST', '/creator/admin/users/create', admin, EDUCATOR)
    ana = await app.signIn(EDUCATOR.email, EDUCATOR.password)
    anaId = (await app.app.services.users.findByEmail(EDUCATOR.email))?.id ?? 0
    await app.call('PUT', '/account/language', ana, { language: 'es' })
  })
  afterAll(async () => {
    await second?.stop()
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
  const add = async (content: string, checks: object[] = LIGHT) =>
    (await app.call('POST', at(), ana, { messages: [{ role: 'user', content }], checks })).body.id
  const plan = (more: object = {}, token = ana) =>
    app.call('PUT', at('/schedule'), token, { every: 'daily', time_zone: 'Europe/Madrid', ...more })
  const read = async (token = ana) => (await app.call('GET', at('/schedule'), token)).body
  const db = () => app.app.services.db

  /** The time of the next run has come, on all instances. */
  async function due() {
    const schedules = db().updateTable('test_schedules').where('assistant_id', '=', assistant)
    await schedules.set({ next_at: 1 }).execute()
    for (const one of [app, second]) one?.app.services.testScheduleJobs.wake()
  }
  const isIdle = async () => {
    const row = await db()
      .selectFrom('test_schedules')
      .select(['next_at', 'leased_by', 'stopped'])
      .where('assistant_id', '=', assistant)
      .executeTakeFirst()
    return row?.leased_by === null && (row.next_at > 1 || row.stopped !== null)
  }
  async function runOnce() {
    await due()
    await expect.poll(isIdle, { timeout: 20_000 }).toBe(true)
    return read()
  }
  const listed = async (token = ana) => {
    const { assistants } = (await app.call('GET', '/assistants?scope=mine', token)).body
    return assistants.find(({ id }: { id: number }) => id === assistant)?.failing_tests
  }

  it('are off until someone chooses when', async () => {
    expect(await read()).toMatchObject({ every: 'off', next_at: null, last_run: null, notice: null })
    const { status, body } = await plan({ every: 'weekly', weekday: 3, time: '07:30' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      every: 'weekly',
      weekday: 3,
      time: '07:30',
      owner: EDUCATOR.email,
      is_owner: true,
    })
    const next = new Date(body.next_at * 1000)
    expect(next.getTime()).toBeGreaterThan(Date.now())
    const shown = { timeZone: 'Europe/Madrid', weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
    expect(next.toLocaleString('en-GB', shown)).toBe('Wed 07:30')
    expect((await app.call('DELETE', at('/schedule'), ana)).status).toBe(204)
    expect(await read()).toMatchObject({ every: 'off', next_at: null })
  })

  it.each([
    [{ every: 'hourly' }],
    [{ every: 'daily', time: '24:00' }],
    [{ every: 'daily', time_zone: 'Mars/Olympus' }],
    [{ every: 'weekly', weekday: 8 }],
  ])('refuse %j and change nothing', async (body) => {
    await plan()
    expect((await app.call('PUT', at('/schedule'), ana, body)).status).toBe(422)
    expect(await read()).toMatchObject({ every: 'daily', time: '06:00', time_zone: 'Europe/Madrid' })
  })

  it('run once on all instances, as the person who set them up', async () => {
    for (const question of ['One?', 'Two?', 'Three?']) await add(question)
    await plan()
    const before = upstream.seen.length
    const { last_run, next_at, notice } = await runOnce()
    expect(last_run).toMatchObject({ status: 'completed', scheduled: true, complete: true, passed: 3 })
    expect(next_at).toBeGreaterThan(Date.now() / 1000)
    expect(notice).toBeNull()
    expect(upstream.seen.length - before).toBe(3)
    expect((await app.call('GET', at('/runs'), ana)).body.runs).toHaveLength(1)
    await app.app.services.usage.flush()
    await second?.app.services.usage.flush()
    const used = async () =>
      (
        await db()
          .selectFrom('usage_records')
          .select('user_id')
          .where('assistant_id', '=', assistant)
          .execute()
      ).map(({ user_id }) => user_id)
    await expect.poll(used).toEqual([anaId, anaId, anaId])
    // It counts for publishing like a run by hand.
    expect((await app.call('GET', at('/gate'), ana)).body.state).toBe('passed')
  })

  it('tell the person by e-mail and in the app when a test starts to fail', async () => {
    await add('What absorbs light?')
    await add('What is green?', [{ kind: 'length', max_words: 50 }])
    await plan()
    await runOnce()
    expect(await listed()).toBe(0)
    expect(mailbox.mails).toEqual([])
    await app.call('PUT', `/assistants/${assistant}`, ana, {
      metadata: {
        prompt_processor: 'simple_augment',
        connector: 'openai',
        llm: 'other-model',
        rag_processor: 'no_rag',
      },
    })
    upstream.answer(says('No idea.'))
    const { notice, last_run } = await runOnce()
    expect(notice).toMatchObject({
      run_id: last_run.id,
      tests: [{ title: 'What absorbs light?' }],
      model: { before: 'fake-model', after: 'other-model' },
      version: { before: 1, after: 2 },
    })
    expect(await listed()).toBe(1)
    expect((await app.call('GET', `/assistants/${assistant}`, ana)).body.failing_tests).toBe(1)
    const mail = await mailbox.receive(EDUCATOR.email)
    expect(mail.subject).toContain('Ahora falla una prueba de Biology')
    expect(mail.text).toContain('What absorbs light?')
    expect(mail.text).not.toContain('What is green?')
    expect(mail.text).toContain('de fake-model a other-model')
    expect(mail.text).toContain(`https://ai.example.edu/assistants/${assistant}/tests`)
    // Failing again is no news, and the notice stays until it is seen.
    expect((await runOnce()).notice).toMatchObject({ tests: [{ title: 'What absorbs light?' }] })
    expect(mailbox.mails).toHaveLength(1)
    // Others don't see it, and can't dismiss it.
    expect(await read(admin)).toMatchObject({ is_owner: false, notice: null })
    await app.call('DELETE', at('/schedule/notice'), admin)
    expect(await listed()).toBe(1)
    expect((await app.call('DELETE', at('/schedule/notice'), ana)).status).toBe(204)
    expect(await listed()).toBe(0)
  })

  it('don’t mistake a provider outage for a failing test, and notice one that fails afterwards', async () => {
    await add('What absorbs light?')
    await plan()
    await runOnce()
    upstream.answer((response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
    })
    expect((await runOnce()).notice).toBeNull()
    upstream.answer(says('No idea.'))
    expect((await runOnce()).notice).toMatchObject({ tests: [{ title: 'What absorbs light?' }] })
  })

  it('remove the notice when the tests pass again, also in a manual run', async () => {
    await add('What absorbs light?')
    await plan()
    await runOnce()
    upstream.answer(says('No idea.'))
    await runOnce()
    expect(await listed()).toBe(1)
    upstream.answer(says('It is chlorophyll.'))
    const { id } = (await app.call('POST', at('/runs'), ana, {})).body
    await expect
      .poll(async () => (await app.call('GET', at(`/runs/${id}`), ana)).body.status)
      .toBe('completed')
    await expect.poll(() => listed()).toBe(0)
  })

  it('skip a run when the budget is used up, and say why', async () => {
    await add('What absorbs light?')
    await plan()
    const budget = { scope: 'assistant', period: 'month', max_requests: 0 }
    const made = await app.call('POST', `/assistants/${assistant}/budgets`, ana, budget)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { last_run, every, notice } = await runOnce()
    expect(last_run).toMatchObject({ status: 'skipped', scheduled: true, done: 0 })
    expect(last_run.reason.message).toMatch(/budget/i)
    expect(every).toBe('daily')
    expect(notice).toBeNull()
  })

  it('skip a run without tests', async () => {
    await plan()
    const { last_run } = await runOnce()
    expect(last_run).toMatchObject({ status: 'skipped', reason: { message_code: 'tests.none' } })
  })

  it('turn off when the person has lost access or their account', async () => {
    await add('What absorbs light?')
    await plan()
    await db().updateTable('assistants').set({ deleted_at: 1 }).where('id', '=', assistant).execute()
    await runOnce()
    await db().updateTable('assistants').set({ deleted_at: null }).where('id', '=', assistant).execute()
    expect(await read()).toMatchObject({
      every: 'off',
      next_at: null,
      stopped: { message_code: 'tests.schedule_no_access' },
    })
    expect((await plan()).body).toMatchObject({ every: 'daily', stopped: null })
    await db().updateTable('users').set({ enabled: 0 }).where('id', '=', anaId).execute()
    await runOnce()
    await db().updateTable('users').set({ enabled: 1 }).where('id', '=', anaId).execute()
    expect((await read()).stopped.message_code).toBe('tests.schedule_no_account')
    expect((await app.call('GET', at('/runs'), ana)).body.runs).toEqual([])
  })

  it('can be cancelled like any run', async () => {
    for (const question of ['One?', 'Two?', 'Three?']) await add(question)
    await plan()
    let closed = 0
    const asked = new Promise<void>((resolve) => {
      upstream.answer((response) => {
        response.on('close', () => closed++)
        resolve()
      })
    })
    await due()
    await asked
    const { last_run } = await read()
    expect(last_run).toMatchObject({ status: 'running', scheduled: true })
    expect((await app.call('POST', at(`/runs/${last_run.id}/cancel`), ana)).status).toBe(204)
    await expect.poll(isIdle, { timeout: 20_000 }).toBe(true)
    await expect.poll(() => closed).toBeGreaterThan(0)
    expect(await read()).toMatchObject({ every: 'daily', last_run: { status: 'cancelled' } })
  })

  it('wait until a manual run has ended', async () => {
    await add('One?')
    await plan()
    const asked = new Promise<void>((resolve) => {
      upstream.answer(() => resolve())
    })
    const { id } = (await app.call('POST', at('/runs'), ana, {})).body
    await asked
    const { last_run, next_at } = await runOnce()
    expect(last_run).toBeNull()
    expect(next_at - Date.now() / 1000).toBeLessThanOrEqual(300)
    await app.call('POST', at(`/runs/${id}/cancel`), ana)
  })

  it('end a run early when the budget is used up in between, without a notice', async () => {
    for (const question of ['One?', 'Two?', 'Three?', 'Four?']) await add(question)
    await plan()
    // For the first run, and half of the second.
    const budget = { scope: 'assistant', period: 'month', max_requests: 6 }
    await app.call('POST', `/assistants/${assistant}/budgets`, ana, budget)
    await runOnce()
    const { last_run, notice } = await runOnce()
    expect(last_run).toMatchObject({ status: 'cancelled', failed: 0 })
    expect(last_run.done).toBeGreaterThan(0)
    expect(last_run.reason.message).toMatch(/budget/i)
    expect(notice).toBeNull()
  })

  it('are hidden from people who can’t edit the assistant', async () => {
    await plan()
    const other = { email: `other${Math.random()}@example.edu`, name: 'Other', password: 'a good password' }
    await app.call('POST', '/creator/admin/users/create', admin, other)
    const token = await app.signIn(other.email, other.password)
    for (const [method, path, body] of [
      ['GET', '/schedule'],
      ['PUT', '/schedule', { every: 'daily' }],
      ['DELETE', '/schedule'],
      ['DELETE', '/schedule/notice'],
    ] as const)
      expect((await app.call(method, at(path), token, body)).status).toBe(404)
    expect(await read()).toMatchObject({ every: 'daily', owner: EDUCATOR.email })
  })
})
