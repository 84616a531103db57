import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutFences } from '../../src/completions/context/fence.testing.ts'
import { type FakeUpstream, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const multi = {
  assistant_type: 'multi_tool',
  prompt_processor: 'multi_augment',
  connector: 'openai',
  llm: 'm',
}

describe('multi-tool assistants', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  const paths: Record<string, string> = {}

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    token = await app.signIn()
    for (const [name, text] of [
      ['guide', 'The guide says {notes} and {rubric}.'],
      ['notes', 'My notes.'],
    ]) {
      const form = new FormData()
      form.set('file', new File([text ?? ''], `${name}.md`))
      paths[name ?? ''] = (await app.call('POST', '/creator/files/upload', token, form)).body.path
    }
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const save = (metadata: object, template = '') =>
    app.call('POST', '/assistants', token, {
      name: `m ${Math.random()}`,
      prompt_template: template,
      metadata,
    })
  const promptOf = async (id: number) => {
    const answer = await app.call('POST', `/completions?assistant_id=${id}`, token, {
      messages: [{ role: 'user', content: 'Hi {file}' }],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const messages = upstream.seen.at(-1)?.body['messages'] as { content: string }[]
    return { prompt: withoutFences(messages.at(-1)?.content ?? ''), sources: answer.body.sources }
  }

  it('run several tools at once, each with its own placeholder; inserted text is not searched again', async () => {
    const tools = [
      { type: 'single_file_rag', config: { file_path: paths['guide'] } },
      { plugin: 'single_file', placeholder: '{notes}', config: { file_path: paths['notes'] } },
    ]
    const { body } = await save({ ...multi, tools }, 'A:{file} B:{notes} C:{user_input} D:{rubric}')
    const { prompt, sources } = await promptOf(body.id)
    expect(prompt).toBe(
      'A:\n\nThe guide says {notes} and {rubric}.\n\n B:\n\nMy notes.\n\n C:\n\nHi {file}\n\n D:',
    )
    expect(sources.map((one: { source: { name: string } }) => one.source.name)).toEqual([
      'guide.md',
      'notes.md',
    ])
  })

  it('leave the placeholder of a disabled, missing or failing tool empty and continue', async () => {
    const tools = [
      { type: 'single_file_rag', config: { file_path: '999/none.md' } },
      { type: 'single_file_rag', placeholder: 'off', enabled: false, config: { file_path: paths['notes'] } },
      { type: 'from_a_plugin', placeholder: 'gone' },
      { type: 'single_file_rag', placeholder: 'notes', config: { file_path: paths['notes'] } },
    ]
    const { body, status } = await save({ ...multi, tools }, '[{file}][{off}][{gone}][{notes}]')
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await promptOf(body.id)).prompt).toBe('[][][][\n\nMy notes.\n\n]')
  })

  it('preview the prompt and the origin of each part', async () => {
    const tools = [{ type: 'single_file_rag', config: { file_path: paths['notes'] } }]
    const { body } = await save({ ...multi, tools }, 'Notes: {file} Question: {user_input}')
    const before = upstream.seen.length
    const shown = await app.call('POST', `/assistants/${body.id}/preview`, token, {
      messages: [{ role: 'user', content: 'Why?' }],
    })
    expect(shown.status, JSON.stringify(shown.body)).toBe(200)
    const text = shown.body.messages.at(-1).content
    const spans = shown.body.spans.map(
      (span: { start: number; end: number; placeholder: string; tool: string; tokens: number }) => {
        expect(span.tokens).toBeGreaterThan(0)
        return [withoutFences(text.slice(span.start, span.end)), span.placeholder, span.tool]
      },
    )
    expect(spans).toEqual([
      ['Notes: ', null, null],
      ['\n\nMy notes.\n\n', 'file', 'single_file_rag'],
      [' Question: ', null, null],
      ['\n\nWhy?\n\n', 'user_input', null],
    ])
    expect(shown.body.sources).toMatchObject([{ title: 'notes.md' }])
    expect(upstream.seen.length).toBe(before)
  })

  it('report the running tools to a streaming client, in order, without content', async () => {
    const tools = [
      { type: 'single_file_rag', config: { file_path: paths['guide'] } },
      { type: 'single_file_rag', placeholder: 'gone', config: { file_path: '999/none.md' } },
    ]
    const { body } = await save({ ...multi, tools }, '{file}{gone}{user_input}')
    const stream = { stream: true, messages: [{ role: 'user', content: 'x' }] }
    const answer = await app.call('POST', `/completions?assistant_id=${body.id}`, token, stream)
    const messages = [...answer.body.matchAll(/"message":"([^"]+)"/g)].map((match: string[]) => match[1])
    expect(messages.slice(0, 2).sort()).toEqual(
      [`reading file ${paths['guide']}`, 'reading file 999/none.md'].sort(),
    )
    expect(messages.slice(2, 4).sort()).toEqual(['⛔ File was denied', '✅ File completed'].sort())
    expect(messages.slice(4)).toEqual(['merging tool outputs'])
    expect(answer.body.indexOf('merging')).toBeLessThan(answer.body.indexOf('Hello'))
    // Its name is said, not what is in it: instructions of the educator, perhaps.
    expect(answer.body).toContain('"document":["guide.md"]')
    expect(answer.body).not.toContain('The guide says')
  })

  it('write statuses into the answer for pages that show nothing else, if the assistant is set to that', async () => {
    const tools = [{ type: 'single_file_rag', config: { file_path: paths['notes'] } }]
    const { body } = await save({ ...multi, tools, status_style: 'content' }, '{file}{user_input}')
    const stream = { stream: true, messages: [{ role: 'user', content: 'x' }] }
    const answer = await app.call('POST', `/completions?assistant_id=${body.id}`, token, stream)
    expect(answer.body).toContain(`"content":"reading file ${paths['notes']}\\n\\n"`)
    expect(answer.body).not.toContain('"status":{')
    const whole = await app.call('POST', `/completions?assistant_id=${body.id}`, token, {
      ...stream,
      stream: false,
    })
    expect(whole.body.choices[0].message.content).toBe('Hello world')
  })

  it('replace a classic RAG processor with injected tools, but not with functions', async () => {
    const classic = {
      prompt_processor: 'simple_augment',
      connector: 'openai',
      llm: 'm',
      rag_processor: 'no_rag',
    }
    const injected = await save(
      { ...classic, tools: [{ type: 'single_file_rag', config: { file_path: paths['notes'] } }] },
      '{context}{file}',
    )
    expect((await promptOf(injected.body.id)).prompt).toBe('\n\nMy notes.\n\n')
    const called = await save({ ...classic, tools: ['weather'] }, '[{context}]')
    expect((await promptOf(called.body.id)).prompt).toBe('[\n\n\n\n]')
  })

  it.each([
    [
      'two tools with one placeholder',
      [
        { type: 'single_file_rag', config: { file_path: 'a' } },
        { type: 'single_file', config: { file_path: 'b' } },
      ],
      /Two tools fill \{file\}/,
    ],
    [
      'a cycle',
      [
        { type: 'single_file_rag', config: { file_path: '{b}' } },
        { type: 'single_file_rag', placeholder: 'b', config: { file_path: '{file}' } },
      ],
      /depend on each other: \{file\}, \{b\}/,
    ],
    [
      'wrong settings',
      [{ type: 'single_file_rag', config: { file_path: 'a', max_chars: 'many' } }],
      /tools\/0\/config\/max_chars/,
    ],
    ['an unreadable list', [7], /tools\/0/],
    ['a use that the tool does not support', [{ type: 'no_rag', use: 'call' }], /can’t be used on call/],
  ])('refuse %s on save', async (_name, tools, message) => {
    const answer = await save({ ...multi, tools })
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringMatching(message)])
  })
})

