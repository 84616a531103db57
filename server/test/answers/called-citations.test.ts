import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

type Message = { role: string; content: string | null }

const LEAF = 'Chlorophyll in the leaves catches the light of the sun and drives photosynthesis.'
const ROOT = 'Roots take up water and nitrate from the soil through fine root hairs.'

const numbered = (body: { sources: { metadata: { n: number; title: string }[] }[] }) =>
  body.sources.flatMap(({ metadata }) => metadata)

describe('sources of called tools', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  const bases: string[] = []

  const makeBase = async (text: string, name: string) => {
    const { id } = (await app.call('POST', '/knowledge-bases', token, { name })).body
    const form = new FormData()
    form.set('files', new File([text], `${name}.txt`))
    const file = (await app.call('POST', `/knowledge-bases/${id}/files`, token, form)).body.files[0].id
    const read = async () => (await app.call('GET', `/knowledge-bases/${id}/files/${file}`, token)).body
    await vi.waitFor(async () => expect((await read()).status).toBe('completed'), 20_000)
    bases.push(String(id))
  }
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    token = await app.signIn()
    await makeBase(LEAF, 'leaf')
    await makeBase(ROOT, 'root')
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const searches =
    (query: string, answer: string): Script =>
    (response, seen) => {
      const messages = seen.body['messages'] as Message[]
      if (messages.some(({ role }) => role === 'tool')) return says(answer)(response, seen)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const call = { name: 'kb_query', arguments: JSON.stringify({ query }) }
      response.write(frameOf(chunkOf({ content: 'Let me look that up for you.' })))
      response.write(
        frameOf(chunkOf({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: call }] })),
      )
      response.write(frameOf(chunkOf({}, 'tool_calls')))
      response.end(frameOf('[DONE]'))
    }
  const ask = async (collections: string[], script: Script) => {
    const tools = [
      { type: 'simple_rag', config: { collections: bases.slice(0, 1) } },
      { type: 'simple_rag', use: 'call', config: { collections } },
    ]
    const id = await app.makeAssistant(token, {
      prompt_template: '{context}\n{user_input}',
      metadata: {
        assistant_type: 'multi_tool',
        connector: 'openai',
        llm: 'm',
        prompt_processor: 'multi_augment',
        tools,
      },
    })
    upstream.seen.length = 0
    upstream.answer(script)
    const messages = [{ role: 'user', content: 'What does chlorophyll in the leaves do?' }]
    const answer = await app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${id}`,
      messages,
    })
    const seen = upstream.seen.at(-1)?.body['messages'] as Message[]
    return { body: answer.body, result: seen.find(({ role }) => role === 'tool')?.content ?? '' }
  }

  it('continue the numbers of injected sources, and the answer is checked against both', async () => {
    const answer =
      'Chlorophyll catches the light of the sun [1]. Roots take up water and nitrate [2]. Cows moo loudly at night [3].'
    const { body, result } = await ask(bases.slice(1), searches('what do roots take up', answer))
    expect(result).toContain(`[2] root.txt`)
    expect(numbered(body).map(({ n, title }) => [n, title])).toEqual([
      [1, 'leaf.txt'],
      [2, 'root.txt'],
    ])
    expect(body.citations).toMatchObject({ dangling_marks: [3], wrong_marks: 0 })
    const claims = body.citations.sentences.filter(({ status }: { status: string }) => status !== 'no_claim')
    expect(
      claims.map(({ status, support }: { status: string; support: number }) => [status, support]),
    ).toEqual([
      ['supported', 1],
      ['supported', 2],
      ['unsupported', null],
    ])
  })

  it('keep their number if the same passage is found again', async () => {
    const { body, result } = await ask(
      bases.slice(0, 1),
      searches('chlorophyll light', 'It catches the light of the sun [1].'),
    )
    expect(result).toContain('[1] leaf.txt')
    expect(numbered(body).map(({ n }) => n)).toEqual([1, 1])
    expect(body.citations).toMatchObject({ dangling_marks: [], unsupported: 0, wrong_marks: 0 })
  })
})
