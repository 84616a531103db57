import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { callsThenSays } from './creation.testing.ts'

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

onEachDatabase('LAMB’s agent-assisted creation on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let assistant: number
  let session: string
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      ...upstream.settings,
    })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  beforeEach(async () => {
    upstream.answer(says('Hello'))
    assistant = await app.makeAssistant(token, { system_prompt: 'Old prompt' })
    session = (await app.call('POST', '/creator/aac/sessions', token, { assistant_id: assistant })).body.id
  })

  const at = (path = '') => `/creator/aac/sessions/${session}${path}`
  const say = async (message: string) => (await app.call('POST', at('/message'), token, { message })).body
  const prompt = async () => (await app.call('GET', `/assistants/${assistant}`, token)).body.system_prompt
  const proposes = (system_prompt: string, ...words: string[]) =>
    upstream.answer(callsThenSays([['propose_changes', { summary: 'Better', system_prompt }]], ...words))

  it('offers skills and starts a session with one', async () => {
    const skills = (await app.call('GET', '/creator/aac/skills', token)).body
    expect(skills[0]).toEqual({
      id: 'about-lamb',
      name: expect.any(String),
      description: expect.any(String),
      required_context: [],
    })
    expect(skills.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([
        'create-assistant',
        'improve-assistant',
        'explain-assistant',
        'test-and-evaluate',
      ]),
    )
    const started = await app.call('POST', '/creator/aac/sessions', token, {
      skill: 'test-and-evaluate',
      context: { assistant_id: String(assistant) },
    })
    expect(started.body).toMatchObject({
      id: expect.any(String),
      assistant_id: assistant,
      title: expect.any(String),
      status: 'active',
      skill: 'test-and-evaluate',
      user_email: expect.stringContaining('@'),
      organization_id: 1,
      created_at: expect.stringMatching(WITHOUT_ZONE),
      updated_at: expect.stringMatching(WITHOUT_ZONE),
    })
    session = started.body.id
    await say('Go')
    expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('Run its tests')
    const unknown = await app.call('POST', '/creator/aac/sessions', token, { skill: 'cook' })
    expect(unknown.status).toBe(400)
  })

  it('starts the helper of LAMB’s web page, which recognizes it by its title', async () => {
    const started = await app.call('POST', '/creator/aac/sessions', token, {
      skill: 'about-lamb',
      context: { language: 'English' },
    })
    expect(started.body).toMatchObject({ title: 'LAMB Helper', skill: 'about-lamb', assistant_id: null })
    const listed = (await app.call('GET', '/creator/aac/sessions', token)).body
    expect(listed.find(({ id }: { id: string }) => id === started.body.id)).toMatchObject({
      title: 'LAMB Helper',
      status: 'active',
    })
    session = started.body.id
    expect((await say('[System: Skill startup]')).response).toBe('Hello')
    expect(JSON.stringify(upstream.seen.at(-1)?.body)).toContain('opens the chat')
  })

  it('keeps the conversation and the tool calls', async () => {
    upstream.answer(callsThenSays([['read_draft', {}]], 'I see.'))
    expect(await say('Look')).toEqual({
      response: 'I see.',
      stats: { tool_calls: 1, tool_errors: 0, total_tool_time_ms: expect.any(Number), model: 'fake-model' },
    })
    const { body } = await app.call('GET', at(), token)
    expect(body).toMatchObject({
      id: session,
      assistant_id: assistant,
      status: 'active',
      tool_calls: 1,
      tool_errors: 0,
      turn_count: 1,
      conversation: [
        { role: 'user', content: 'Look' },
        { role: 'assistant', content: 'I see.' },
      ],
      tool_audit: [
        {
          command: 'read_draft',
          success: true,
          summary: 'Read the draft',
          artifacts: [],
          ts: expect.stringMatching(WITHOUT_ZONE),
        },
      ],
      created_at: expect.stringMatching(WITHOUT_ZONE),
      skill_id: null,
    })
    const listed = (await app.call('GET', '/creator/aac/sessions', token)).body
    expect(listed.find(({ id }: { id: string }) => id === session)).toMatchObject({ tool_calls: 1 })
    expect((await app.call('PUT', at('/title'), token, { title: 'New title' })).status).toBe(200)
    expect((await app.call('GET', at(), token)).body.title).toBe('New title')
    expect((await app.call('DELETE', at(), token)).body).toEqual({ success: true })
    expect((await app.call('GET', at(), token)).status).toBe(404)
  })

  it('shows the real changes, and saves them only when the person says so', async () => {
    proposes('New prompt', 'I made a tiny change. accept')
    const { response } = await say('Improve it')
    expect(response).toContain('> Old prompt')
    expect(response).toContain('> New prompt')
    expect(response).toContain('Reply “accept”')
    expect(await prompt()).toBe('Old prompt')
    upstream.answer(says('You can accept it.'))
    await say('Would you accept it?')
    expect(await prompt()).toBe('Old prompt')
    const asked = upstream.seen.length
    expect((await say('“Accept”')).response).toContain(`Saved as assistant ${assistant}`)
    expect(upstream.seen).toHaveLength(asked)
    expect(await prompt()).toBe('New prompt')
  })

  it('rejects, and shows the differences again if the assistant has changed', async () => {
    proposes('New prompt', 'Look.')
    await say('Improve it')
    expect((await say('reject')).response).toContain('Nothing was saved')
    proposes('New prompt', 'Look.')
    await say('Improve it')
    await app.call('PUT', `/assistants/${assistant}`, token, { system_prompt: 'By hand' })
    const { response } = await say('accept')
    expect(response).toContain('has changed since')
    expect(response).toContain('> By hand')
    expect(await prompt()).toBe('By hand')
    await say('accept')
    expect(await prompt()).toBe('New prompt')
  })

  it('speaks the language of the account', async () => {
    await app.call('PUT', '/account/language', token, { language: 'ca' })
    try {
      proposes('New prompt', 'Mira.')
      const { response } = await say('Millora’l')
      expect(response).toContain('Canvis proposats')
      expect(response).toContain('Abans:\n> Old prompt')
      expect((await say('«Rebutjar»')).response).toBe('La proposta s’ha rebutjat. No s’ha desat res.')
      proposes('New prompt', 'Mira.')
      await say('Millora’l')
      expect((await say('accepto')).response).toBe(`Desat com a assistent ${assistant}.`)
      const { body } = await app.call('GET', '/creator/aac/skills', token)
      expect(body[1]).toMatchObject({ id: 'create-assistant', name: 'Crea un assistent' })
    } finally {
      await app.call('PUT', '/account/language', token, { language: null })
    }
  })

  it('streams in LAMB’s events', async () => {
    upstream.answer(callsThenSays([['read_draft', {}]], 'I ', 'see.'))
    const { body, headers } = await app.call('POST', at('/message/stream'), token, { message: 'Look' })
    expect(headers.get('content-type')).toContain('text/event-stream')
    const frames: string[] = body
      .trim()
      .split('\n\n')
      .map((frame: string) => frame.replace('data: ', ''))
    expect(frames.at(-1)).toBe('[DONE]')
    const events = frames.slice(0, -1).map((frame) => JSON.parse(frame))
    expect(events).toContainEqual({ status: 'tool', command: expect.any(String) })
    expect(events.map((event) => event.content ?? '').join('')).toBe('I see.')
    expect(events.at(-1)).toMatchObject({ done: true, stats: { tool_calls: 1, model: 'fake-model' } })
  })

  it('reports a failure in the stream', async () => {
    upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[{"index":0,"delta":{"content":"Half"}}]}\n\n')
      response.write('data: {"error":{"message":"broken"}}\n\n')
      response.end()
    })
    const { body } = await app.call('POST', at('/message/stream'), token, { message: 'Hi' })
    expect(body).toContain('data: {"content":"Half"}')
    expect(body).toMatch(/data: \{"error":"[^"]+"\}\n\ndata: \[DONE\]\n\n$/)
  })

  it('stops at an exhausted budget, and is closed to students', async () => {
    const student = { email: 'student@example.edu', name: 'Student', password: 'a good password' }
    await app.call('POST', '/creator/admin/users/create', token, { ...student, user_type: 'end_user' })
    const theirs = await app.signIn(student.email, student.password)
    for (const [method, path, body] of [
      ['POST', '/creator/aac/sessions', {}],
      ['POST', at('/message'), { message: 'Hi' }],
      ['POST', '/creation-sessions', {}],
      ['GET', '/creation-sessions'],
      ['POST', `/creation-sessions/${session}/messages`, { message: 'Hi' }],
    ] as const)
      expect((await app.call(method, path, theirs, body)).status, path).toBe(403)
    const limit = { scope: 'organization', period: 'day', max_requests: 1 }
    const { slug } = (await app.call('GET', '/creator/admin/organizations', token)).body[0] ?? {}
    const budget = await app.call('POST', `/organizations/${slug}/budgets`, token, limit)
    expect(budget.status, JSON.stringify(budget.body)).toBeLessThan(300)
    await say('One')
    const refused = await app.call('POST', at('/message'), token, { message: 'Two' })
    expect(refused.status).toBe(429)
    await app.call('DELETE', `/budgets/${budget.body.id}`, token)
    expect((await app.call('POST', at('/message'), token, { message: 'Three' })).status).toBe(200)
  })
})
