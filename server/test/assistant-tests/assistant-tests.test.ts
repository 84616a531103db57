import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

onEachDatabase('tests of assistants on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let admin: string
  let other: string
  let assistant: number
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: upstream.url,
      OPENAI_MODELS: 'fake-model,other-model',
      OPENAI_MODEL: 'fake-model',
    })
    admin = await app.signIn()
    const person = { email: 'other@example.edu', name: 'Other', password: 'a good password' }
    await app.call('POST', '/creator/admin/users/create', admin, person)
    other = await app.signIn(person.email, person.password)
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  beforeEach(async () => {
    upstream.answer(says('Light is absorbed by ', 'chlorophyll.'))
    assistant = await app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'fake-model' } })
  })

  const at = (path = '') => `/assistants/${assistant}/tests${path}`
  const ask = (content: string, checks: object[] = []) => ({ messages: [{ role: 'user', content }], checks })
  async function add(content: string, checks: object[] = []): Promise<number> {
    const made = await app.call('POST', at(), admin, ask(content, checks))
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.id
  }
  /** Starts a run and reads it until it has ended. */
  async function run(order: object = {}) {
    const started = await app.call('POST', at('/runs'), admin, order)
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    return untilEnded(started.body.id)
  }
  async function untilEnded(id: number) {
    for (;;) {
      const { body } = await app.call('GET', at(`/runs/${id}`), admin)
      if (body.status !== 'running') return body
    }
  }
  const publish = (more: object = {}) =>
    app.call('POST', `/assistants/${assistant}/publish`, admin, { publish_status: true, ...more })

  it('run all tests, with the previous result beside each', async () => {
    await add('What absorbs light?', [{ kind: 'contains', text: 'Chlorophyll' }])
    await add('What is green?', [{ kind: 'contains', text: 'grass' }])
    await add('Anything else?')
    const first = await run()
    expect(first).toMatchObject({
      status: 'completed',
      total: 3,
      done: 3,
      passed: 2,
      failed: 1,
      complete: true,
    })
    expect(first.results.map((result: { outcome: string }) => result.outcome).sort()).toEqual([
      'failed',
      'passed',
      'unchecked',
    ])
    expect(first.results[0]).toMatchObject({
      answer: 'Light is absorbed by chlorophyll.',
      model: 'fake-model',
      input_tokens: 7,
      previous: null,
    })
    upstream.answer(says('Now it is grass.'))
    const second = await run()
    const green = second.results.find((result: { title: string }) => result.title === 'What is green?')
    expect(green).toMatchObject({ outcome: 'passed', previous: { outcome: 'failed' } })
    const { tests } = (await app.call('GET', at(), admin)).body
    expect(tests.map((test: { last_outcome: string }) => test.last_outcome)).toEqual([
      'failed',
      'passed',
      'unchecked',
    ])
    expect((await app.call('GET', at('/runs'), admin)).body.runs).toHaveLength(2)
  })

  it('compare another model and an earlier version, without counting for publishing', async () => {
    const id = await add('What absorbs light?', [{ kind: 'contains', text: 'chlorophyll' }])
    const other = await run({ model: 'other-model', tests: [id] })
    expect(other).toMatchObject({ model: 'other-model', complete: false, passed: 1 })
    expect(upstream.seen.at(-1)?.body).toMatchObject({ model: 'other-model' })
    await app.call('PUT', `/assistants/${assistant}`, admin, { system_prompt: 'Second version.' })
    const old = await run({ version: 1 })
    expect(old).toMatchObject({ version: 1, complete: false })
    expect(JSON.stringify(upstream.seen.at(-1)?.body)).not.toContain('Second version.')
    expect((await app.call('GET', at('/gate'), admin)).body.state).toBe('not_run')
  })

  it('block publishing until they pass, or someone says why not', async () => {
    expect((await app.call('PUT', at('/gate'), admin, { required: true })).body).toEqual({
      required: true,
      required_by_organization: false,
      state: 'no_tests',
      failed: 0,
    })
    const refused = async () => {
      const answer = await publish()
      expect(answer).toMatchObject({ status: 409, body: { code: 'tests_failed' } })
      return answer.headers.get('x-message-code')
    }
    expect(await refused()).toBe('tests.required')
    await add('What absorbs light?', [{ kind: 'contains', text: 'chlorophyll' }])
    expect(await refused()).toBe('tests.not_run')
    upstream.answer(says('No idea.'))
    await run()
    expect(await refused()).toBe('tests.failed')
    upstream.answer(says('It is chlorophyll.'))
    const passed = await run()
    await app.call('PUT', `/assistants/${assistant}`, admin, { system_prompt: 'Changed.' })
    expect(await refused()).toBe('tests.changed')
    expect(passed.failed).toBe(0)
    await run()
    // A reviewer overrules the checks.
    const [result] = (await app.call('GET', at(`/runs/${(await run()).id}`), admin)).body.results
    await app.call('PUT', at(`/results/${result.id}/verdict`), admin, { verdict: 'bad' })
    expect(await refused()).toBe('tests.failed')
    await app.call('PUT', at(`/results/${result.id}/verdict`), admin, { verdict: 'good' })
    expect((await publish()).status).toBe(200)
  })

  it('don’t let an answer pass that nothing has checked and no one has rated', async () => {
    await app.call('PUT', at('/gate'), admin, { required: true })
    await add('What absorbs light?')
    upstream.answer(says('No idea.'))
    const { results } = await run()
    expect((await app.call('GET', at('/gate'), admin)).body.state).toBe('unreviewed')
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'tests_failed' } })
    await app.call('PUT', at(`/results/${results[0].id}/verdict`), admin, { verdict: 'mixed' })
    expect((await app.call('GET', at('/gate'), admin)).body.state).toBe('passed')
    expect((await publish()).status).toBe(200)
  })

  it('don’t count if the assistant was changed while they ran, even if it was changed back', async () => {
    await add('What absorbs light?', [{ kind: 'contains', text: 'chlorophyll' }])
    const save = (system_prompt: string) =>
      app.call('PUT', `/assistants/${assistant}`, admin, { system_prompt })
    await save('Before.')
    let answerNow: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      upstream.answer((response, ...rest) => {
        answerNow = () => void says('It is chlorophyll.')(response, ...rest)
        resolve()
      })
    })
    const started = await app.call('POST', at('/runs'), admin, {})
    await asked
    await save('Meanwhile.')
    await save('Before.')
    answerNow()
    expect(await untilEnded(started.body.id)).toMatchObject({ status: 'completed', failed: 0 })
    expect((await app.call('GET', at('/gate'), admin)).body.state).toBe('not_run')
  })

  it('can be overruled with a reason, which is logged', async () => {
    await app.call('PUT', at('/gate'), admin, { required: true })
    expect((await publish({ accept_failed_tests: ' ' })).status).toBe(422)
    expect((await publish({ accept_failed_tests: 'The course starts today' })).status).toBe(200)
    // Saved before the answer.
    const rows = await app.app.services.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'assistant.publish_without_tests')
      .execute()
    expect(JSON.stringify(rows)).toContain('The course starts today')
  })

  it('can be required by the organization, also for LAMB’s clients', async () => {
    const settings = '/organizations/current/settings'
    expect((await app.call('PATCH', settings, admin, { require_tests: true })).status).toBe(200)
    const lamb = await app.call('PUT', `/creator/assistant/publish/${assistant}`, admin, {
      publish_status: true,
    })
    await app.call('PATCH', settings, admin, { require_tests: false })
    expect(lamb).toMatchObject({ status: 409, body: { code: 'tests_failed' } })
    expect((await publish()).status).toBe(200)
  })

  it('can be cancelled, and run one at a time per assistant', async () => {
    await add('One?')
    await add('Two?')
    await add('Three?')
    let cancelled = 0
    const asked = new Promise<void>((resolve) => {
      upstream.answer((response) => {
        response.on('close', () => cancelled++)
        resolve()
      })
    })
    const started = await app.call('POST', at('/runs'), admin, {})
    await asked
    expect(await app.call('POST', at('/runs'), admin, {})).toMatchObject({ status: 409 })
    expect((await app.call('POST', at(`/runs/${started.body.id}/cancel`), admin)).status).toBe(204)
    expect(await untilEnded(started.body.id)).toMatchObject({ status: 'cancelled' })
    await expect.poll(() => cancelled).toBeGreaterThan(0)
  })

  it('run once, even if many are started at the same moment', async () => {
    await add('One?')
    // No answer, so that none ends before another starts.
    upstream.answer(() => undefined)
    const started = await Promise.all(
      Array.from({ length: 8 }, () => app.call('POST', at('/runs'), admin, {})),
    )
    const statuses = started.map(({ status }) => status)
    for (const { body, status } of started)
      if (status === 202) await app.call('POST', at(`/runs/${body.id}/cancel`), admin)
    expect(statuses.sort()).toEqual([202, ...Array.from({ length: 7 }, () => 409)])
  })

  it('end when the assistant is deleted, and can still be cancelled', async () => {
    await add('One?')
    await add('Two?')
    await add('Three?')
    let open = 0
    const asked = new Promise<void>((resolve) => {
      upstream.answer((response) => {
        open++
        response.on('close', () => open--)
        resolve()
      })
    })
    const { id } = (await app.call('POST', at('/runs'), admin, {})).body
    await asked
    expect((await app.call('DELETE', `/assistants/${assistant}`, admin)).status).toBeLessThan(300)
    expect((await app.call('POST', at(`/runs/${id}/cancel`), other)).status).toBe(404)
    expect((await app.call('POST', at(`/runs/${id}/cancel`), admin)).status).toBe(204)
    await expect.poll(() => open).toBe(0)
    await app.call('POST', `/assistants/${assistant}/undelete`, admin)
    expect(await untilEnded(id)).toMatchObject({ status: 'cancelled', complete: false })
  })

  it('keep the reason when the provider fails', async () => {
    await add('One?')
    upstream.answer((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'Bad request', code: 'x' } }))
    })
    const { results, failed } = await run()
    expect(failed).toBe(1)
    expect(results[0]).toMatchObject({
      outcome: 'error',
      answer: '',
      error: expect.stringContaining('Bad request'),
      message_code: expect.stringMatching(/^providers\./),
    })
  })

  it('are hidden from people who can’t edit the assistant', async () => {
    const id = await add('One?')
    const { id: runId } = await run()
    await publish()
    for (const [method, path, body] of [
      ['GET', at()],
      ['POST', at(), ask('Mine?')],
      ['GET', at(`/${id}`)],
      ['PUT', at(`/${id}`), ask('Mine?')],
      ['DELETE', at(`/${id}`)],
      ['POST', at('/runs'), {}],
      ['GET', at('/runs')],
      ['GET', at(`/runs/${runId}`)],
      ['POST', at(`/runs/${runId}/cancel`)],
      ['GET', at('/gate')],
      ['PUT', at('/gate'), { required: false }],
      ['GET', `/creator/assistant/${assistant}/tests/scenarios`],
      ['POST', `/creator/assistant/${assistant}/tests/run`, {}],
    ] as const) {
      const { status } = await app.call(method, path, other, body)
      expect([method, path, status === 403 || status === 404]).toEqual([method, path, true])
    }
    // A test of another assistant is not found.
    const mine = await app.makeAssistant(admin)
    expect((await app.call('GET', `/assistants/${mine}/tests/${id}`, admin)).status).toBe(404)
    expect((await app.call('GET', `/assistants/${mine}/tests/runs/${runId}`, admin)).status).toBe(404)
  })

  it.each([
    [{ messages: [] }],
    [{ messages: [{ role: 'assistant', content: 'x' }] }],
    [{ messages: [{ role: 'system', content: 'x' }] }],
    [ask('x', [{ kind: 'matches', pattern: '(' }])],
    [ask('x', [{ kind: 'length', min_words: 9, max_words: 8 }])],
    [ask('x', [{ kind: 'contains', text: '' }])],
    [ask('x', [{ kind: 'nonsense' }])],
  ])('refuse %j', async (body) => {
    expect((await app.call('POST', at(), admin, body)).status).toBe(422)
    expect((await app.call('GET', at(), admin)).body.tests).toEqual([])
  })

  describe('with LAMB’s clients', () => {
    const lamb = (path: string) => `/creator/assistant/${assistant}/tests${path}`

    it('are told what a scenario needs', async () => {
      const message = 'What absorbs light?'
      for (const [fault, ...bodies] of [
        ['Title is required', { message }, { title: ' ', message }, { title: null, message }],
        [
          'Messages are required',
          { title: 'Light' },
          { title: 'Light', message: ' ', messages: [] },
          { title: 'Light', message: null },
        ],
      ] as const)
        for (const body of bodies)
          expect([body, await app.call('POST', lamb('/scenarios'), admin, body)]).toMatchObject([
            body,
            { status: 400, body: { detail: fault } },
          ])
      expect((await app.call('GET', lamb('/scenarios'), admin)).body).toEqual([])
    })

    it('create, change, run and evaluate scenarios', async () => {
      const made = await app.call('POST', lamb('/scenarios'), admin, {
        title: 'Light',
        message: 'What absorbs light?',
        scenario_type: 'single_turn',
        expected_behavior: 'Names chlorophyll',
        tags: ['biology'],
      })
      // LAMB's command line shortens ids and times as text.
      expect(made.body).toEqual({ id: expect.any(String), title: 'Light', assistant_id: assistant })
      const { id } = made.body
      expect((await app.call('PUT', lamb(`/scenarios/${id}`), admin, { title: 'Sun' })).body).toEqual({
        success: true,
      })
      expect((await app.call('GET', lamb('/scenarios'), admin)).body).toEqual([
        expect.objectContaining({
          id,
          title: 'Sun',
          messages: [{ role: 'user', content: 'What absorbs light?' }],
          expected_behavior: 'Names chlorophyll',
          tags: ['biology'],
          created_by: 'admin@example.edu',
          created_at: expect.stringMatching(WITHOUT_ZONE),
        }),
      ])
      for (const path of ['/scenarios/nope', '/runs/nope'])
        expect((await app.call('GET', lamb(path), admin)).status, path).toBe(404)
      expect((await app.call('POST', lamb('/run'), admin, { scenario_id: 'nope' })).status).toBe(404)
      const one = await app.call('POST', lamb('/run'), admin, { scenario_id: id })
      expect(one.body).toMatchObject({
        scenario_id: id,
        response: 'Light is absorbed by chlorophyll.',
        token_usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
        model_used: 'fake-model',
        elapsed_ms: expect.any(Number),
        created_at: expect.stringMatching(WITHOUT_ZONE),
      })
      expect((await app.call('POST', lamb('/run'), admin, {})).body).toMatchObject({ count: 1, runs: [{}] })
      const run = one.body.id
      expect((await app.call('GET', lamb('/runs?limit=1000'), admin)).body).toHaveLength(2)
      expect((await app.call('GET', lamb(`/runs/${run}`), admin)).body).toMatchObject({
        output: { object: 'chat.completion' },
        assistant_snapshot: { connector: 'openai', llm: 'fake-model' },
      })
      const verdict = { verdict: 'good', notes: 'Fine' }
      expect((await app.call('POST', lamb(`/runs/${run}/evaluate`), admin, verdict)).body).toEqual({
        id: expect.any(String),
        test_run_id: run,
        verdict: 'good',
      })
      expect((await app.call('GET', lamb('/evaluations'), admin)).body).toEqual([
        expect.objectContaining({
          test_run_id: run,
          verdict: 'good',
          notes: 'Fine',
          evaluator: 'admin@example.edu',
        }),
      ])
      expect((await app.call('DELETE', lamb(`/scenarios/${id}`), admin)).body).toEqual({ success: true })
      expect((await app.call('GET', lamb(`/scenarios/${id}`), admin)).status).toBe(404)
    })

    it('show the prompt with debug_bypass', async () => {
      await app.call('POST', lamb('/scenarios'), admin, { title: 'x', message: 'What absorbs light?' })
      const before = upstream.seen.length
      const { body } = await app.call('POST', lamb('/run'), admin, { debug_bypass: true })
      expect(body.runs[0].response).toContain('What absorbs light?')
      expect(upstream.seen).toHaveLength(before)
    })
  })
})
