import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {
  type ClientCapabilities,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startConformanceServer } from './conformance.testing.ts'
import { createConformanceOffer } from './conformance-offer.testing.ts'
import { LIST_TOOLS, listenTo, send } from './mcp-door.testing.ts'

/** What the suite looks at, and some things that it does not: docs/reference/mcp.md says how the suite itself is run. */
describe('the MCP door, by the protocol', () => {
  const changes = { tools: 0, resources: 0, watched: 0 }
  const watched = 'test://watched-resource'
  let server: Awaited<ReturnType<typeof startConformanceServer>>

  beforeAll(async () => {
    const listeningTimes = { lookMs: 50, looks: 6, retryMs: 50 }
    server = await startConformanceServer({ offer: createConformanceOffer(changes), listeningTimes })
  })
  afterAll(() => server.stop())

  async function connect(capabilities: ClientCapabilities = { elicitation: {}, sampling: {} }) {
    const client = new Client({ name: 'test', version: '1' }, { capabilities })
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`))
    await client.connect(transport)
    return { client, session: transport.sessionId ?? '' }
  }
  const call = (client: Client, name: string, given: Record<string, unknown> = {}) =>
    client.callTool({ name, arguments: given })

  it('answers the requests that every server must support', async () => {
    const { client } = await connect()
    expect(await client.ping()).toEqual({})
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    })
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
      argument: { name: 'arg1', value: '' },
    })
    expect(completion).toEqual({ values: ['one', 'two'], total: 2, hasMore: false })
    expect(await call(client, 'test_error_handling')).toMatchObject({ isError: true })
    await expect(call(client, 'no_such_tool')).rejects.toMatchObject({ code: -32602 })
    await expect(client.getPrompt({ name: 'no_such_prompt' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.readResource({ uri: 'test://nothing' })).rejects.toMatchObject({ code: -32002 })
    await expect(client.subscribeResource({ uri: 'test://nothing' })).rejects.toMatchObject({ code: -32002 })
    const odd = await send(server.url, {}, { jsonrpc: '2.0', id: 7, method: 'no/such/method' })
    expect(odd.text).toContain('-32601')
    for (const method of ['tools/call', 'prompts/get', 'resources/read', 'logging/setLevel'])
      expect((await send(server.url, {}, { jsonrpc: '2.0', id: 8, method, params: {} })).text).toContain(
        '-32602',
      )
    await client.close()
  })

  it('sends log messages from the requested level on, and none by default', async () => {
    const { client } = await connect()
    const lines: unknown[] = []
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      lines.push(params.data)
    })
    await call(client, 'test_tool_with_logging')
    await client.setLoggingLevel('warning')
    await call(client, 'test_tool_with_logging')
    expect(lines).toEqual([])
    await client.setLoggingLevel('info')
    await call(client, 'test_tool_with_logging')
    expect(lines).toEqual(['begun', 'at work', 'done'])
    await client.close()
  })

  it('sends requests to the client, and passes each reply to its call', async () => {
    const { client } = await connect()
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      await new Promise((resolve) => setTimeout(resolve, params.message === 'slow' ? 100 : 5))
      return { action: 'accept', content: { username: params.message, email: 'x' } }
    })
    client.setRequestHandler(CreateMessageRequestSchema, () => ({
      role: 'assistant',
      model: 'm',
      content: { type: 'text', text: 'baa' },
    }))
    const answers = await Promise.all([
      call(client, 'test_elicitation', { message: 'slow' }),
      call(client, 'test_elicitation', { message: 'quick' }),
      call(client, 'test_sampling', { prompt: 'x' }),
    ])
    const words = answers.map(({ content }) => JSON.stringify(content))
    expect(words[0]).toContain('slow')
    expect(words[1]).toContain('quick')
    expect(words[2]).toContain('baa')
    await client.close()
  })

  it('does not ask clients without forms, and ignores replies of other sessions', async () => {
    const { client: mute } = await connect({})
    expect(await call(mute, 'test_elicitation', { message: 'x' })).toMatchObject({ isError: true })
    const { client } = await connect()
    const { client: third, session: other } = await connect()
    const asked = vi.fn()
    client.setRequestHandler(ElicitRequestSchema, async (_request, { requestId }) => {
      asked()
      const reply = {
        jsonrpc: '2.0',
        id: requestId,
        result: { action: 'accept', content: { username: 'evil' } },
      }
      for (const headers of [{ 'mcp-session-id': other }, {}])
        expect((await send(server.url, headers as Record<string, string>, reply)).status).toBe(400)
      return { action: 'decline' }
    })
    const { content } = await call(client, 'test_elicitation', { message: 'x' })
    expect(asked).toHaveBeenCalledOnce()
    expect(JSON.stringify(content)).toContain('decline')
    await Promise.all([client.close(), mute.close(), third.close()])
  })

  it('reports changes, including those between two streams', async () => {
    const { client } = await connect()
    const messages: string[] = []
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void messages.push('tools'))
    client.setNotificationHandler(
      ResourceListChangedNotificationSchema,
      () => void messages.push('resources'),
    )
    client.setNotificationHandler(
      ResourceUpdatedNotificationSchema,
      ({ params }) => void messages.push(params.uri),
    )
    await client.subscribeResource({ uri: watched })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(messages).toEqual([])
    // The stream ends after 0.3 s, and the client comes again by itself.
    for (const _turn of [1, 2, 3]) {
      messages.length = 0
      changes.tools++
      changes.watched++
      await vi.waitFor(() => expect(messages.sort()).toEqual([watched, 'tools'].sort()), 3000)
      await new Promise((resolve) => setTimeout(resolve, 250))
      expect(messages).toHaveLength(2)
    }
    messages.length = 0
    await client.unsubscribeResource({ uri: watched })
    changes.watched++
    changes.resources++
    await vi.waitFor(() => expect(messages).toEqual(['resources']), 3000)
    await client.close()
  })

  it('resumes from the id of the last event, without a session and on any instance', async () => {
    const first = await listenTo(server.url, {})
    expect(first).toMatchObject({ status: 200, said: [], lastId: expect.stringMatching(/^mark-of-/) })
    changes.tools++
    const again = await listenTo(server.url, { 'last-event-id': first.lastId })
    expect(again.said).toEqual([{ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }])
    const odd = await listenTo(server.url, { 'last-event-id': '../../etc' })
    expect(odd).toMatchObject({ status: 200, said: [] })
  })

  it('accepts a session of another server, and refuses replies that no request waits for', async () => {
    const other = await startConformanceServer()
    const { client, session } = await connect()
    const post = (body: object) => send(other.url, { 'mcp-session-id': session }, { jsonrpc: '2.0', ...body })
    client.setRequestHandler(ElicitRequestSchema, async (_request, { requestId }) => {
      expect((await post(LIST_TOOLS)).status).toBe(200)
      const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } }
      expect((await post(cancelled)).status).toBe(202)
      const astray = await post({ id: requestId, result: { action: 'accept', content: {} } })
      expect(astray.status).toBe(400)
      expect(astray.text).toContain('Unexpected reply')
      return { action: 'decline' }
    })
    const { content } = await call(client, 'test_elicitation', { message: 'x' })
    expect(JSON.stringify(content)).toContain('decline')
    await client.close()
    await other.stop()
  })

  it('stops sending when the credential is revoked', async () => {
    let isOpen = true
    const listeningTimes = { lookMs: 20, looks: 100_000, retryMs: 50 }
    const strict = await startConformanceServer({ listeningTimes, isOpen: () => isOpen })
    const stream = await fetch(`${strict.url}/mcp`, { headers: { accept: 'text/event-stream' } })
    isOpen = false
    expect(await stream.text()).not.toContain('data:')
    await strict.stop()
  }, 5000)

  it('limits open streams per person, and ends them with their session', async () => {
    const patient = await startConformanceServer({
      listeningTimes: { lookMs: 20_000, looks: 1, retryMs: 50 },
    })
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const { headers } = await send(
      patient.url,
      {},
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
    )
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) }
    const open = (more: Record<string, string> = {}) =>
      fetch(`${patient.url}/mcp`, { headers: { accept: 'text/event-stream', ...more } })

    const mine = await open(session)
    const others = await Promise.all(Array.from({ length: 9 }, () => open()))
    expect(others.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 429, 429])
    expect((await send(patient.url, session, '', 'DELETE')).status).toBe(204)
    await mine.text()
    expect((await send(patient.url, session, LIST_TOOLS)).status).toBe(404)
    expect((await open(session)).status).toBe(404)
    await Promise.all(others.map(({ body }) => body?.cancel()))
    await patient.stop()
  })
})
