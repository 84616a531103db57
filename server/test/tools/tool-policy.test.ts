import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const SETTINGS = '/organizations/current/settings'
const DASHBOARD = '/creator/admin/org-admin/dashboard'
const file = { type: 'single_file_rag', enabled: false, config: { file_path: '' } }

onEachDatabase('tools in an organization ($name)', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  beforeAll(async () => {
    upstream = await startFakeUpstream(says('Hello'))
    app = await startTestApp({ ...(await env()), OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'sk-test' })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const make = (metadata: object, more: object = {}) => app.makeAssistant(token, { metadata, ...more })
  const save = (metadata: object) =>
    app.call('POST', '/assistants', token, { name: `p ${Math.random()}`, metadata })
  const ask = (id: number, messages: object[] = [{ role: 'user', content: 'Hello' }]) =>
    app.call('POST', `/completions?assistant_id=${id}`, token, { messages })
  const multi = (...tools: unknown[]) => ({ assistant_type: 'multi_tool', connector: 'bypass', tools })

  it('an admin can disable multi-tool assistants; classic ones still work', async () => {
    expect((await app.call('GET', SETTINGS, token)).body.values).toMatchObject({ multi_tool_enabled: true })
    const before = await make(multi(file))
    const classic = await make({})
    const off = await app.call('PATCH', SETTINGS, token, { multi_tool_enabled: false })
    expect([off.status, off.body]).toEqual([200, { multi_tool_enabled: false }])
    const refusal = [403, expect.stringMatching(/Multi-tool assistants are turned off in.*admin/)]
    const statusAndDetail = ({ status, body }: { status: number; body: { detail: string } }) => [
      status,
      body.detail,
    ]
    expect(statusAndDetail(await save(multi(file)))).toEqual(refusal)
    const changed = { metadata: multi(file, 'weather') }
    expect(statusAndDetail(await app.call('PUT', `/assistants/${before}`, token, changed))).toEqual(refusal)
    expect(statusAndDetail(await app.call('POST', `/assistants/${classic}/convert`, token, {}))).toEqual(
      refusal,
    )
    expect(statusAndDetail(await ask(before))).toEqual(refusal)
    expect((await ask(classic)).status).toBe(200)
    expect((await save({ connector: 'bypass', rag_processor: 'no_rag', tools: ['weather'] })).status).toBe(
      200,
    )
    await app.call('PATCH', SETTINGS, token, { assistant_migration: 'on_access' })
    await ask(classic)
    const { metadata } = (await app.call('GET', `/assistants/${classic}`, token)).body
    expect(JSON.parse(metadata)).toHaveProperty('rag_processor')
    await app.call('PATCH', SETTINGS, token, { multi_tool_enabled: true, assistant_migration: 'manual' })
    expect((await ask(before)).status).toBe(200)
    expect((await app.call('DELETE', `/assistants/${before}`, token)).status).toBe(200)
  })

  it('counts the assistants that use tools', async () => {
    const counted = async () => (await app.call('GET', DASHBOARD, token)).body.stats.assistants_with_tools
    const before = await counted()
    await make({ tools: ['weather'] })
    await make(multi({ ...file, enabled: true }))
    await make({})
    await make(multi())
    expect(await counted()).toBe(before + 2)
  })

  it('tells the model to use its file tools, whatever the prompt processor', async () => {
    const { id: workspace_id } = (await app.call('POST', '/workspaces', token, { name: 'w' })).body
    const tools = ['read_file', 'patch_file'].map((type) => ({ type, use: 'call', config: { workspace_id } }))
    const connector = { connector: 'openai', llm: 'gpt-4o-mini' }
    for (const prompt_processor of ['simple_augment', 'multi_augment']) {
      await ask(await make({ ...connector, prompt_processor, tools }, { system_prompt: 'Be kind.' }))
      const messages = upstream.seen.at(-1)?.body['messages'] as { role: string; content: string }[]
      const system = messages[0]
      expect(system).toMatchObject({ role: 'system', content: expect.stringMatching(/^Be kind\.\n\n/) })
      expect(system?.content).toMatch(/read_file, patch_file/)
    }
    await ask(await make({ ...connector, tools: ['weather'] }, { system_prompt: 'Be kind.' }))
    expect(upstream.seen.at(-1)?.body['messages']).toMatchObject([{ content: 'Be kind.' }, {}])
  })

  it('passes an empty conversation on unchanged', async () => {
    const id = await make({ llm: 'debug-bypass' }, { system_prompt: 'S', prompt_template: '{user_input}' })
    const { status, body } = await ask(id, [])
    expect([status, body.choices[0].message.content]).toEqual([200, expect.stringContaining('Messages:\n[]')])
  })
})
