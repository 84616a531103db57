import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const SYSTEM_KEY = 'the-system-key-of-this-test'

describe('simultaneous answers', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let assistant: number
  let open: (() => void)[] = []

  /** Sends one event, and continues when the test says so. */
  const waits: Script = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frameOf(chunkOf({ content: 'Hel' })))
    await new Promise<void>((resolve) => open.push(resolve))
    response.write(frameOf(chunkOf({ content: 'lo' }, 'stop')))
    response.end(frameOf('[DONE]'))
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream(waits)
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      OPENAI_MODEL: 'fake-model',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'fake-model',
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
      MAX_ANSWERS_PER_PERSON: '2',
      MAX_ANSWERS_PER_KEY: '3',
    })
    token = await app.signIn()
    assistant = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'fake-model' } })
    await app.call('PUT', `/creator/assistant/publish/${assistant}`, token, { publish_status: true })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const question = { messages: [{ role: 'user', content: 'Hello' }], stream: true }
  async function ask(headers: Record<string, string> = {}, signal: AbortSignal | null = null) {
    const response = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model: `lamb_assistant.${assistant}`, ...question }),
      signal,
    })
    return response
  }
  const finishAll = async (answers: Response[]) => {
    for (const go of open) go()
    open = []
    return Promise.all(answers.map((answer) => answer.text()))
  }
  /** Waits until a slot is free again: the upstream's connection signals the end of the answer. */
  const untilFree = () => expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200)

  it('are limited per person on every endpoint, with 429 and Retry-After', async () => {
    const running = [await ask(), await ask()]
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { error } = (await refused.json()) as { error: { message: string } }
    expect(error.message).toMatch(/You already have 2 answers in progress/)
    const doors = [
      app.call('POST', `/lamb/v1/completions?assistant=${assistant}`, token, question),
      app.call('POST', `/creator/assistant/${assistant}/chat/completions`, token, question),
      app.call('POST', '/assistant-drafts/answer', token, {
        assistant: { system_prompt: '', prompt_template: '{user_input}', metadata: { connector: 'openai' } },
        ...question,
      }),
      app.call('POST', '/creator/assistant/generate_assistant_description', token, { name: 'Tutor' }),
      app.call('POST', '/creator/rubrics/ai-generate', token, { prompt: 'A rubric for essays' }),
    ]
    for (const { status, body } of await Promise.all(doors)) expect(status, JSON.stringify(body)).toBe(429)
    await finishAll(running)
    upstream.answer(says('Hi'))
    expect((await ask()).status).toBe(200)
    upstream.answer(waits)
  })

  it('free their slot when the client disconnects, and when the provider fails', async () => {
    const leaving = new AbortController()
    const left = [await ask({}, leaving.signal), await ask({}, leaving.signal)]
    expect((await ask()).status).toBe(429)
    leaving.abort()
    await Promise.allSettled(left.map((one) => one.text()))
    upstream.answer((response) => void response.writeHead(500).end('{}'))
    await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBeGreaterThanOrEqual(500)
    for (let at = 0; at < 5; at++) expect((await ask()).status).toBeGreaterThanOrEqual(500)
    upstream.answer(says('Hi'))
    await untilFree()
    upstream.answer(waits)
  })

  it('count for each person behind the system key, and for the key as a whole', async () => {
    const as = (name: string) =>
      ask({ authorization: `Bearer ${SYSTEM_KEY}`, 'x-openwebui-user-email': name })
    const running = [await as('ada'), await as('ada')]
    expect(running.map(({ status }) => status)).toEqual([200, 200])
    expect((await as('ADA')).status).toBe(429)
    running.push(await as('bob'))
    const refused = await as('eve')
    expect(refused.status).toBe(429)
    expect(await refused.text()).toMatch(/This API key already has 3 answers/)
    await finishAll(running)
  })

  it('follow the organization’s own limit', async () => {
    const shown = (await app.call('GET', '/creator/admin/organizations/lamb', token)).body.config
    await app.call('PUT', '/creator/admin/organizations/lamb', token, {
      config: { ...shown, limits: { ...shown.limits, simultaneous_answers: 1 } },
    })
    const running = [await ask()]
    expect((await ask()).status).toBe(429)
    await finishAll(running)
  })
})
