import { connect } from 'node:net'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI } from '@langchain/openai'
import { streamText } from 'ai'
import OpenAI from 'openai'
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

const SECRET = 'sk-secret-of-the-operator'
/** For a client whose users are students. */
const SYSTEM_KEY = 'the-system-key-of-this-test'
const begin = (write: (text: string) => void) =>
  write(frameOf(chunkOf({ role: 'assistant', content: 'Hel' })))
const streaming =
  (go: Script): Script =>
  (response, seen) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    return go(response, seen)
  }
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The ways in which a provider can fail. `text` is what arrived before. */
const FAULTS: Record<string, { script: Script; text: string }> = {
  'refuses with 401': {
    script: (response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${SECRET}` } }))
    },
    text: '',
  },
  'is broken (500 with a web page)': {
    script: (response) => {
      response.writeHead(500, { 'content-type': 'text/html' })
      response.end('<html>oops</html>')
    },
    text: '',
  },
  'dies before the first event': { script: (response) => void response.destroy(), text: '' },
  'dies in the middle': {
    script: streaming(async (response) => {
      begin((text) => response.write(text))
      await pause(30)
      response.destroy()
    }),
    text: 'Hel',
  },
  'ends without finishing': {
    script: streaming((response) => {
      begin((text) => response.write(text))
      response.end()
    }),
    text: 'Hel',
  },
  'sends an error as an event': {
    script: streaming((response) => {
      begin((text) => response.write(text))
      response.end(frameOf({ error: { message: `overloaded, ${SECRET}`, type: 'server_error' } }))
    }),
    text: 'Hel',
  },
  'hangs before the first byte': { script: () => undefined, text: '' },
  'hangs in the middle': {
    script: streaming((response) => begin((text) => response.write(text))),
    text: 'Hel',
  },
  'sends rubbish': {
    script: streaming((response) => {
      begin((text) => response.write(text))
      response.end('data: this is not JSON\n\ndata: {"half":\n\n')
    }),
    text: 'Hel',
  },
}

describe('provider that fails', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let model: string
  let openai: OpenAI

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: SECRET,
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
      UPSTREAM_FIRST_BYTE_MS: '600',
      UPSTREAM_IDLE_MS: '600',
      HEARTBEAT_MS: '150',
    })
    token = await app.signIn()
    const id = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'gpt-test' } })
    await app.call('PUT', `/creator/assistant/publish/${id}`, token, { publish_status: true })
    model = `lamb_assistant.${id}`
    openai = new OpenAI({ apiKey: token, baseURL: `${app.url}/v1`, maxRetries: 0 })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const ask = (stream: boolean, as = token) =>
    fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'x' }] }),
    })

  it.each(Object.entries(FAULTS))(
    '%s → a status before the first event, an error event and a closed stream after it',
    async (_name, { script, text }) => {
      upstream.answer(script)
      const answer = await ask(true)
      const body = await answer.text()
      // With a slow provider, the headers are already sent; see provider-errors.test.ts for the statuses.
      if (answer.status !== 200) {
        expect(text).toBe('')
        expect([502, 504]).toContain(answer.status)
        expect(JSON.parse(body).error).toMatchObject({ type: 'provider_error' })
        expect(body).not.toContain(SECRET)
        return
      }
      const events = body.split('\n\n').filter((event) => event.startsWith('data: '))
      const last = JSON.parse((events.at(-1) ?? '').slice(6))
      expect(last.error).toMatchObject({ type: 'provider_error', message: expect.any(String) })
      expect(last.error.message.length).toBeGreaterThan(10)
      expect(body).not.toContain(SECRET)
      expect(body).not.toContain('[DONE]')
      const answerText = events
        .slice(0, -1)
        .map((event) => JSON.parse(event.slice(6)).choices[0].delta.content ?? '')
      expect(answerText.join('')).toBe(text)
    },
  )

  it.each(Object.entries(FAULTS))('%s → 502 or 504 if not streamed', async (_name, { script }) => {
    upstream.answer(script)
    const answer = await ask(false)
    const body = await answer.text()
    expect([502, 504]).toContain(answer.status)
    expect(JSON.parse(body).error.message).toEqual(expect.any(String))
    expect(body).not.toContain(SECRET)
    // Only admins and owners may see the host of the models.
    const { host } = new URL(upstream.url)
    expect(body.includes(host)).toBe(!body.includes('The provider sent'))
    const toStudents = await (await ask(false, SYSTEM_KEY)).text()
    expect(JSON.parse(toStudents).error.message).toMatch(/^The assistant .*\(Reference: \S+\)$/)
    expect(toStudents).not.toContain(host)
  })

  describe('is reported by every streaming client', () => {
    const baseURL = () => `${app.url}/v1`
    const drain = async (stream: AsyncIterable<unknown>) => {
      for await (const _part of stream);
    }
    beforeAll(() => upstream.answer(FAULTS['dies in the middle']?.script ?? says('x')))

    it('openai', async () => {
      const ask = { model, messages: [{ role: 'user' as const, content: 'x' }] }
      await expect(openai.chat.completions.create({ ...ask, stream: true }).then(drain)).rejects.toThrow()
      await expect(openai.chat.completions.stream(ask).done()).rejects.toThrow()
    })

    it('LangChain', async () => {
      const chat = new ChatOpenAI({
        model,
        apiKey: token,
        configuration: { baseURL: baseURL() },
        maxRetries: 0,
      })
      await expect(chat.stream('x').then(drain)).rejects.toThrow()
    })

    it('the AI SDK', async () => {
      const provider = createOpenAICompatible({ name: 'bellwether', apiKey: token, baseURL: baseURL() })
      const errors: unknown[] = []
      const { fullStream } = streamText({
        model: provider(model),
        prompt: 'x',
        maxRetries: 0,
        onError: ({ error }) => void errors.push(error),
      })
      await drain(fullStream)
      expect(errors).toHaveLength(1)
    })
  })

  it('a temporary failure is retried once; the answer is then complete', async () => {
    let tries = 0
    upstream.answer((response, seen) => {
      if (tries++ > 0) return says('fine')(response, seen)
      response.writeHead(503, { 'retry-after': '0' })
      response.end('{}')
    })
    const answer = await ask(false)
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'fine' } }] })
    expect(tries).toBe(2)
  })

  it('sends the headers after a moment, however long the provider takes', async () => {
    upstream.answer(FAULTS['hangs before the first byte']?.script ?? says('x'))
    const answer = await ask(true)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    await answer.text()
  })

  it('a slow provider: heartbeats keep the connection alive, and every event arrives complete', async () => {
    upstream.answer(
      streaming(async (response) => {
        const whole =
          frameOf(chunkOf({ content: 'drip ✓' })) + frameOf(chunkOf({}, 'stop')) + frameOf('[DONE]')
        await pause(400)
        for (const byte of Buffer.from(whole)) {
          response.write(Buffer.from([byte]))
          await pause(1)
        }
        response.end()
      }),
    )
    const answer = await ask(true)
    const pieces: string[] = []
    const decoder = new TextDecoder()
    if (!answer.body) throw new Error('no body')
    for await (const piece of answer.body) pieces.push(decoder.decode(piece, { stream: true }))
    const all = pieces.join('')
    expect(all).toContain(': still here')
    expect(all).toContain('drip ✓')
    expect(all.endsWith('data: [DONE]\n\n')).toBe(true)
    // Clients that do not buffer see only complete events.
    for (const piece of pieces) expect(piece.endsWith('\n\n')).toBe(true)
  })

  it.each([true, false])(
    'a client that disconnects ends the call to the provider (stream: %s)',
    async (stream) => {
      upstream.answer(streaming((response) => begin((text) => response.write(text))))
      const { hostname, port } = new URL(app.url)
      const body = JSON.stringify({ model, stream, messages: [{ role: 'user', content: 'x' }] })
      const before = upstream.seen.length
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      while (upstream.seen.length === before || upstream.open() === 0) await pause(5)
      await pause(50)
      socket.destroy()
      await expect.poll(() => upstream.open()).toBe(0)
    },
  )

  it('many disconnecting clients do not mix up answers', async () => {
    upstream.answer(async (response, { body }) => {
      const messages = body['messages'] as { content: string }[]
      await pause(Math.random() * 40)
      return says(`echo ${messages.at(-1)?.content}`)(response, { body, headers: {} })
    })
    const results = await Promise.all(
      Array.from({ length: 120 }, async (_, at) => {
        const controller = new AbortController()
        if (at % 3 === 0) setTimeout(() => controller.abort(), Math.random() * 40)
        const answer = await openai.chat.completions
          .create(
            { model, messages: [{ role: 'user', content: `nonce-${at}` }] },
            { signal: controller.signal },
          )
          .catch(() => undefined)
        return answer === undefined || answer.choices[0]?.message.content === `echo nonce-${at}`
      }),
    )
    expect(results.every(Boolean)).toBe(true)
  })
})
