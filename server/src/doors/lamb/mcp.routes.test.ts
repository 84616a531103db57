import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

const MCP = '/lamb/v1/mcp'

describe('LAMB’s REST version of MCP', () => {
  let app: TestApp
  let admin: string
  let ana: string
  let id: number

  beforeAll(async () => {
    app = await startTestApp({ LAMB_BEARER_TOKEN: 'system-key-of-the-operator' })
    admin = await app.signIn()
    const user = {
      email: 'ana@example.edu',
      name: 'ana',
      password: 'password of ana',
      role: 'user',
      user_type: 'creator',
    }
    await app.call('POST', '/creator/admin/users/create', admin, user)
    ana = await app.signIn(user.email, user.password)
    id = await app.makeAssistant(admin, {
      name: 'tutor',
      description: 'Helps',
      system_prompt: 'Be kind.',
      prompt_template: 'Q: {user_input}',
    })
  })
  afterAll(() => app.stop())

  it('lists and fills prompts as LAMB does', async () => {
    const started = await app.call('POST', `${MCP}/initialize`, admin, { protocolVersion: '2024-11-05' })
    expect(started.body).toMatchObject({
      protocolVersion: '2024-11-05',
      serverInfo: { name: 'LAMB-MCP-Server' },
    })
    const { body } = await app.call('GET', `${MCP}/prompts/list`, admin)
    expect(body.prompts).toMatchObject([
      { name: `assistant_${id}`, description: 'Helps', arguments: [{ name: 'user_input', required: true }] },
    ])
    const filled = await app.call('POST', `${MCP}/prompts/get/assistant_${id}`, admin, { user_input: 'why?' })
    expect(filled.body).toMatchObject({
      original_input: 'why?',
      system_prompt: 'Be kind.',
      prompt: expect.stringMatching(/^Q:\s+why\?\s*$/),
      rag_context: '',
      template_used: 'Q: {user_input}',
      full_messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: expect.stringContaining('why?') },
      ],
    })
  })

  it('calls tools', async () => {
    const call = async (name: string, body: object) => {
      const answer = await app.call('POST', `${MCP}/tools/call/${name}`, admin, body)
      return answer.status === 200 ? JSON.parse(answer.body.content[0].text) : answer
    }
    expect(await call('query_assistant', { assistant_id: id, query: 'x' })).toMatchObject({
      assistant_id: id,
      sources: [],
    })
    const made = await call('create_assistant', { arguments: { name: 'made', system_prompt: 'x' } })
    expect(made.assistant_id).toBeGreaterThan(0)
    expect(
      await call('update_assistant', { assistant_id: made.assistant_id, description: 'new' }),
    ).toMatchObject({
      assistant_id: made.assistant_id,
    })
    expect(await call('constructor', {})).toMatchObject({ status: 404 })
    expect(await call('query_assistant', { assistant_id: id })).toMatchObject({ status: 400 })
  })

  it('reads assistants as resources, and has LAMB’s empty lists', async () => {
    const all = await app.call('GET', `${MCP}/resources/read?uri=lamb://assistants`, admin)
    expect(all.body.contents[0].text).toContain('tutor')
    expect((await app.call('GET', `${MCP}/resources/read?uri=lamb://assistant/${id}`, admin)).status).toBe(
      200,
    )
    expect((await app.call('GET', `${MCP}/resources/read?uri=file:///etc/passwd`, admin)).status).toBe(404)
    expect((await app.call('GET', `${MCP}/tools/list`, admin)).body).toEqual({ tools: [] })
    expect((await app.call('GET', `${MCP}/resources/list`, admin)).body).toEqual({ resources: [] })
  })

  it('requires the caller’s own credential, and ignores the shared secret with an e-mail address', async () => {
    expect((await app.call('GET', `${MCP}/prompts/list`)).status).toBe(401)
    const headers = {
      authorization: 'Bearer system-key-of-the-operator',
      'x-user-email': 'admin@example.edu',
    }
    expect((await fetch(`${app.url}${MCP}/prompts/list`, { headers })).status).toBe(403)
    const asAna = { authorization: `Bearer ${ana}`, 'x-user-email': 'admin@example.edu' }
    const answer = await fetch(`${app.url}${MCP}/prompts/list`, { headers: asAna })
    expect(await answer.json()).toEqual({ prompts: [] })
    const get = await app.call('POST', `${MCP}/prompts/get/assistant_${id}`, ana, { user_input: 'x' })
    expect(get.status).toBe(404)
    expect((await app.call('GET', `${MCP}/resources/read?uri=lamb://assistant/${id}`, ana)).status).toBe(404)
    const ask = await app.call('POST', `${MCP}/tools/call/query_assistant`, ana, {
      assistant_id: id,
      query: 'x',
    })
    expect(ask.status).toBe(404)
  })
})
