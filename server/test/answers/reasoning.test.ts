import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const stream =
  (...payloads: object[]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const payload of payloads) response.write(frameOf(payload))
    response.end(frameOf('[DONE]'))
  }
const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'read_course_file', arguments: '{}' },
}

describe('reasoning between tool calls', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let openai: OpenAI
  let model: string
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    const token = await app.signIn()
    openai = new OpenAI({ apiKey: token, baseURL: `${app.url}/v1`, maxRetries: 0 })
    const tools = [{ type: 'single_file_rag', use: 'call', config: { file_path: '1/none.md' } }]
    const id = await app.makeAssistant(token, { metadata: { connector: 'openai', llm: 'm', tools } })
    model = `lamb_assistant.${id}`
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  beforeEach(() => {
    upstream.seen.length = 0
    let turn = 0
    const turns = [
      stream(
        chunkOf({ reasoning: 'I should ' }),
        chunkOf({ reasoning: 'count.' }),
        chunkOf({ content: 'Let me count.' }),
        chunkOf({ tool_calls: [{ index: 0, ...call }] }),
        chunkOf({}, 'tool_calls'),
      ),
      stream(chunkOf({ reasoning: 'So two.' }), chunkOf({ content: 'Two.' }), chunkOf({}, 'stop')),
    ]
    upstream.answer((response, seen) => turns[turn++]?.(response, seen))
  })
  const messages = [{ role: 'user' as const, content: 'How much is 1+1?' }]

  it('is streamed beside the text, and sent back with the resulting calls', async () => {
    const deltas: Record<string, unknown>[] = []
    for await (const chunk of await openai.chat.completions.create({ model, messages, stream: true })) {
      const delta = chunk.choices[0]?.delta as Record<string, unknown> | undefined
      if (delta?.['content'] || delta?.['reasoning_content']) deltas.push(delta)
    }
    const textOf = (field: string) => deltas.map((delta) => delta[field] ?? '').join('')
    expect(textOf('reasoning_content')).toBe('I should count.So two.')
    expect(textOf('content')).toBe('Let me count.\n\nTwo.')
    expect(deltas[0]).toMatchObject({ role: 'assistant' })
    const back = upstream.seen[1]?.body['messages'] as Record<string, unknown>[]
    expect(back.find(({ role }) => role === 'assistant')).toMatchObject({
      reasoning: 'I should count.',
      content: 'Let me count.',
      tool_calls: [call],
    })
  })

  it('is a field of an answer in one piece', async () => {
    const { choices } = await openai.chat.completions.create({ model, messages })
    expect(choices[0]?.message).toMatchObject({
      content: 'Let me count.\n\nTwo.',
      reasoning_content: 'I should count.So two.',
    })
  })
})
