import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

describe('tools that an organization does not allow', () => {
  let app: TestApp
  let token: string
  const settings = '/organizations/current/settings'

  beforeAll(async () => {
    app = await startTestApp()
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  it('are skipped in every answer, with a step in its trace, and run again once allowed', async () => {
    const form = new FormData()
    form.set('file', new File(['Sheep follow the bellwether.'], 'sheep.md'))
    const { path } = (await app.call('POST', '/creator/files/upload', token, form)).body
    const tools = [{ type: 'single_file_rag', config: { file_path: path } }]
    const id = await app.makeAssistant(token, {
      prompt_template: '{file}\n{user_input}',
      metadata: { assistant_type: 'multi_tool', prompt_processor: 'multi_augment', tools },
    })
    const ask = () =>
      app.call('POST', '/v1/chat/completions', token, {
        model: `lamb_assistant.${id}`,
        messages: [{ role: 'user', content: 'Who leads?' }],
      })
    expect(JSON.stringify((await ask()).body)).toContain('Sheep follow')
    expect((await app.call('PATCH', settings, token, { forbidden_tools: ['single_file_rag'] })).status).toBe(
      200,
    )
    expect((await app.call('GET', settings, token)).body.values).toMatchObject({
      forbidden_tools: ['single_file_rag'],
    })
    const answer = await ask()
    expect(JSON.stringify(answer.body)).not.toContain('Sheep follow')
    const trace = (await app.call('GET', `/traces/${answer.headers.get('x-trace-id')}`, token)).body
    expect(trace.steps[0]).toMatchObject({
      tool: 'single_file_rag',
      outcome: 'skipped',
      reason: expect.stringContaining('allow this tool'),
    })
    const listed = async (as?: string) =>
      (await app.call('GET', '/completions/tools', as)).body.tools.find(
        (one: { name: string }) => one.name === 'single_file_rag',
      )
    expect(await listed(token)).toMatchObject({ allowed: false })
    expect(await listed()).toMatchObject({ allowed: true })
    await app.call('PATCH', settings, token, { forbidden_tools: [] })
    expect(JSON.stringify((await ask()).body)).toContain('Sheep follow')
  })
})
