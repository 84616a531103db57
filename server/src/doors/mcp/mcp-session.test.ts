import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, type FakeUpstream, says, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { connectTo, listenTo } from './mcp-door.testing.ts'

describe('a session at the MCP door', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let base: number
  let expert: number
  let leader: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    const OPENAI_BASE_URL = upstream.url
    app = await startTestApp({ OPENAI_BASE_URL, OPENAI_API_KEY: 'k' })
    token = await app.signIn()
    base = (await app.call('POST', '/knowledge-bases', token, { name: 'Tides', description: '' })).body.id
    const metadata = { connector: 'openai', llm: 'sub' }
    expert = await app.makeAssistant(token, { name: 'expert', metadata })
    const tools = [{ type: 'assistant', assistant_id: expert, approval: 'ask' }]
    leader = await app.makeAssistant(token, {
      name: 'leader',
      metadata: {
        prompt_processor: 'tool_augment',
        connector: 'openai',
        llm: 'lead',
        rag_processor: '',
        tools,
      },
    })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  /** The leader's model calls the expert once, and then says what came of it. */
  const lead = () =>
    upstream.answer((response, seen) => {
      const messages = seen.body['messages'] as { role: string; content: string }[]
      const result = messages.find(({ role }) => role === 'tool')
      if (seen.body['model'] !== 'lead') return says('I know.')(response, seen)
      if (result) return says(`It brought: ${result.content}`)(response, seen)
      return calls(`call_assistant_${expert}`, { query: 'tides?\u202e' })(response, seen)
    })
  const ask = () => ({ name: `ask_leader_${leader}`, arguments: { query: 'What of the tides?' } })

  const rejectOnPage = async () => {
    const { approvals } = (await app.call('GET', '/approvals', token)).body
    const decision = { decision: 'reject', reason: 'on the page' }
    await app.call('POST', `/approvals/${approvals[0].id}`, token, decision)
  }

  it.each([
    [{ action: 'accept' as const, content: { approve: true } }, 'I know.'],
    [{ action: 'accept' as const, content: { approve: false, reason: 'too dear' } }, 'too dear'],
    [{ action: 'decline' as const }, 'it was rejected'],
    // Closing the form decides nothing: it is then decided elsewhere.
    [{ action: 'cancel' as const }, 'rejected: on the page'],
  ])('asks the person before a tool that needs their approval: %j', async (decision, outcome) => {
    lead()
    const { client } = await connectTo(app.url, token, {}, { elicitation: {} })
    const asked: unknown[] = []
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      if (decision.action === 'cancel') setTimeout(rejectOnPage, 100)
      return decision
    })
    const { structuredContent } = await client.callTool(ask())
    expect(asked).toEqual([expect.stringContaining('"query": "tides?\\u{202e}"')])
    expect(JSON.stringify(structuredContent)).toContain(outcome)
    await client.close()
  })

  it('closes the form if the decision was made elsewhere', async () => {
    lead()
    const { client } = await connectTo(app.url, token, {}, { elicitation: {} })
    let isTakenBack = false
    client.setRequestHandler(ElicitRequestSchema, async (_request, { signal }) => {
      void rejectOnPage()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      isTakenBack = true
      return { action: 'cancel' }
    })
    const { structuredContent } = await client.callTool(ask())
    expect(JSON.stringify(structuredContent)).toContain('rejected: on the page')
    expect(isTakenBack).toBe(true)
    await client.close()
  })

  it('tells a client without forms where to decide', async () => {
    lead()
    const { client } = await connectTo(app.url, token)
    const lines: string[] = []
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      lines.push(`${params.level}: ${params.data}`)
      const id = /\/approvals\/([\w-]+)$/.exec(String(params.data))?.[1]
      if (id) void app.call('POST', `/approvals/${id}`, token, { decision: 'approve' })
    })
    await client.setLoggingLevel('info')
    const { structuredContent } = await client.callTool(ask())
    expect(JSON.stringify(structuredContent)).toContain('I know.')
    expect(lines).toContainEqual(
      expect.stringMatching(/^warning: call_assistant_\d+ is waiting for approval at/),
    )
    expect(lines).toContainEqual(expect.stringMatching(/^info: /))
    await client.close()
  })

  it('completes resource URIs by name', async () => {
    const { client } = await connectTo(app.url, token)
    const { resourceTemplates } = await client.listResourceTemplates()
    const complete = async (uri: string, name: string, value: string, given?: Record<string, string>) =>
      (
        await client.complete({
          ref: { type: 'ref/resource', uri },
          argument: { name, value },
          ...(given ? { context: { arguments: given } } : {}),
        })
      ).completion.values
    const [document = '', search = ''] = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(await complete(document, 'knowledge_base', 'tid')).toEqual([String(base)])
    expect(await complete(search, 'knowledge_base', 'nothing like it')).toEqual([])
    expect(await complete(document, 'document', '', { knowledge_base: String(base) })).toEqual([])
    expect(await complete(search, 'query', 'x')).toEqual([])
    await expect(complete(document, 'document', '', { knowledge_base: '999' })).rejects.toThrow('not found')
    await expect(complete('bellwether://x/{y}', 'y', '')).rejects.toMatchObject({ code: -32602 })
    await expect(complete(document, 'query', '')).rejects.toMatchObject({ code: -32602 })
    const prompt = { type: 'ref/prompt' as const, name: `leader_${leader}` }
    const argument = { name: 'query', value: 'x' }
    expect((await client.complete({ ref: prompt, argument })).completion.values).toEqual([])
    await expect(client.complete({ ref: { ...prompt, name: 'nobody_999' }, argument })).rejects.toMatchObject(
      { code: -32602 },
    )
    await client.close()
  })

  it('is notified about changes to a watched knowledge base or a list', async () => {
    const { client, session } = await connectTo(app.url, token)
    const uri = `bellwether://knowledge-bases/${base}`
    await client.subscribeResource({ uri })
    await expect(client.subscribeResource({ uri: `${uri}/search?query=x` })).rejects.toMatchObject({
      code: -32602,
    })
    await client.close()
    const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': session }
    const methods = async (...until: string[]) => {
      const { said } = await listenTo(app.url, headers, until.length > 0 ? { until } : { ms: 300 })
      return said.map(({ method }: { method: string }) => method)
    }
    const updated = 'notifications/resources/updated'
    const [resources, tools] = ['notifications/resources/list_changed', 'notifications/tools/list_changed']
    expect(await methods()).toEqual([])
    await app.call('PATCH', `/knowledge-bases/${base}`, token, { description: 'Seas' })
    expect(await methods(resources, updated)).not.toContain(tools)
    await app.call('DELETE', `/knowledge-bases/${base}`, token)
    const all = ['notifications/prompts/list_changed', resources, updated, tools]
    expect(await methods(...all)).toEqual(expect.arrayContaining(all))
    await expect.poll(() => methods()).toEqual([])
  })

  it('is only for its own user', async () => {
    const { client, session } = await connectTo(app.url, token)
    const { key } = (await app.call('POST', '/api-keys', token, { name: 'mcp' })).body
    const listen = (bearer: string) =>
      listenTo(app.url, { authorization: `Bearer ${bearer}`, 'mcp-session-id': session }, { ms: 200 })
    expect((await listen(key)).status).toBe(200)
    expect((await listen('bw_wrong')).status).toBe(401)
    const ben = { email: 'ben@example.edu', name: 'ben', password: 'long enough' }
    await app.call('POST', '/creator/admin/users/create', token, ben)
    expect((await listen(await app.signIn(ben.email, ben.password))).status).toBe(404)
    await client.close()
  })
})
