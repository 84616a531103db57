import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePerson } from '../class-links/class-links.testing.ts'
import { type FakeUpstream, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const LONG = 'x'.repeat(200_000)
const TIMES = 2000

describe('the length of a prompt', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let owner: string
  let student: string
  let repeating: number
  let plain: number

  const make = async (prompt_template: string, metadata: object = {}) => {
    const id = await app.makeAssistant(owner, {
      prompt_template,
      metadata: { connector: 'openai', llm: 'fake-model', ...metadata },
    })
    await app.call('POST', `/assistants/${id}/publish`, owner, { publish_status: true })
    return id
  }
  const ask = (token: string, id: number, content: string, more: object = {}) =>
    app.call('POST', '/v1/chat/completions', token, {
      model: `lamb_assistant.${id}`,
      messages: [{ role: 'user', content }],
      ...more,
    })

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp(upstream.settings)
    const admin = await app.signIn()
    owner = await makePerson(app, admin, 'olga')
    student = await makePerson(app, admin, 'stu', { user_type: 'end_user' })
    repeating = await make('{user_input}'.repeat(TIMES))
    plain = await make('{user_input}')
  })
  beforeEach(() => {
    upstream.seen.length = 0
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  it.each([{ stream: false }, { stream: true }])(
    'the owner reads which placeholder repeats, a student plain words: %j',
    async (more) => {
      const toOwner = await ask(owner, repeating, LONG, more)
      expect(toOwner.status).toBe(400)
      expect(toOwner.body.error).toMatchObject({
        message: `The prompt would be longer than 4 million characters, because {user_input} occurs ${TIMES} times in a template. Use it once.`,
        code: 'context_length_exceeded',
      })
      const toStudent = await ask(student, repeating, LONG, more)
      expect(toStudent.status).toBe(400)
      expect(toStudent.body.error.message).toMatch(/^The assistant can’t answer right now/)
      expect((await ask(student, repeating, 'short', more)).status).toBe(200)
      expect(upstream.seen).toHaveLength(1)
    },
  )

  it('a template in the system prompt has the same limit', async () => {
    const file = new FormData()
    file.set('file', new File([LONG], 'long.md'))
    const { path } = (await app.call('POST', '/creator/files/upload', owner, file)).body
    const id = await app.makeAssistant(owner, {
      system_prompt: '{context}'.repeat(TIMES),
      prompt_template: '{user_input}',
      metadata: {
        connector: 'openai',
        llm: 'fake-model',
        prompt_processor: 'kvcache_augment',
        rag_processor: 'single_file_rag',
        file_path: path,
      },
    })
    const answer = await ask(owner, id, 'Hi')
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringContaining(`{context} occurs ${TIMES} times`),
    ])
  })

  it('a request that is too long in itself is refused for everyone in the same words', async () => {
    const history = Array.from({ length: 21 }, () => ({ role: 'user', content: LONG }))
    for (const [token, more] of [
      [owner, { messages: history }],
      [student, { messages: history }],
      [student, { messages: [{ role: 'user', content: [{ type: 'text', text: LONG.repeat(21) }] }] }],
      [student, { tools: [{ type: 'function', function: { name: 'f', description: LONG.repeat(21) } }] }],
    ] as const) {
      const { status, body } = await ask(token, plain, 'Hi', more)
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringMatching(/^This conversation is too long/),
      ])
    }
    expect(upstream.seen).toEqual([])
  })

  it('pictures do not count as text', async () => {
    const url = `data:image/png;base64,${'A'.repeat(5_000_000)}`
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ]
    const answer = await ask(owner, plain, '', { messages: [{ role: 'user', content }] })
    expect(answer.status).toBe(200)
  })

  it('holds at every other door', async () => {
    const message = { messages: [{ role: 'user', content: LONG }] }
    for (const [path, body] of [
      [`/completions?assistant=${repeating}`, message],
      [`/creator/assistant/${repeating}/chat/completions`, message],
      [`/assistants/${repeating}/preview`, message],
      [
        '/assistant-drafts/answer',
        {
          ...message,
          assistant: {
            prompt_template: '{user_input}'.repeat(TIMES),
            metadata: { connector: 'openai', llm: 'fake-model', prompt_processor: 'simple_augment' },
          },
        },
      ],
    ] as const) {
      const answer = await app.call('POST', path, owner, body)
      expect([path, answer.status, JSON.stringify(answer.body)]).toEqual([
        path,
        400,
        expect.stringContaining(`{user_input} occurs ${TIMES} times`),
      ])
    }
    expect(upstream.seen).toEqual([])
  })
})
