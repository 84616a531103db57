import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeUpstream, type Script, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const KEY = 'sk-secret-of-the-operator'
/** For a client whose users are students. */
const SYSTEM_KEY = 'the-system-key-of-this-test'
const refuses =
  (status: number, error: object = { message: 'no' }, headers: Record<string, string> = {}): Script =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error }))
  }

describe('provider errors', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let id: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: KEY,
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
      OPENAI_MODEL: 'default-model',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'fast-model',
      ANTHROPIC_API_KEY: 'sk-ant-secret-of-the-operator',
      ANTHROPIC_BASE_URL: upstream.url,
      OLLAMA_BASE_URL: upstream.url,
      GOOGLE_API_KEY: 'AIza-secret-of-the-operator',
      GOOGLE_BASE_URL: upstream.url,
      UPSTREAM_FIRST_BYTE_MS: '900',
    })
    token = await app.signIn()
    id = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'own-model' } })
  })
  beforeEach(() => {
    upstream.seen.length = 0
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const ask = async (stream = false, assistant = id) => {
    const answer = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: `lamb_assistant.${assistant}`,
        stream,
        messages: [{ role: 'user', content: 'x' }],
      }),
    })
    const text = await answer.text()
    expect(text).not.toContain(KEY)
    return { status: answer.status, headers: answer.headers, text, error: errorIn(text) }
  }
  const errorIn = (text: string) => (text.startsWith('{') ? JSON.parse(text).error : undefined)

  const MEANINGS: [number, object, number, object, number][] = [
    // the provider's status, its error, our status, our error, calls
    [
      400,
      { message: 'too long', code: 'context_length_exceeded', param: 'messages' },
      400,
      { type: 'invalid_request_error', code: 'context_length_exceeded', param: 'messages' },
      1,
    ],
    [400, { message: 'no', code: 'content_filter' }, 400, { code: 'content_filter' }, 1],
    [413, { message: 'too big', type: 'request_too_large' }, 400, { code: 'request_too_large' }, 1],
    [422, { message: 'bad' }, 400, { type: 'invalid_request_error' }, 1],
    [
      401,
      { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' },
      502,
      { type: 'provider_error', code: 'provider_failed' },
      1,
    ],
    [403, { message: 'no', code: 'nope' }, 502, { code: 'provider_failed' }, 1],
    [402, { message: 'pay', code: 'nope' }, 502, { code: 'provider_failed' }, 1],
    [
      404,
      { message: 'The model does not exist', code: 'model_not_found' },
      502,
      { code: 'provider_model_not_found', message: expect.stringContaining('has no model "own-model"') },
      1,
    ],
    [
      429,
      { message: 'slow down', code: 'rate_limit_exceeded' },
      429,
      { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
      1,
    ],
    [429, { message: 'no money', code: 'insufficient_quota' }, 429, { code: 'insufficient_quota' }, 1],
    [500, { message: 'oops' }, 502, { type: 'provider_error' }, 2],
    [503, { message: 'busy' }, 503, { type: 'service_unavailable' }, 2],
    [529, { message: 'overloaded', type: 'overloaded_error' }, 503, { code: 'overloaded_error' }, 2],
    [504, { message: 'late' }, 504, { type: 'provider_error' }, 1],
  ]
  it.each(MEANINGS)('%i %j → %i', async (status, said, ours, error, calls) => {
    for (const stream of [false, true]) {
      upstream.seen.length = 0
      upstream.answer(refuses(status, said))
      const answer = await ask(stream)
      expect(answer.status).toBe(ours)
      expect(answer.error).toMatchObject(error)
      expect(upstream.seen).toHaveLength(calls)
      expect(answer.headers.get('x-should-retry')).toBe(ours === 502 && status < 500 ? 'false' : null)
    }
  })

  it('passes Retry-After on, and does not call a busy provider again', async () => {
    for (const wait of ['0', '7']) {
      for (const stream of [false, true]) {
        upstream.seen.length = 0
        upstream.answer(refuses(429, { message: 'slow down' }, { 'retry-after': wait }))
        const answer = await ask(stream)
        expect(answer.status).toBe(429)
        expect(answer.headers.get('retry-after')).toBe(wait)
        expect(upstream.seen).toHaveLength(1)
      }
    }
    upstream.seen.length = 0
    upstream.answer(refuses(503, { message: 'busy' }, { 'retry-after': '60' }))
    const answer = await ask()
    expect([answer.status, answer.headers.get('retry-after'), upstream.seen.length]).toEqual([503, '60', 1])
  })

  it('the official client retries neither a 400 nor a wrong key', async () => {
    const openai = new OpenAI({ apiKey: token, baseURL: `${app.url}/v1`, maxRetries: 2 })
    for (const status of [400, 401, 404]) {
      upstream.seen.length = 0
      upstream.answer(refuses(status))
      const asked = openai.chat.completions.create({
        model: `lamb_assistant.${id}`,
        messages: [{ role: 'user', content: 'x' }],
      })
      await expect(asked).rejects.toMatchObject({ status: status === 400 ? 400 : 502 })
      expect(upstream.seen).toHaveLength(1)
    }
  })

  it('keeps the meaning of an error that arrives instead of the first event', async () => {
    upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        `data: ${JSON.stringify({ error: { message: 'slow down', code: 'rate_limit_exceeded' } })}\n\n`,
      )
    })
    for (const stream of [false, true]) expect((await ask(stream)).status).toBe(429)
  })

  it('applies one time limit to all calls together', async () => {
    upstream.answer(() => undefined)
    expect((await ask()).status).toBe(504)
    expect(upstream.seen).toHaveLength(1)
    upstream.seen.length = 0
    let calls = 0
    upstream.answer((response, seen) => {
      if (calls++ === 0) setTimeout(() => void refuses(503)(response, seen), 800)
    })
    // 503, or 504 if the machine is so busy that the limit came first: called once in either case.
    expect([503, 504]).toContain((await ask()).status)
    expect(upstream.seen).toHaveLength(1)
  })

  describe('fallback model', () => {
    const failsFor =
      (model: string, status: number): Script =>
      (response, seen) =>
        (seen.body['model'] === model ? refuses(status) : says('fine'))(response, seen)
    const models = () => upstream.seen.map(({ body }) => body['model'])

    it.each([400, 401, 404, 429, 500, 503])('does not answer by default (%i)', async (status) => {
      upstream.answer(failsFor('own-model', status))
      expect((await ask()).status).not.toBe(200)
      expect(new Set(models())).toEqual(new Set(['own-model']))
    })

    it('answers if the assistant allows it, and is named in the answer and the trace', async () => {
      const other = await app.makeAssistant(token, {
        metadata: { connector: 'openai', llm: 'own-model', model_fallback: true },
      })
      upstream.answer(failsFor('own-model', 500))
      const whole = await ask(false, other)
      expect(JSON.parse(whole.text)).toMatchObject({
        choices: [{ message: { content: 'fine' } }],
        model_fallback: { from: 'own-model', to: 'default-model' },
      })
      expect(models()).toEqual(['own-model', 'own-model', 'default-model'])
      const trace = await app.call('GET', `/traces/${whole.headers.get('x-trace-id')}`, token)
      expect(JSON.stringify(trace.body)).toContain(
        'The model own-model failed; default-model answered instead',
      )
      const streamed = await ask(true, other)
      expect(streamed.text).toContain('"status":"model_fallback"')
      for (const status of [400, 401, 403, 404, 413, 429]) {
        upstream.seen.length = 0
        upstream.answer(failsFor('own-model', status))
        expect((await ask(false, other)).status).not.toBe(200)
        expect(models()).toEqual(['own-model'])
      }
    })

    it('answers if the organization allows it, unless the assistant does not', async () => {
      const strict = await app.makeAssistant(token, {
        metadata: { connector: 'openai', llm: 'own-model', model_fallback: false },
      })
      const settings = '/organizations/current/settings'
      expect((await app.call('PATCH', settings, token, { model_fallback: true })).status).toBe(200)
      upstream.answer(failsFor('own-model', 503))
      expect((await ask()).status).toBe(200)
      expect((await ask(false, strict)).status).toBe(503)
      await app.call('PATCH', settings, token, { model_fallback: false })
      expect((await ask()).status).toBe(503)
    })
  })

  it.each(['anthropic', 'ollama', 'banana_img'])('%s: the same', async (connector) => {
    const other = await app.makeAssistant(token, { metadata: { connector, llm: 'm' } })
    for (const [status, ours] of [
      [400, 400],
      [413, 400],
      [401, 502],
      [404, 502],
      [429, 429],
      [503, 503],
      [529, 503],
    ] as const) {
      for (const stream of [false, true]) {
        upstream.answer(refuses(status, { message: 'no' }, { 'retry-after': '9' }))
        const answer = await ask(stream, other)
        expect(answer.status).toBe(ours)
        expect(answer.headers.get('retry-after')).toBe('9')
      }
    }
  })

  describe('wording of errors', () => {
    const SAID = `Incorrect API key provided: ${KEY.slice(0, 8)}****ator`
    const askAs = async (who: string, language: string, stream: boolean) => {
      const answer = await fetch(`${app.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${who}`,
          'content-type': 'application/json',
          'accept-language': language,
        },
        body: JSON.stringify({
          model: `lamb_assistant.${id}`,
          stream,
          messages: [{ role: 'user', content: 'x' }],
        }),
      })
      const text = await answer.text()
      return {
        status: answer.status,
        trace: answer.headers.get('x-trace-id'),
        message: errorIn(text).message,
      }
    }

    it('shows others a plain sentence in their language with a trace id, and the provider’s message to the owner and admins', async () => {
      await app.call('PUT', `/creator/assistant/publish/${id}`, token, { publish_status: true })
      upstream.answer(refuses(401, { message: SAID }))
      for (const stream of [false, true]) {
        for (const [language, words] of [
          ['en', 'The assistant can’t answer right now'],
          ['es-ES,es;q=0.9', 'El asistente no puede responder'],
          ['ca', 'L’assistent no pot respondre'],
          ['eu', 'Laguntzaileak ezin du'],
          ['sv', 'The assistant can’t answer right now'],
        ] as const) {
          const { status, trace, message } = await askAs(SYSTEM_KEY, language, stream)
          expect(status).toBe(502)
          expect(message).toContain(words)
          expect(message).toContain(trace)
          expect(message).not.toMatch(/API key|sk-|127\.0\.0\.1/)
        }
        const { message } = await askAs(token, 'es', stream)
        expect(message).toContain('rejected the API key')
        expect(message).not.toContain(KEY)
      }
      const trace = (await askAs(SYSTEM_KEY, 'en', false)).trace
      await app.app.services.usage.flush()
      const record = await app.call('GET', `/traces/${trace}`, token)
      expect(JSON.stringify(record.body)).toContain('rejected the API key')
    })
  })

  it('shows the message for a question outside any assistant', async () => {
    for (const [status, ours] of [
      [400, 400],
      [401, 502],
      [429, 429],
      [503, 503],
    ] as const) {
      upstream.seen.length = 0
      upstream.answer(refuses(status, { message: `wrong ${KEY}` }, { 'retry-after': '9' }))
      const answer = await app.call('POST', '/creator/assistant/generate_assistant_description', token, {
        name: 'x',
        instructions: 'Teach.',
        prompt_template: '{user_input}',
      })
      expect(answer.status).toBe(ours)
      expect(JSON.stringify(answer.body)).not.toContain(KEY)
      expect(upstream.seen.length).toBe(1)
    }
  })
})