describe('list of tools', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('describes each, on both endpoints and by older names', async () => {
    for (const base of ['/lamb/v1/completions/tools', '/completions/tools']) {
      const { body } = await app.call('GET', base)
      expect(body.count).toBe(body.tools.length)
      const file = (await app.call('GET', `${base}/single_file`)).body
      expect(file).toMatchObject({
        name: 'single_file_rag',
        placeholder: 'file',
        uses: ['inject', 'call'],
        version: '1.0',
      })
      expect(file.config_schema.properties.max_chars).toMatchObject({ default: 50_000, type: 'integer' })
      expect(file.config_schema.required).toEqual(['file_path'])
      expect((await app.call('GET', `${base}/nope`)).status).toBe(404)
    }
    expect((await app.call('GET', '/lamb/v1/completions/list')).body.tools.length).toBeGreaterThan(0)
  })

  it('validates settings without running anything', async () => {
    const token = await app.signIn()
    const at = '/completions/tools/single_file_rag/validate'
    expect((await app.call('POST', at, undefined, {})).status).toBe(401)
    expect((await app.call('POST', at, token, { file_path: '1/a.md' })).body).toEqual({
      valid: true,
      errors: [],
    })
    const wrong = (await app.call('POST', at, token, { max_chars: 0 })).body
    expect(wrong.valid).toBe(false)
    expect(wrong.errors.map((one: { pointer: string }) => one.pointer)).toEqual(['/file_path', '/max_chars'])
    const deep = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)
    expect((await app.call('POST', at, token, deep)).status).toBe(400)
  })
})
