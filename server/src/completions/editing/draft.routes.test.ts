import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

describe('draft of an assistant', () => {
  let app: TestApp
  let token: string
  let path: string
  beforeAll(async () => {
    app = await startTestApp()
    token = await app.signIn()
    const form = new FormData()
    form.set('file', new File(['Leaves are green.'], 'leaf.md'))
    path = (await app.call('POST', '/creator/files/upload', token, form)).body.path
  })
  afterAll(() => app.stop())

  const draft = (config: object, connector = 'bypass') => ({
    system_prompt: 'Be kind.',
    prompt_template: '{file}|{user_input}',
    metadata: {
      assistant_type: 'multi_tool',
      connector,
      llm: 'full-conversation-bypass',
      tools: [{ type: 'single_file_rag', config }],
    },
  })
  const messages = [{ role: 'user', content: 'Why?' }]
  const send = (what: string, assistant: object, more: object = {}, as: string | undefined = token) =>
    app.call('POST', `/assistant-drafts/${what}`, as, { assistant, messages, ...more })

  it('answers with the values of the form and saves nothing', async () => {
    const answer = await send('answer', draft({ file_path: path }))
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).toContain('Leaves are green.')
    expect(answer.body.sources).toMatchObject([{ document: ['leaf.md'], metadata: [{ n: 1 }] }])
    const streamed = await send('answer', draft({ file_path: path }), { stream: true })
    expect(streamed.body).toContain('[DONE]')
    expect((await app.call('GET', '/assistants', token)).body.assistants).toEqual([])
  })

  it('shows the prompt without calling a model', async () => {
    const { body } = await send('preview', draft({ file_path: path }))
    expect(body.messages.at(-1).content).toContain('Leaves are green.')
    expect(body.spans).toContainEqual(expect.objectContaining({ tool: 'single_file_rag' }))
  })

  it('is validated as on save', async () => {
    const wrong = await send('answer', draft({ file_path: path, max_chars: -1 }))
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).toContain('max_chars')
  })

  it('can’t read anything that its author can’t read', async () => {
    await app.call('POST', '/creator/admin/users/create', token, {
      email: 'ben@example.edu',
      name: 'Ben',
      password: 'another horse',
    })
    const ben = await app.signIn('ben@example.edu', 'another horse')
    const answer = await send('preview', draft({ file_path: path }), {}, ben)
    expect(JSON.stringify(answer.body)).not.toContain('Leaves are green.')
  })

  it('is refused for people who may not create assistants, because a draft has the models and tools of its author', async () => {
    await app.call('POST', '/creator/admin/users/create', token, {
      email: 'stu@example.edu',
      name: 'Stu',
      password: 'a third horse',
      user_type: 'end_user',
    })
    const stu = await app.signIn('stu@example.edu', 'a third horse')
    for (const what of ['answer', 'preview']) {
      const { status, body } = await send(what, draft({ file_path: path }), {}, stu)
      expect(status, what).toBe(403)
      expect(JSON.stringify(body)).toContain('Your account can only chat')
    }
  })

  it('requires a signed-in person', async () => {
    expect((await send('answer', draft({ file_path: path }), {}, 'nobody')).status).toBe(401)
  })
})
