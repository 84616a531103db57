import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeMoodle, startFakeMoodle, TOKEN } from '../../src/tools/moodle/fake-moodle.contract.ts'
import { callsAndSays, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { ADMIN, onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const SYSTEM_KEY = 'system-key-of-the-operator'
const EMAIL = 'x-openwebui-user-email'
type Message = { role: string; content: string; tool_calls?: unknown }

onEachDatabase('identity from the request to the tools ($name)', ({ env }) => {
  let app: TestApp
  let model: FakeUpstream
  let moodle: FakeMoodle
  let admin: string
  let student: string

  beforeAll(async () => {
    model = await startFakeUpstream()
    moodle = await startFakeMoodle()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'k',
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
      MOODLE_API_URL: moodle.url,
      MOODLE_TOKEN: TOKEN,
    })
    admin = await app.signIn()
    await app.call('POST', '/creator/admin/users/create', admin, {
      email: 'ada@example.edu',
      name: 'Ada',
      password: 'password of ada',
      role: 'user',
      user_type: 'creator',
    })
    student = await app.signIn('ada@example.edu', 'password of ada')
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
    await moodle.close()
  })
  beforeEach(() => {
    moodle.requests.length = 0
    moodle.behave()
    model.answer(says('Hello'))
  })

  async function publish(given: { prompt_template?: string; metadata?: object }): Promise<number> {
    const id = await app.makeAssistant(admin, {
      prompt_template: '{user_input}',
      ...given,
      metadata: { connector: 'openai', llm: 'm', rag_processor: '', ...given.metadata },
    })
    await app.call('POST', `/assistants/${id}/publish`, admin, { publish_status: true })
    return id
  }
  async function send(
    method: string,
    path: string,
    key: string,
    headers: Record<string, string> = {},
    body?: object,
  ) {
    const answer = await fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }
  async function ask(id: number, key: string, headers: Record<string, string> = {}, more: object = {}) {
    const messages = [{ role: 'user', content: 'Hi' }]
    const answer = await send('POST', '/v1/chat/completions', key, headers, {
      model: `lamb_assistant.${id}`,
      messages,
      ...more,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer
  }
  const got = () => (model.seen.at(-1)?.body['messages'] ?? []) as Message[]
  /** Calls one function, then answers. */
  const toolResult = () => got().find(({ role }) => role === 'tool')?.content ?? ''

  describe('{moodle_user}', () => {
    let id: number
    beforeAll(async () => {
      id = await publish({ prompt_template: '<{moodle_user}>{user_input}' })
    })
    const named = async (key: string, headers?: Record<string, string>, more?: object) => {
      await ask(id, key, headers, more)
      return /^<([^>]*)>/.exec(got().at(-1)?.content ?? '')?.[1]
    }
    const victim = { user_id: '12', lti_user_id: '12', lis_person_sourcedid: 'bob', email: 'bob@example.edu' }

    it('is the Moodle id of the person, as the server knows them', async () => {
      expect(await named(student)).toBe('11')
      expect(await named(SYSTEM_KEY, { [EMAIL]: 'bob@example.edu' })).toBe('12')
    })

    it.each([
      [{ [EMAIL]: 'bob@example.edu' }, {}],
      [{ 'x-openwebui-user-id': '12' }, {}],
      [{}, { metadata: victim, user: 'bob' }],
    ])('people can’t pose as others: %j %j', async (headers, more) => {
      expect(await named(student, headers, more)).toBe('11')
      expect(await named(admin, headers, more)).toBe(ADMIN.email)
    })

    it.each<[string, Record<string, string>, object, string]>([
      ['e-mail address first', { [EMAIL]: 'ada@example.edu', 'x-openwebui-user-id': '77' }, victim, '11'],
      ['then the forwarder’s id', { 'x-openwebui-user-id': '77' }, victim, '77'],
      ['then metadata.user_id', {}, victim, '12'],
      ['then lti_user_id', {}, { ...victim, user_id: '', lti_user_id: 'lti-9' }, 'lti-9'],
      ['then lis_person_sourcedid', {}, { lis_person_sourcedid: 'bob', email: 'ada@example.edu' }, 'bob'],
      ['then e-mail address, resolved', {}, { email: 'ada@example.edu' }, '11'],
      ['one that Moodle does not know', {}, { email: 'eve@example.edu' }, 'eve@example.edu'],
      ['nobody', {}, {}, 'default'],
    ])('trusts the operator’s client: %s', async (_what, headers, metadata, expected) => {
      expect(await named(SYSTEM_KEY, headers, { metadata })).toBe(expected)
    })

    it('is the e-mail address while Moodle is down', async () => {
      moodle.answer = (response) => response.writeHead(500).end()
      expect(await named(SYSTEM_KEY, { [EMAIL]: 'carl@example.edu' })).toBe('carl@example.edu')
    })

    it('is filled in a preview too', async () => {
      const { body } = await app.call('POST', `/assistants/${id}/preview`, admin, {
        messages: [{ role: 'user', content: 'x' }],
      })
      expect(body.messages.at(-1).content).toMatch(new RegExp(`^<${ADMIN.email}>`))
    })
  })

  it('Moodle’s grades are the person’s own, whatever the model asks for', async () => {
    const id = await publish({ metadata: { tools: [{ type: 'moodle_grades', use: 'call' }] } })
    model.answer(callsAndSays('get_moodle_grades', { course_id: '101', user_id: 'me' }))
    await ask(id, student)
    expect(toolResult()).toContain('Grades of Ada Lovelace')
    model.answer(callsAndSays('get_moodle_grades', { course_id: '101', user_id: 'bob' }))
    await ask(id, student)
    expect(toolResult()).toContain('you can only read your own')
    await ask(id, SYSTEM_KEY, { [EMAIL]: 'tess@example.edu' })
    expect(toolResult()).toContain('Grades of bob')
  })

  describe('person who signed up with another’s e-mail address', () => {
    const key = 'north-star-signup'
    const posing = { name: 'Not Bob', email: 'bob@example.edu', password: 'password of eve' }
    const REASON =
      'it is not known who you are in Moodle, because you have never opened an activity with LTI 1.3 from there and your e-mail address is not confirmed; ask your organization admin'
    let courses: number
    let greeting: number
    let eve: string
    let eveId: number
    beforeAll(async () => {
      courses = await publish({ metadata: { tools: [{ type: 'moodle', use: 'call' }] } })
      greeting = await publish({ prompt_template: '<{moodle_user}>{user_input}' })
      const open = { signup_enabled: true, signup_key: key }
      await app.call('PUT', '/creator/admin/org-admin/settings/signup', admin, open)
      await app.call('POST', '/creator/signup', undefined, { ...posing, secret_key: key })
      eve = await app.signIn(posing.email, posing.password)
      eveId = (await memberOf(posing.email)).id
    })
    const memberOf = async (email: string) => {
      const members = (await app.call('GET', '/creator/admin/org-admin/users', admin)).body
      return members.find((one: { email: string }) => one.email === email)
    }
    const confirm = (by: string, confirmed: boolean) =>
      app.call('PUT', `/organizations/current/members/${eveId}/email-confirmed`, by, { confirmed })
    const askCourses = async (by: string) => {
      model.answer(callsAndSays('get_moodle_courses', { user_id: 'me' }))
      const { headers } = await ask(courses, by)
      await app.app.services.traceRecorder.flush()
      const trace = await app.call('GET', `/traces/${headers.get('x-trace-id')}`, admin)
      return trace.body.steps.find((step: { kind: string }) => step.kind === 'tool')
    }

    it('is unknown to Moodle until an admin confirms the address', async () => {
      expect(await memberOf('ada@example.edu')).toMatchObject({ email_confirmed: true })
      expect(await memberOf(posing.email)).toMatchObject({ email_confirmed: false })
      const personal = (await app.call('POST', '/api-keys', eve, { name: 'mine' })).body.key
      for (const credential of [eve, personal]) {
        expect(await askCourses(credential)).toMatchObject({ outcome: 'denied', reason: REASON })
        expect(toolResult()).toContain(REASON)
        await ask(greeting, credential, { [EMAIL]: 'bob@example.edu' }, { metadata: { user_id: '12' } })
        expect(got().at(-1)?.content).toMatch(/^<default>/)
      }
      expect(moodle.requests).toEqual([])

      expect((await confirm(student, true)).status).toBe(403)
      expect((await confirm(eve, true)).status).toBe(403)
      expect((await confirm(admin, true)).body).toMatchObject({ id: eveId, email_confirmed: true })
      expect(await askCourses(eve)).toMatchObject({ outcome: 'ok' })
      expect(toolResult()).toContain('Bob Ross is enrolled')

      expect((await confirm(admin, false)).body).toMatchObject({ email_confirmed: false })
      expect(await askCourses(personal)).toMatchObject({ outcome: 'denied' })
      const { entries } = (await app.call('GET', '/audit?action=email-confirmed', admin)).body
      expect(entries).toHaveLength(2)
      expect(entries[0]).toMatchObject({ outcome: 'ok', user_email: ADMIN.email })
      expect(entries[0].object).toContain(String(eveId))
    })
  })

  describe('memory', () => {
    let id: number
    beforeAll(async () => {
      id = await publish({
        prompt_template: '[{memory}]{user_input}',
        metadata: {
          assistant_type: 'multi_tool',
          prompt_processor: 'multi_augment',
          tools: [
            { type: 'remember', use: 'call' },
            { type: 'recall', use: 'inject' },
          ],
        },
      })
    })
    const remembered = async (key: string, headers: Record<string, string> = {}) => {
      model.answer(says('Hello'))
      await ask(id, key, headers)
      return got().at(-1)?.content.includes('- Likes zebras')
    }
    const BOB = { [EMAIL]: 'bob@example.edu' }

    it('is private to the person on every endpoint', async () => {
      model.answer(callsAndSays('remember', { fact: 'Likes zebras' }))
      await ask(id, student)
      expect(toolResult()).toContain('It is remembered.')
      await ask(id, SYSTEM_KEY, BOB)
      await ask(id, SYSTEM_KEY)
      expect(toolResult()).toContain('the person asking is unknown')

      expect(await remembered(student)).toBe(true)
      expect(await remembered(SYSTEM_KEY, BOB)).toBe(true)
      expect(await remembered(admin)).toBe(false)
      expect(await remembered(SYSTEM_KEY, { [EMAIL]: 'ada@example.edu' })).toBe(false)

      const own = await send('GET', `/memories?assistant_id=${id}`, student)
      expect(own.body).toMatchObject({ total: 1, memories: [{ fact: 'Likes zebras', assistant_id: id }] })
      const [{ id: memory }] = own.body.memories
      expect((await send('GET', '/memories', admin)).body).toEqual({ memories: [], total: 0 })
      expect((await send('DELETE', `/memories/${memory}`, admin)).status).toBe(404)
      expect((await send('GET', '/memories', SYSTEM_KEY)).status).toBe(400)
      expect((await send('GET', '/memories', SYSTEM_KEY, BOB)).body.total).toBe(1)
      expect((await send('DELETE', `/memories/${memory}`, SYSTEM_KEY, BOB)).status).toBe(404)

      expect((await send('DELETE', `/memories/${memory}`, student)).body).toEqual({
        success: true,
        deleted: 1,
      })
      expect((await send('DELETE', '/memories', SYSTEM_KEY, BOB)).status).toBe(422)
      expect((await send('DELETE', `/memories?assistant_id=${id}`, SYSTEM_KEY, BOB)).body.deleted).toBe(1)
      expect(await remembered(SYSTEM_KEY, BOB)).toBe(false)
    })
  })
})
