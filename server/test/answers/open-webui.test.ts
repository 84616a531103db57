import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { until } from '../harness/server-process.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const SYSTEM_KEY = 'the-key-of-open-webui'
const HEADERS = {
  'x-openwebui-user-email': 'student@example.edu',
  'x-openwebui-user-id': 'owui-7',
  'x-openwebui-user-role': 'admin',
}

interface Chunk {
  choices: { delta: { content?: string } }[]
  sources?: { source: { name: string }; document: string[]; metadata: { source: string; name: string }[] }[]
  status?: { message: string }
  event?: { type: string; data: { description: string; done: boolean } }
}

/** The requests of Open WebUI, with the key of the operator. */
describe('Open WebUI', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let admin: string
  let published: number

  const send = (body: object, key = SYSTEM_KEY) =>
    fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...HEADERS },
      body: JSON.stringify({ model: `lamb_assistant.${published}`, ...body }),
    })
  const chunksOf = async (response: Response): Promise<Chunk[]> =>
    (await response.text())
      .split('\n\n')
      .filter((one) => one.startsWith('data: {'))
      .map((one) => JSON.parse(one.slice(6)))
  const lastUsage = async () => {
    await app.app.services.usage.flush()
    return app.app.services.db
      .selectFrom('usage_records')
      .select(['end_user', 'user_id', 'model'])
      .where('assistant_id', '=', published)
      .where('kind', '=', 'answer')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream(says('A prism splits white light [1].'))
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
    })
    admin = await app.signIn()
    const base = (await app.call('POST', '/knowledge-bases', admin, { name: 'optics' })).body.id
    const form = new FormData()
    form.append('file', new File(['A prism splits white light into colours.'], 'prisms.md'))
    await app.call('POST', `/knowledge-bases/${base}/files`, admin, form)
    await until(async () => {
      const { body } = await app.call('GET', `/knowledge-bases/${base}/files`, admin)
      return body.files[0]?.status === 'completed' || undefined
    })
    const metadata = { connector: 'openai', llm: 'm', rag_processor: 'simple_rag' }
    published = await app.makeAssistant(admin, {
      name: 'Optics',
      description: 'About light',
      prompt_template: '{context}\n{user_input}',
      RAG_collections: String(base),
      metadata,
    })
    await app.makeAssistant(admin, { name: 'Draft' })
    await app.call('PUT', `/creator/assistant/publish/${published}`, admin, { publish_status: true })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  it('lists published assistants with a readable name', async () => {
    const { body } = await app.call('GET', '/v1/models', SYSTEM_KEY)
    expect(body.data).toEqual([
      expect.objectContaining({
        id: `lamb_assistant.${published}`,
        object: 'model',
        name: 'LAMB:Optics',
        description: 'About light',
        capabilities: { vision: false, image_generation: false },
      }),
    ])
  })

  it('streams the answer, and sources in the form that its page goes through', async () => {
    const chunks = await chunksOf(
      await send({ stream: true, messages: [{ role: 'user', content: 'What does a prism do?' }] }),
    )
    for (const { choices } of chunks) expect(choices.length).toBeLessThanOrEqual(1)
    expect(chunks.map((one) => one.choices[0]?.delta.content ?? '').join('')).toContain('white light')
    const sources = chunks.flatMap((one) => one.sources ?? [])
    // The loop of Open WebUI 0.5.6: every document has metadata at the same place.
    const shown = sources.flatMap((source) =>
      source.document.map((document, at) => ({
        id: source.metadata[at]?.source ?? source.source.name,
        name: source.metadata[at]?.name,
        document,
      })),
    )
    expect(shown).toEqual([
      { id: expect.any(String), name: 'prisms.md', document: expect.stringContaining('A prism splits') },
    ])
  })

  it('shows statuses in its own form, which end as done', async () => {
    const messages = [{ role: 'user', content: 'What does a prism do?' }]
    const events = (await chunksOf(await send({ stream: true, messages }))).filter((one) => one.status)
    expect(events.length).toBeGreaterThan(0)
    for (const { event, status } of events)
      expect(event).toEqual({
        type: 'status',
        data: { description: status?.message, done: expect.any(Boolean) },
      })
    expect(events.at(0)?.event?.data.done).toBe(false)
    expect(events.at(-1)?.event?.data.done).toBe(true)
    const silent = await send({ stream: true, messages, stream_options: { include_status: false } })
    expect((await chunksOf(silent)).some(({ event }) => event)).toBe(false)
  })

  it.each([
    '### Task:\nGenerate a concise, 3-5 word title.\n### Chat History:\nUSER: prism',
    '### Task:\nGenerate 1-3 broad tags.\n### Chat History:\nUSER: prism',
    '### Task:\nAnalyze the chat history and determine the need for a search.',
  ])('answers a task without the assistant’s prompt: %j', async (content) => {
    const answer = await send({ stream: false, messages: [{ role: 'user', content }] })
    expect(answer.status).toBe(200)
    expect(upstream.seen.at(-1)?.body['messages']).toEqual([{ role: 'user', content }])
  })

  it('records the person that a trusted key forwards, and ignores headers of other keys', async () => {
    const question = { messages: [{ role: 'user', content: 'What is light?' }] }
    expect((await send(question)).status).toBe(200)
    expect(await lastUsage()).toMatchObject({ end_user: 'student@example.edu', user_id: null })
    const { key } = (await app.call('POST', '/api-keys', admin, { name: 'plain' })).body
    expect((await send(question, key)).status).toBe(200)
    expect(await lastUsage()).toMatchObject({ end_user: null, user_id: 1 })
    expect((await send(question, 'a-wrong-key-of-open-webui')).status).toBe(401)
  })
})
