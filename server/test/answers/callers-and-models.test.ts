import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usageRepository } from '../../src/modules/usage/index.ts'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const SYSTEM_KEY = 'the-system-key-of-this-test'
const ask = (id: number, rest: object = {}) => ({
  model: `lamb_assistant.${id}`,
  messages: [{ role: 'user', content: 'x' }],
  ...rest,
})

describe('access and choice of model', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      OPENAI_MODELS: 'good, spare,',
      OPENAI_MODEL: 'spare',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'spare',
    })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  const modelOfLast = () => upstream.seen.at(-1)?.body['model']

  it('the system key can list and use published assistants only, and forwarded names are recorded', async () => {
    const [hidden, open] = [await app.makeAssistant(token), await app.makeAssistant(token)]
    await app.call('PUT', `/creator/assistant/publish/${open}`, token, { publish_status: true })
    const listed = (await app.call('GET', '/v1/models', SYSTEM_KEY)).body.data.map(
      (one: { id: string }) => one.id,
    )
    expect(listed).toEqual([`lamb_assistant.${open}`])
    expect((await app.call('POST', '/v1/chat/completions', SYSTEM_KEY, ask(hidden))).status).toBe(404)

    const forwarded = async (as: string) => {
      await fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${as}`,
          'content-type': 'application/json',
          'x-openwebui-user-email': 'student@example.edu',
        },
        body: JSON.stringify(ask(open)),
      })
      await app.app.services.usage.flush()
      return usageRepository.lastOf(app.app.services.db, open)
    }
    expect(await forwarded(SYSTEM_KEY)).toMatchObject({ user_id: null, end_user: 'student@example.edu' })
    expect(await forwarded(token)).toMatchObject({ end_user: null })
    const plain = (await app.call('POST', '/api-keys', token, { name: 'plain' })).body.key
    expect(await forwarded(plain)).toMatchObject({ end_user: null })
    const trusted = (await app.call('POST', '/api-keys', token, { name: 't', trusted_forwarder: true })).body
      .key
    expect(await forwarded(trusted)).toMatchObject({ end_user: 'student@example.edu' })
  })

  it('a key limited to one assistant can’t use others', async () => {
    const [mine, other] = [await app.makeAssistant(token), await app.makeAssistant(token)]
    const { key } = (await app.call('POST', '/api-keys', token, { name: 'one', assistant_ids: [mine] })).body
    expect((await app.call('POST', '/v1/chat/completions', key, ask(mine))).status).toBe(200)
    expect((await app.call('POST', '/v1/chat/completions', key, ask(other))).status).toBe(404)
    expect((await app.call('GET', '/v1/models', key)).body.data).toHaveLength(1)
    expect((await app.call('GET', '/assistants', key)).status).toBe(403)
  })

  it('lists models in pages, and gets one without the others', async () => {
    const { key } = (
      await app.call('POST', '/api-keys', token, {
        name: 'three',
        assistant_ids: [
          await app.makeAssistant(token),
          await app.makeAssistant(token),
          await app.makeAssistant(token),
        ],
      })
    ).body
    const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)
    const all = ids((await app.call('GET', '/v1/models', key)).body)
    const first = (await app.call('GET', '/v1/models?limit=2', key)).body
    expect(first).toMatchObject({ has_more: true, first_id: all[0], last_id: all[1] })
    const rest = (await app.call('GET', `/v1/models?limit=2&after=${first.last_id}`, key)).body
    expect(rest).toMatchObject({ has_more: false, last_id: all[2] })
    expect([...ids(first), ...ids(rest)]).toEqual(all)
    const beyond = (await app.call('GET', `/v1/models?after=${all[2]}`, key)).body
    expect(beyond).toMatchObject({ data: [], has_more: false, last_id: null })
    for (const query of ['limit=0', 'limit=x', 'limit=5000', 'after=nonsense'])
      expect((await app.call('GET', `/v1/models?${query}`, key)).status, query).toBe(400)

    expect((await app.call('GET', `/v1/models/${all[1]}`, key)).body).toMatchObject({
      id: all[1],
      object: 'model',
    })
    const other = await app.makeAssistant(token)
    expect((await app.call('GET', `/v1/models/lamb_assistant.${other}`, key)).status).toBe(404)
    expect((await app.call('GET', `/v1/models/lamb_assistant.${other}`, SYSTEM_KEY)).status).toBe(404)
  })

  it('refuses a model that the organization does not list, and uses its default if none is named', async () => {
    const unknown = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'unknown' } })
    const refused = await app.call('POST', '/v1/chat/completions', token, ask(unknown))
    expect(refused.status).toBe(400)
    expect(refused.body.error.message).toContain('doesn’t offer the model “unknown”')
    const id = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: '' } })
    expect((await app.call('POST', '/v1/chat/completions', token, ask(id))).status).toBe(200)
    expect(modelOfLast()).toBe('spare')
  })

  it('replaces a failing model only if the assistant allows it', async () => {
    const metadata = { connector: 'openai', llm: 'good' }
    const plain = await app.makeAssistant(token, { metadata })
    const id = await app.makeAssistant(token, { metadata: { ...metadata, model_fallback: true } })
    upstream.answer((response, seen) => {
      if (seen.body['model'] === 'spare') return says('spare here')(response, seen)
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"broken"}}')
    })
    expect((await app.call('POST', '/v1/chat/completions', token, ask(plain))).status).toBe(502)
    const answer = await app.call('POST', '/v1/chat/completions', token, ask(id))
    expect(answer.body.choices[0].message.content).toBe('spare here')
    await app.app.services.usage.flush()
    expect(await usageRepository.lastOf(app.app.services.db, id)).toMatchObject({
      model: 'spare',
      outcome: 'ok',
    })
    upstream.answer(says('Hello'))
  })

  it('callers can’t override what the assistant sets', async () => {
    const id = await app.makeAssistant(token, {
      metadata: { connector: 'openai', llm: 'good', model_params: { temperature: 0.1 } },
    })
    await app.call('POST', '/v1/chat/completions', token, ask(id, { temperature: 2, seed: 5 }))
    expect(upstream.seen.at(-1)?.body).toMatchObject({ temperature: 0.1, seed: 5 })
  })

  it('sends tasks of a chat page to the small, fast model', async () => {
    const id = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'good' } })
    await app.call('POST', '/v1/chat/completions', token, ask(id, { metadata: { task: 'tags_generation' } }))
    expect(modelOfLast()).toBe('spare')
  })

  it('names the missing connector, processor or provider', async () => {
    const refusal = async (metadata: object) => {
      const id = await app.makeAssistant(token, { metadata })
      const answer = await app.call('POST', '/v1/chat/completions', token, ask(id))
      expect(answer.status).toBe(400)
      return answer.body.error.message
    }
    expect(await refusal({ connector: 'nope' })).toContain("Connector 'nope' not found")
    expect(await refusal({ prompt_processor: 'nope' })).toContain("Prompt processor 'nope' not found")
    expect(await refusal({ rag_processor: 'nope' })).toContain("RAG processor 'nope' not found")
    expect(await refusal({ connector: 'anthropic', llm: 'x' })).toContain('Anthropic is not set up in')
  })

  it('debug_bypass shows the prompt to people who may read it', async () => {
    const id = await app.makeAssistant(token, {
      system_prompt: 'hidden rules',
      metadata: { connector: 'openai', llm: 'good' },
    })
    const path = `/creator/assistant/${id}/chat/completions`
    const shown = await app.call('POST', path, token, { ...ask(id), debug_bypass: true, persist_chat: false })
    expect(shown.body.choices[0].message.content).toContain('hidden rules')

    await app.call('PUT', `/creator/assistant/publish/${id}`, token, { publish_status: true })
    const student = {
      email: 'student@example.edu',
      name: 'S',
      password: 'long enough',
      role: 'user',
      user_type: 'end_user',
    }
    await app.call('POST', '/creator/admin/users/create', token, student)
    const studentToken = await app.signIn(student.email, student.password)
    expect((await app.call('POST', path, studentToken, ask(id))).status).toBe(200)
    expect((await app.call('POST', path, studentToken, { ...ask(id), debug_bypass: true })).status).toBe(403)
  })

  it.each([
    { connector: 'anthropic', llm: 'x' },
    { connector: 'openai', llm: 'a model that is not offered' },
    { connector: 'nope', llm: 'x' },
  ])('debug_bypass needs no provider: %j', async (metadata) => {
    const id = await app.makeAssistant(token, { system_prompt: 'hidden rules', metadata })
    const path = `/creator/assistant/${id}/chat/completions`
    const shown = await app.call('POST', path, token, { ...ask(id), debug_bypass: true, persist_chat: false })
    expect(shown).toMatchObject({
      status: 200,
      body: { choices: [{ message: { content: expect.stringContaining('hidden rules') } }] },
    })
    expect((await app.call('POST', path, token, ask(id))).status).toBe(400)
  })

  it('accepts a form with an image, and a bare prompt', async () => {
    const id = await app.makeAssistant(token, {
      metadata: { connector: 'openai', llm: 'good', capabilities: { vision: true } },
    })
    const form = new FormData()
    form.set('model', `lamb_assistant.${id}`)
    form.set('messages', JSON.stringify([{ role: 'user', content: 'what is this?' }]))
    form.set('image', new File([Buffer.from('89504e47', 'hex')], 'a.png', { type: 'image/png' }))
    expect((await app.call('POST', '/v1/chat/completions', token, form)).status).toBe(200)
    expect(upstream.seen.at(-1)?.body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
        ],
      },
    ])
    const bare = { model: `lamb_assistant.${id}`, prompt: 'just this' }
    expect((await app.call('POST', '/chat/completions', token, bare)).status).toBe(200)
    expect(upstream.seen.at(-1)?.body['messages']).toEqual([{ role: 'user', content: 'just this' }])
  })
})
