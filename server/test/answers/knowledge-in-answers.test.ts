import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { chunkOf, type FakeUpstream, frameOf, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const BIOLOGY = 'Mitochondria release energy by cellular respiration.'
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

onEachDatabase('knowledge in answers ($name)', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let base: string
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    const model = { SMALL_FAST_MODEL_PROVIDER: 'openai', SMALL_FAST_MODEL_NAME: 'fast' }
    app = await startTestApp({
      ...(await env()),
      ...model,
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
    })
    token = await app.signIn()
    base = (await app.call('POST', '/creator/knowledgebases', token, { name: 'course' })).body.kb_id
    const form = new FormData()
    form.append('files', new File([BIOLOGY], 'biology.txt'))
    form.append('files', new File([HISTORY], 'history.txt'))
    await app.call('POST', `/creator/knowledgebases/kb/${base}/files`, token, form)
    await vi.waitFor(
      async () => {
        const status = await app.call('GET', `/creator/knowledgebases/kb/${base}/ingestion-status`, token)
        expect(status.body.by_status.completed).toBe(2)
      },
      { timeout: 10_000 },
    )
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const ask = async (id: number, content: unknown, more: object = {}) => {
    const request = { messages: [{ role: 'user', content }], ...more }
    return app.call('POST', `/completions?assistant_id=${id}`, token, request)
  }
  const lastPrompt = () => JSON.stringify(upstream.seen.at(-1)?.body['messages'])
  const ofTools = (tools: object[], template = '{context}\n{user_input}') =>
    app.makeAssistant(token, {
      prompt_template: template,
      metadata: {
        assistant_type: 'multi_tool',
        prompt_processor: 'multi_augment',
        connector: 'openai',
        llm: 'm',
        tools,
      },
    })

  it('puts the passage into the prompt with its number, and lists it as a source', async () => {
    const id = await ofTools([{ type: 'simple_rag', config: { collections: [base] } }])
    const answer = await ask(id, 'When did the French Revolution begin?')
    expect(lastPrompt()).toContain(`[1] history.txt\\n${HISTORY}`)
    expect(lastPrompt()).not.toContain('Mitochondria')
    expect(answer.body.sources).toMatchObject([
      {
        source: { name: 'history.txt' },
        document: [HISTORY],
        metadata: [{ n: 1, title: 'history.txt', collection: base, start: 0, end: HISTORY.length }],
      },
    ])
  })

  it('the URL of a source shows only that passage, to anyone who has it', async () => {
    const id = await ofTools([{ type: 'simple_rag', config: { collections: [base] } }])
    const [{ source }] = (await ask(id, 'When did the French Revolution begin?')).body.sources
    const path = source.url.replace(/^https?:\/\/[^/]+/, '')
    const opened = await app.call('GET', path)
    expect(opened.body).toMatchObject({ title: 'history.txt', quote: HISTORY, collection: base })
    const page = await fetch(app.url + path, { headers: { accept: 'text/html' } })
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain(`<mark>${HISTORY}</mark>`)
    for (const wrong of [
      path.replace('start=0', 'start=1'),
      path.replace(/sig=(.)/, (_: string, first: string) => `sig=${first === 'x' ? 'y' : 'x'}`),
      path.replace(/&sig=.*/, ''),
    ])
      expect((await app.call('GET', wrong)).status).toBeGreaterThanOrEqual(400)
  })

  it('searches for the text of a question with an image', async () => {
    const id = await ofTools([{ type: 'simple_rag', config: { collections: [base] } }])
    await ask(id, [
      { type: 'text', text: 'What do mitochondria release?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ])
    expect(lastPrompt()).toContain(BIOLOGY)
  })

  it('one tool searches for the query that another one wrote', async () => {
    upstream.answer((response, seen) =>
      (seen.body['model'] === 'fast' ? says('French Revolution') : says('It began in 1789.'))(response, seen),
    )
    const id = await ofTools([
      { type: 'simple_rag', config: { collections: [base], query: '{query}' } },
      { type: 'query_rewrite', config: {} },
    ])
    await ask(id, 'And when did it begin?')
    expect(lastPrompt()).toContain(HISTORY)
    upstream.answer(says('Hello'))
  })

  it('the model can search, and knows what is there', async () => {
    const id = await ofTools(
      [{ type: 'simple_rag', use: 'call', config: { collections: [base] } }],
      '{user_input}',
    )
    upstream.answer((response, seen) => {
      const messages = seen.body['messages'] as { role: string }[]
      if (messages.some(({ role }) => role === 'tool')) return says('In 1789 [1].')(response, seen)
      const call = {
        index: 0,
        id: 'c1',
        type: 'function',
        function: { name: 'kb_query', arguments: '{"query":"French Revolution"}' },
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        [chunkOf({ tool_calls: [call] }), chunkOf({}, 'tool_calls'), '[DONE]'].map(frameOf).join(''),
      )
    })
    const answer = await ask(id, 'When was it?')
    expect(lastPrompt()).toContain(HISTORY)
    expect(answer.body.choices[0].message.content).toBe('In 1789 [1].')
    expect(answer.body.sources).toMatchObject([{ metadata: [{ n: 1, title: 'history.txt' }] }])
    upstream.answer(says('Hello'))
  })

  it('gives bare passages to a classic assistant, the same before and after conversion', async () => {
    const id = await app.makeAssistant(token, {
      prompt_template: 'Context: {context}\nQuestion: {user_input}',
      RAG_collections: `${base}, 999`,
      RAG_Top_k: 2,
      metadata: { connector: 'openai', llm: 'm', rag_processor: 'simple_rag' },
    })
    await ask(id, 'When did the French Revolution begin?')
    const before = lastPrompt()
    expect(before).toContain(HISTORY)
    expect(before).not.toContain('[1]')
    expect((await app.call('POST', `/assistants/${id}/convert`, token)).status).toBe(200)
    await ask(id, 'When did the French Revolution begin?')
    expect(lastPrompt()).toBe(before)
  })

  it('warns on save about a missing knowledge base only', async () => {
    const metadata = {
      assistant_type: 'multi_tool',
      connector: 'openai',
      tools: [{ type: 'simple_rag', config: { collections: [base, '999'] } }],
    }
    const saved = await app.call('POST', '/assistants', token, {
      name: 'w',
      prompt_template: '{context}{user_input}',
      metadata,
    })
    expect(saved.body.warnings).toMatchObject([
      { code: 'not_available', message: expect.stringContaining('999') },
    ])
  })

  it('names what is searched in statuses', async () => {
    const id = await ofTools([{ type: 'simple_rag', config: { collections: [base] } }])
    const answer = await ask(id, 'French Revolution', { stream: true })
    expect(answer.body).toContain(`querying knowledge base ${base}`)
  })
})
