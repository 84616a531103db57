import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chunkOf, type FakeUpstream, frameOf, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { enter, makeLink, makePerson, makePublished, QUESTION } from './class-links.testing.ts'

onEachDatabase('answers that are running on $name', ({ env }) => {
  let app: TestApp
  /** On PostgreSQL another instance on the same database; SQLite has one server. */
  let second: TestApp
  let upstream: FakeUpstream
  let admin: string
  let ana: string
  let student: string
  let assistant: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    const settings: Record<string, string> = {
      ...(await env()),
      ...upstream.settings,
      LAMB_JWT_SECRET: 'a secret that both instances share',
      ENCRYPTION_KEY: 'another secret that both instances share',
    }
    app = await startTestApp(settings)
    second = settings['DATABASE_URL'] ? await startTestApp(settings) : app
    admin = await app.signIn()
    ana = await makePerson(app, admin, 'ana')
    student = await makePerson(app, admin, 'stu', { user_type: 'end_user' })
    assistant = await makePublished(app, ana, { metadata: { connector: 'openai', llm: 'fake-model' } })
  })
  afterAll(async () => {
    if (second !== app) await second.stop()
    await app.stop()
    await upstream.stop()
  })

  /** A model that says one word and then waits for the test. */
  const hangUp = () => {
    const model: { response?: ServerResponse } = {}
    const spoke = new Promise<void>((resolve) =>
      upstream.answer((response) => {
        model.response = response
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ role: 'assistant', content: 'Water' })))
        resolve()
      }),
    )
    return {
      spoke,
      gone: async () => {
        if (model.response && !model.response.closed) await once(model.response, 'close')
      },
      finish() {
        model.response?.write(frameOf(chunkOf({ content: ' moves.' })))
        model.response?.write(frameOf(chunkOf({}, 'stop')))
        model.response?.end(frameOf('[DONE]'))
      },
    }
  }
  const stream = (guest: string, path: string, more: object = {}) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${guest}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...QUESTION, stream: true, ...more }),
    })

  it.each([
    ['is turned off', (id: number) => second.call('PATCH', `/links/${id}`, ana, { paused: true }), 'off'],
    ['is deleted', (id: number) => second.call('DELETE', `/links/${id}`, ana), 'not found'],
    [
      'ends',
      (id: number) => second.call('PATCH', `/links/${id}`, ana, { ends_at: '2020-01-01T00:00:00Z' }),
      'ended',
    ],
  ])('end when the link %s', async (_name, change, said) => {
    const { id, code } = await makeLink(app, ana, assistant)
    const other = await makeLink(app, ana, assistant)
    const [guest, elsewhere] = [await enter(app, code), await enter(app, other.code)]
    const model = hangUp()
    const running = await stream(guest, '/v1/chat/completions', { model: `lamb_assistant.${assistant}` })
    await model.spoke
    expect((await change(id)).status).toBe(200)
    expect((await running.text()).toLowerCase()).toContain(said)
    await model.gone()

    const kept = hangUp()
    const unchanged = await stream(elsewhere, '/v1/chat/completions', {
      model: `lamb_assistant.${assistant}`,
    })
    await kept.spoke
    kept.finish()
    expect(await unchanged.text()).toContain('moves.')
  })

  it.each<
    [string, (id: number, organization: string) => [method: string, path: string, body?: object], string]
  >([
    ['account is deleted', (id) => ['DELETE', `/creator/admin/users/${id}`], 'token'],
    ['account is disabled', (id) => ['PUT', `/creator/admin/users/${id}/disable`], 'token'],
    [
      'organization is suspended',
      (_id, organization) => ['PUT', `/creator/admin/organizations/${organization}`, { status: 'suspended' }],
      'suspended',
    ],
  ])('end when the person’s %s', async (_name, change, said) => {
    const slug = `o-${randomUUID()}`
    const organization = { name: slug, slug, use_system_providers: true }
    const { body: made } = await app.call('POST', '/creator/admin/organizations', admin, organization)
    const makeMember = async (name: string, user_type: string) => {
      const member = { email: `${name}@${slug}.example`, name, password: 'a good password', user_type }
      const place = { organization_id: made.id }
      const { body } = await app.call('POST', '/creator/admin/users/create', admin, { ...member, ...place })
      return { id: body.user_id, token: await app.signIn(member.email, member.password) }
    }
    const educator = await makeMember('ed', 'creator')
    const metadata = { connector: 'openai', llm: 'fake-model' }
    const tutor = await makePublished(app, educator.token, { metadata })
    const person = await makeMember('stu', 'end_user')
    const model = hangUp()
    const running = await stream(person.token, '/v1/chat/completions', { model: `lamb_assistant.${tutor}` })
    await model.spoke
    const [method, path, body] = change(person.id, slug)
    expect(await second.call(method, path, admin, body)).toMatchObject({ status: 200 })
    expect(await running.text()).toContain(said)
    await model.gone()
  })

  it('go on when the link changes in another way', async () => {
    const { id, code } = await makeLink(app, ana, assistant)
    const guest = await enter(app, code)
    const model = hangUp()
    const running = await stream(guest, '/v1/chat/completions', { model: `lamb_assistant.${assistant}` })
    await model.spoke
    expect((await second.call('PATCH', `/links/${id}`, ana, { daily_questions: 7 })).status).toBe(200)
    model.finish()
    expect(await running.text()).toContain('moves.')
  })

  it('are complete in the account that keeps the chats meanwhile', async () => {
    const { code } = await makeLink(app, ana, assistant)
    const guest = await enter(app, code)
    const model = hangUp()
    const path = `/creator/assistant/${assistant}/chat/completions`
    const running = await stream(guest, path)
    const chat = running.headers.get('x-chat-id') ?? ''
    await model.spoke
    const answer = await second.call('POST', `/links/${code}/keep`, student, { token: guest })
    expect(answer.body).toEqual({ chats: 1, assistant_id: assistant })
    model.finish()
    expect(await running.text()).toContain('moves.')
    const { body } = await app.call('GET', `/creator/chats/${chat}`, student)
    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual([
      'What is osmosis?',
      'Water moves.',
    ])
  })
})
