import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chunkOf, type FakeUpstream, frameOf, says } from '../../../test/harness/fake-upstream.ts'
import { onEachDatabase, type TestApp } from '../../../test/harness/test-app.ts'
import {
  connectTo,
  LIST_TOOLS,
  type McpWorld,
  openMcpWorld,
  SECRET_PROMPT,
  send,
} from './mcp-door.testing.ts'

onEachDatabase('the MCP door ($name)', ({ env }) => {
  let world: McpWorld
  let app: TestApp
  let upstream: FakeUpstream
  let ana: string
  let anaKey: string
  let ben: string
  let tutor: number
  let base: number

  beforeAll(async () => {
    world = await openMcpWorld(await env())
    ;({ app, upstream, ana, anaKey, ben, tutor, base } = world)
  })
  afterAll(() => world.stop())

  describe('serves', () => {
    it.each(['session', 'API key'])('assistants as tools, answered with sources (%s)', async (kind) => {
      upstream.answer(says('At', ' noon.'))
      const { client } = await connectTo(app.url, kind === 'session' ? ana : anaKey)
      const { tools } = await client.listTools()
      const tool = tools.find(({ name }) => name === `ask_tide_tutor_${tutor}`)
      expect(tool).toMatchObject({ description: 'Knows the tides', title: 'Tide Tutor!' })
      const result = await client.callTool({
        name: tool?.name ?? '',
        arguments: { query: 'When does the tide turn?' },
      })
      expect(result.isError).toBeFalsy()
      expect(result.structuredContent).toMatchObject({
        answer: 'At noon.',
        sources: [{ title: 'tides.txt' }],
      })
      expect(JSON.stringify(result.content)).toContain('Sources:\\n[1] tides.txt')
      await client.close()
    })

    it('records it like every other answer', async () => {
      upstream.answer(says('Yes'))
      const { client } = await connectTo(app.url, ana)
      await client.callTool({ name: `ask_tide_tutor_${tutor}`, arguments: { query: 'Tide?' } })
      await app.app.services.traceRecorder.flush()
      const { body } = await app.call('GET', `/assistants/${tutor}/traces`, ana)
      expect(JSON.stringify(body)).toContain('"/mcp"')
      await client.close()
    })

    it('assistants as prompts, filled and without a model', async () => {
      const before = upstream.seen.length
      const { client } = await connectTo(app.url, ana)
      const { prompts } = await client.listPrompts()
      expect(prompts).toMatchObject([
        { name: `tide_tutor_${tutor}`, arguments: [{ name: 'query', required: true }] },
      ])
      const { messages } = await client.getPrompt({
        name: `tide_tutor_${tutor}`,
        arguments: { query: 'When is the tide?' },
      })
      const texts = messages.map(({ content }) => (content.type === 'text' ? content.text : ''))
      expect(texts[0]).toBe(SECRET_PROMPT)
      expect(texts.at(-1)).toContain('turns at noon')
      expect(upstream.seen.length).toBe(before)
      await client.close()
    })

    it('knowledge bases as resources, and searches them', async () => {
      const { client } = await connectTo(app.url, ana)
      const { resources } = await client.listResources()
      const uri = `bellwether://knowledge-bases/${base}`
      expect(resources).toMatchObject([{ uri, name: 'Tides', description: 'Seas' }])
      const { contents } = await client.readResource({ uri })
      expect(
        JSON.parse('text' in (contents[0] ?? {}) ? String(Reflect.get(contents[0] ?? {}, 'text')) : ''),
      ).toMatchObject({
        documents: 1,
        listed: [{ name: 'tides.txt', included: true }],
      })
      expect(contents[1]).toMatchObject({ text: 'The tide at Dover turns at noon.\n\nHerons wait for it.' })
      const one = await client.readResource({ uri: contents[1]?.uri ?? '' })
      expect(one.contents).toEqual([contents[1]])
      const { resourceTemplates } = await client.listResourceTemplates()
      expect(resourceTemplates).toHaveLength(2)
      const resource = await client.readResource({
        uri: `${uri}/search?query=when%20does%20the%20tide%20turn`,
      })
      expect(JSON.stringify(resource)).toContain('Dover')
      const searched = await client.callTool({
        name: 'search_knowledge_base',
        arguments: { knowledge_base_id: base, query: 'tide at Dover' },
      })
      expect(JSON.stringify(searched.content)).toContain('turns at noon')
      await client.close()
    })

    it('sends statuses to clients that asked for progress', async () => {
      upstream.answer(says('Fine'))
      const asked = await app.makeAssistant(ana, {
        name: 'caller',
        metadata: { connector: 'openai', llm: 'fake-model', tools: ['weather'] },
      })
      let calls = 0
      upstream.answer((response, seen) => {
        calls++
        if (calls > 1) return says('Fine')(response, seen)
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const call = {
          index: 0,
          id: 'c1',
          type: 'function',
          function: { name: 'nothing_here', arguments: '{}' },
        }
        response.write(frameOf(chunkOf({ role: 'assistant', tool_calls: [call] })))
        response.write(frameOf(chunkOf({}, 'tool_calls')))
        response.end(frameOf('[DONE]'))
      })
      const { client } = await connectTo(app.url, ana)
      const messages: (string | undefined)[] = []
      const result = await client.callTool(
        { name: `ask_caller_${asked}`, arguments: { query: 'x' } },
        undefined,
        {
          onprogress: ({ message }) => messages.push(message),
        },
      )
      expect(result.structuredContent).toMatchObject({ answer: 'Fine' })
      expect(messages).toEqual([
        expect.stringMatching(/^🔧 Calling \w+\.\.\.$/),
        expect.stringMatching(/^❌ \w+ failed$/),
      ])
      await client.close()
    })
  })

  describe('keeps to what the caller may do', () => {
    it('others see nothing of it until it is published, and never its prompt or knowledge', async () => {
      const { client } = await connectTo(app.url, ben)
      expect((await client.listTools()).tools).toEqual([])
      expect((await client.listPrompts()).prompts).toEqual([])
      expect((await client.listResources()).resources).toEqual([])
      const ask = { name: `ask_tide_tutor_${tutor}`, arguments: { query: 'x' } }
      await expect(client.callTool(ask)).rejects.toThrow('Assistant not found')
      await expect(client.readResource({ uri: `bellwether://knowledge-bases/${base}` })).rejects.toThrow(
        'not found',
      )
      const search = { name: 'search_knowledge_base', arguments: { knowledge_base_id: base, query: 'tide' } }
      await expect(client.callTool(search)).rejects.toThrow('not found')

      await app.call('PUT', `/creator/assistant/publish/${tutor}`, ana, { publish_status: true })
      upstream.answer(says('Hello'))
      expect((await client.listTools()).tools).toHaveLength(1)
      expect(JSON.stringify(await client.callTool(ask))).not.toContain('zebra')
      expect((await client.listPrompts()).prompts).toEqual([])
      const prompt = { name: `tide_tutor_${tutor}`, arguments: { query: 'x' } }
      await expect(client.getPrompt(prompt)).rejects.toThrow('Prompt not found')
      await app.call('PUT', `/creator/assistant/publish/${tutor}`, ana, { publish_status: false })
      await client.close()
    })

    it('students don’t reach knowledge bases that educators share with each other', async () => {
      const student = { email: 'stu@example.edu', name: 'Stu', password: 'a third horse' }
      await app.call('POST', '/creator/admin/users/create', await app.signIn(), {
        ...student,
        user_type: 'end_user',
      })
      await app.call('PATCH', `/knowledge-bases/${base}`, ana, { is_shared: true })
      const colleague = await connectTo(app.url, ben)
      expect((await colleague.client.listResources()).resources).toHaveLength(1)
      const { client } = await connectTo(app.url, await app.signIn(student.email, student.password))
      expect((await client.listResources()).resources).toEqual([])
      const uri = `bellwether://knowledge-bases/${base}`
      for (const one of [uri, `${uri}/documents/1`, `${uri}/search?query=tide`])
        await expect(client.readResource({ uri: one })).rejects.toThrow('not found')
      const search = { name: 'search_knowledge_base', arguments: { knowledge_base_id: base, query: 'tide' } }
      await expect(client.callTool(search)).rejects.toThrow('not found')
      await app.call('PATCH', `/knowledge-bases/${base}`, ana, { is_shared: false })
      await Promise.all([client.close(), colleague.client.close()])
    })

    it('a key limited to some assistants only gives access to those', async () => {
      const other = await app.makeAssistant(ana, { name: 'other' })
      const { key } = (await app.call('POST', '/api-keys', ana, { name: 'one', assistant_ids: [other] })).body
      const { client } = await connectTo(app.url, key)
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([`ask_other_${other}`])
      expect((await client.listPrompts()).prompts).toEqual([])
      expect((await client.listResources()).resources).toEqual([])
      await expect(
        client.callTool({ name: `ask_tide_tutor_${tutor}`, arguments: { query: 'x' } }),
      ).rejects.toThrow()
      await client.close()
    })

    it('a session belongs to its caller', async () => {
      const { client, session } = await connectTo(app.url, ana)
      const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'mcp-session-id': session })
      expect((await send(app.url, bearer(ana), LIST_TOOLS)).status).toBe(200)
      expect((await send(app.url, bearer(anaKey), LIST_TOOLS)).status).toBe(200)
      expect((await send(app.url, bearer(ben), LIST_TOOLS)).status).toBe(404)
      expect((await send(app.url, bearer(ben), '', 'DELETE')).status).toBe(404)
      const forged = {
        ...bearer(ana),
        'mcp-session-id': `${session.slice(0, -1)}${session.endsWith('A') ? 'B' : 'A'}`,
      }
      expect((await send(app.url, forged, LIST_TOOLS)).status).toBe(404)
      expect((await send(app.url, bearer(ana), '', 'DELETE')).status).toBe(204)
      expect((await send(app.url, bearer(ana), LIST_TOOLS)).status).toBe(404)
      await client.close()
    })
  })

  describe('refuses', () => {
    it('callers without a credential, and says how to send one', async () => {
      const wrong = 'Bearer error="invalid_token"'
      for (const [headers, how] of [
        [{}, 'Bearer'],
        [{ authorization: 'Bearer bw_wrong' }, wrong],
        [{ authorization: 'Basic x' }, wrong],
      ] as [Record<string, string>, string][]) {
        const answer = await send(app.url, headers, LIST_TOOLS)
        expect(answer.status).toBe(401)
        expect(answer.headers['www-authenticate']).toBe(how)
        expect(JSON.parse(answer.text)).toMatchObject({ jsonrpc: '2.0', error: { code: -32001 } })
      }
      const system = { authorization: 'Bearer system-key-of-the-operator' }
      expect((await send(app.url, system, LIST_TOOLS)).status).toBe(403)
    })

    it.each([
      [{ host: 'evil.example' }, 403],
      [{ host: 'localhost.evil.example' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ host: 'localhost:1234' }, 200],
      [{ origin: 'http://localhost:6274' }, 200],
    ])('names that are not ours: %j → %i', async (headers, status) => {
      const answer = await send(
        app.url,
        { authorization: `Bearer ${ana}`, ...headers } as Record<string, string>,
        LIST_TOOLS,
      )
      expect(answer.status).toBe(status)
    })

    it('what is not MCP', async () => {
      const bearer = { authorization: `Bearer ${ana}` }
      expect((await send(app.url, bearer, 'not json')).status).toBe(400)
      expect((await send(app.url, bearer, { hello: 1 })).status).toBe(400)
      expect((await send(app.url, { ...bearer, accept: 'text/html' }, LIST_TOOLS)).status).toBe(406)
      expect((await send(app.url, bearer, 'x'.repeat(5_000_000))).status).toBe(413)
      expect((await send(app.url, { ...bearer, accept: 'application/json' }, '', 'GET')).status).toBe(406)
      expect((await send(app.url, bearer, '', 'DELETE')).status).toBe(400)
      const later = { ...bearer, 'mcp-protocol-version': '2199-01-01' }
      const unknown = await send(app.url, later, LIST_TOOLS)
      expect(unknown.status).toBe(400)
      expect(JSON.parse(unknown.text)).toMatchObject({ id: LIST_TOOLS.id, error: { code: -32000 } })
      expect((await send(app.url, later, '', 'GET')).status).toBe(400)
      const none = await app.call('GET', '/.well-known/oauth-protected-resource/mcp')
      expect(none.status).toBe(404)
    })

    it('invalid arguments, with a message that a model can act on', async () => {
      const { client } = await connectTo(app.url, ana)
      const result = await client.callTool({ name: `ask_tide_tutor_${tutor}`, arguments: { query: ' ' } })
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: 'query: Enter a question' }],
      })
      await expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toThrow('Tool not found')
      await expect(client.listTools({ cursor: 'x' })).rejects.toThrow('Invalid cursor')
      await client.close()
    })

    it('a provider’s failure is reported without its key', async () => {
      upstream.answer((response) => {
        response.writeHead(401, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'bad key sk-test' } }))
      })
      const { client } = await connectTo(app.url, ana)
      const result = await client.callTool({ name: `ask_tide_tutor_${tutor}`, arguments: { query: 'x' } })
      expect(result.isError).toBe(true)
      expect(JSON.stringify(result)).not.toContain('sk-test')
      await client.close()
    })
  })

  describe('stops', () => {
    const hang = () =>
      upstream.answer((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(frameOf(chunkOf({ role: 'assistant', content: 'wait' })))
      })
    const isAsked = () => vi.waitFor(() => expect(upstream.open()).toBe(1), 3000)
    const isLeft = () => vi.waitFor(() => expect(upstream.open()).toBe(0), { timeout: 500, interval: 10 })
    const ask = () => ({ name: `ask_tide_tutor_${tutor}`, arguments: { query: 'x' } })

    it('when the client cancels', async () => {
      hang()
      const { client } = await connectTo(app.url, ana)
      const controller = new AbortController()
      const call = client
        .callTool(ask(), undefined, { signal: controller.signal })
        .catch((error: Error) => error.message)
      await isAsked()
      controller.abort('enough')
      await isLeft()
      expect(await call).toContain('enough')
      // The session goes on.
      expect((await client.listTools()).tools.length).toBeGreaterThan(0)
      await client.close()
    })

    it('when the client disconnects', async () => {
      hang()
      const { client } = await connectTo(app.url, ana)
      const call = client.callTool(ask()).catch(() => 'gone')
      await isAsked()
      await client.close()
      await isLeft()
      expect(await call).toBe('gone')
    })

    it('when its owner ends the session, and not when another person tries to', async () => {
      hang()
      const { client, transport, session } = await connectTo(app.url, ana)
      const call = client.callTool(ask()).catch(() => 'gone')
      await isAsked()
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
      const theirs = (await connectTo(app.url, ben)).session
      for (const id of [session, theirs])
        await send(app.url, { authorization: `Bearer ${ben}`, 'mcp-session-id': id }, cancel)
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(upstream.open()).toBe(1)
      await transport.terminateSession()
      await isLeft()
      await client.close()
      expect(await call).toBe('gone')
    })
  })
})
