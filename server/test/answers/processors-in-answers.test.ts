import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type FakeUpstream as FakeGoogle,
  startFakeUpstream as startFakeGoogle,
} from '../../src/connectors/fake-upstream.contract.ts'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const BIOLOGY = 'Mitochondria release energy by cellular respiration.'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
type Message = { role: string; content: string; tool_calls?: unknown }

describe('prompt processors and image generation in answers', () => {
  let app: TestApp
  let model: FakeUpstream
  let google: FakeGoogle
  let token: string
  let base: string
  let fastAnswer: Script

  beforeAll(async () => {
    model = await startFakeUpstream()
    google = await startFakeGoogle()
    app = await startTestApp({
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'k',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'fast',
      GOOGLE_BASE_URL: google.url,
      GOOGLE_API_KEY: 'AIzaSyTest0123456789abcdef',
    })
    token = await app.signIn()
    base = (await app.call('POST', '/knowledge-bases', token, { name: 'course' })).body.id
    const form = new FormData()
    form.set('files', new File([BIOLOGY], 'biology.txt'))
    const file = (await app.call('POST', `/knowledge-bases/${base}/files`, token, form)).body.files[0].id
    await vi.waitFor(
      async () => {
        const { body } = await app.call('GET', `/knowledge-bases/${base}/files/${file}`, token)
        expect(body.status).toBe('completed')
      },
      { timeout: 20_000 },
    )
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
    await google.close()
  })
  beforeEach(() => {
    model.seen.length = 0
    fastAnswer = says('mitochondria energy')
    model.answer((response, seen) =>
      seen.body['model'] === 'fast' ? fastAnswer(response, seen) : says('Done.')(response, seen),
    )
  })

  const ask = async (id: number, messages: object[]) => {
    const answer = await app.call('POST', `/completions?assistant_id=${id}`, token, { messages })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer
  }
  const asked = (name: string) => model.seen.filter(({ body }) => body['model'] === name)
  const got = () => (asked('m').at(-1)?.body['messages'] ?? []) as Message[]
  const talk = [
    { role: 'user', content: 'Tell me about mitochondria.' },
    { role: 'assistant', content: 'They are organelles.' },
    { role: 'user', content: 'What do they do?' },
  ]

  describe('context_aware_augment', () => {
    const kb = (placeholder: string) => ({
      type: 'simple_rag',
      placeholder,
      config: { collections: [base], threshold: 0 },
    })
    const make = (tools: object[], processor = 'context_aware_augment') =>
      app.makeAssistant(token, {
        prompt_template: '{context}|{context_2}|{context_3}|{user_input}',
        metadata: { prompt_processor: processor, connector: 'openai', llm: 'm', tools },
      })

    it('asks the fast model once for all search tools, and searches for its query', async () => {
      const id = await make([kb('context'), kb('context_2'), kb('context_3')])
      await ask(id, talk)
      expect(asked('fast')).toHaveLength(1)
      expect(got().at(-1)?.content.split(BIOLOGY)).toHaveLength(4)
      await ask(id, talk)
      expect(asked('fast')).toHaveLength(2)
    })

    it('simple_augment calls no model, and finds it by the question before', async () => {
      await ask(await make([kb('context')], 'simple_augment'), talk)
      expect(asked('fast')).toHaveLength(0)
      expect(got().at(-1)?.content).toContain(BIOLOGY)
    })

    it('falls back to the last question if the fast model fails', async () => {
      fastAnswer = (response) => {
        response.writeHead(500).end('{}')
      }
      await ask(await make([kb('context')]), [{ role: 'user', content: 'What release mitochondria?' }])
      expect(got().at(-1)?.content).toContain(BIOLOGY)
    })

    it('calls no model in a preview, and searches for the last question', async () => {
      const question = [...talk, { role: 'user', content: 'What release mitochondria?' }]
      const feeding = [
        { type: 'query_rewrite' },
        { ...kb('context'), config: { collections: [base], query: '{query}' } },
      ]
      for (const id of [await make([kb('context')]), await make(feeding, 'multi_augment')]) {
        const { status, body } = await app.call('POST', `/assistants/${id}/preview`, token, {
          messages: question,
        })
        expect(status).toBe(200)
        expect(body.messages.at(-1).content).toContain(BIOLOGY)
        expect(model.seen).toEqual([])
        const span = body.spans.find((one: { placeholder: string }) => one.placeholder === 'context')
        expect(body.messages.at(-1).content.slice(span.start, span.end)).toContain(BIOLOGY)
      }
    })

    it('a prompt can’t add a tool that the organization does not allow; tools that wait for it run without it', async () => {
      const question = [{ role: 'user', content: 'What release mitochondria?' }]
      const feeding = [
        { type: 'query_rewrite' },
        { ...kb('context'), config: { collections: [base], query: '{query}' } },
      ]
      const ids = [await make([kb('context')]), await make(feeding, 'multi_augment')]
      const allow = (forbidden_tools: string[]) =>
        app.call('PATCH', '/organizations/current/settings', token, { forbidden_tools })
      expect((await allow(['query_rewrite', 'context_aware_rag'])).status).toBe(200)
      for (const id of ids) {
        await ask(id, question)
        expect(asked('fast')).toEqual([])
        expect(got().at(-1)?.content).toContain(BIOLOGY)
      }
      await allow([])
    })

    it('also applies to a classic assistant’s RAG processor', async () => {
      const id = await app.makeAssistant(token, {
        prompt_template: '{context}|{user_input}',
        RAG_collections: String(base),
        metadata: {
          prompt_processor: 'context_aware_augment',
          connector: 'openai',
          llm: 'm',
          rag_processor: 'simple_rag',
        },
      })
      await ask(id, talk)
      expect(asked('fast')).toHaveLength(1)
      expect(got().at(-1)?.content).toContain(BIOLOGY)
    })
  })

  it('tool_augment with the settings of an orchestrator adds functions and instructions', async () => {
    const expert = await app.makeAssistant(token, { name: 'expert' })
    const id = await app.makeAssistant(token, {
      system_prompt: 'You lead.',
      prompt_template: '{user_input}',
      metadata: {
        prompt_processor: 'tool_augment',
        connector: 'openai_tool_use',
        llm: 'm',
        rag_processor: '',
        capabilities: { vision: false, tool_use: true },
        tools: [
          { type: 'assistant', assistant_id: expert, name: 'math_expert', description: 'Mathematics' },
          { type: 'knowledge_base', kb_id: base, name: 'course_materials', description: 'Course materials' },
        ],
      },
    })
    await ask(id, [{ role: 'user', content: 'Hi' }])
    expect(got()[0]?.content).toMatch(/^You lead\.\n\nYou have access to the following tools: /)
    const offered = asked('m').at(-1)?.body['tools'] as { function: { name: string } }[]
    expect(offered.map((one) => one.function.name)).toEqual([`call_assistant_${expert}`, 'kb_query'])
  })

  describe('image_gen', () => {
    const calls: Script = (response, seen) => {
      const messages = seen.body['messages'] as Message[]
      if (messages.some((message) => message.tool_calls)) return says('Look.')(response, seen)
      const call = { name: 'image_gen', arguments: JSON.stringify({ prompt: 'A sheep with a bell' }) }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(
        frameOf(chunkOf({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: call }] })),
      )
      response.end(frameOf(chunkOf({}, 'tool_calls')) + frameOf('[DONE]'))
    }
    const paints = (parts: object[]) => {
      google.answer = (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            candidates: [{ content: { parts }, finishReason: 'STOP' }],
            usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 1290 },
          }),
        )
    }
    const make = (config: object = {}) =>
      app.makeAssistant(token, {
        prompt_template: '{user_input}',
        metadata: { connector: 'openai', llm: 'm', tools: [{ type: 'image_gen', use: 'call', config }] },
      })
    const toolResult = () => got().find(({ role }) => role === 'tool')?.content ?? ''

    it('creates an image that browsers can open, and records its cost', async () => {
      paints([{ inlineData: { mimeType: 'image/png', data: PIXEL } }])
      model.answer(calls)
      const answer = await ask(await make(), [{ role: 'user', content: 'Draw!' }])
      const url = /!\[Generated Image\]\(([^)]+)\)/.exec(toolResult())?.[1] ?? ''
      expect(google.requests.at(-1)?.url).toContain('gemini-2.5-flash-image')
      expect(answer.body.sources).toEqual([
        expect.objectContaining({ source: { url, name: 'A sheep with a bell' } }),
      ])
      const { pathname, search } = new URL(url)
      const picture = await fetch(app.url + pathname + search)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

      const { db } = app.app.services
      const used = async () =>
        db.selectFrom('usage_records').selectAll().where('provider', '=', 'banana_img').execute()
      await vi.waitFor(async () => expect(await used()).toHaveLength(1), 5000)
      expect((await used())[0]).toMatchObject({
        kind: 'image',
        model: 'gemini-2.5-flash-image-preview',
        input_tokens: 5,
        output_tokens: 1290,
      })
      expect((await used())[0]?.cost).toBeGreaterThan(0)
    })

    it('is also an assistant that another one asks', async () => {
      paints([{ inlineData: { mimeType: 'image/png', data: PIXEL } }])
      const painter = await app.makeAssistant(token, {
        metadata: { connector: 'banana_img', llm: 'gemini-2.5-flash-image-preview' },
      })
      const leader = await app.makeAssistant(token, {
        prompt_template: '{user_input}',
        metadata: {
          connector: 'openai',
          llm: 'm',
          tools: [{ type: 'assistant', use: 'call', config: { assistant_id: painter } }],
        },
      })
      const call = { name: `call_assistant_${painter}`, arguments: '{"query":"A sheep"}' }
      model.answer((response, { body }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const hasResult = (body['messages'] as { role: string }[]).some(({ role }) => role === 'tool')
        const chunk = hasResult
          ? chunkOf({ content: 'Here.' }, 'stop')
          : chunkOf({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: call }] }, 'tool_calls')
        response.end(frameOf(chunk) + frameOf('[DONE]'))
      })
      const answer = await ask(leader, [{ role: 'user', content: 'Draw!' }])
      expect(answer.status).toBe(200)
      expect(toolResult()).toMatch(/!\[Generated Image\]\(http/)
    })

    it('tells the model if there is none, and uses the model of its settings', async () => {
      paints([{ text: 'I paint no sheep.' }])
      model.answer(calls)
      await ask(await make({ model: 'gemini-3-pro-image-preview' }), [{ role: 'user', content: 'Draw!' }])
      expect(toolResult()).toContain('no image was created: I paint no sheep.')
      expect(google.requests.at(-1)?.url).toContain('gemini-3-pro-image-preview')
    })
  })
})
