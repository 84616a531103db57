import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectTo, LIST_TOOLS, send } from '../../src/doors/mcp/mcp-door.testing.ts'
import {
  calls,
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { callAt, type Instances, startInstances } from '../harness/instances.ts'
import { ADMIN, eachDatabase } from '../harness/test-app.ts'
import { assistantOf, createReader, listenUntil } from './instances.testing.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')

describe.skipIf(!postgres)(`four instances on one database${postgres ? '' : ' SKIPPED'}`, () => {
  let upstream: FakeUpstream
  let servers: Instances
  let token: string
  let tutor: number
  let release: () => void
  let released: Promise<void>

  /** Sends its first words, and the rest when the test says so. */
  const held: Script = async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frameOf(chunkOf({ role: 'assistant', content: 'First, ' })))
    await released
    response.write(frameOf(chunkOf({ content: 'then.' }, 'stop')))
    response.end(frameOf('[DONE]'))
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    const env = (await postgres?.env()) ?? {}
    servers = await startInstances(4, { ...env, OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    token = (await call(undefined, 'POST', '/creator/login', ADMIN)).body.data.token
    tutor = (await call(undefined, 'POST', '/assistants', assistantOf('tutor'))).body.id
  })
  afterAll(async () => {
    await servers.stop()
    await upstream.stop()
  })
  beforeEach(() => {
    released = new Promise((resolve) => {
      release = resolve
    })
    upstream.answer(held)
  })

  /** At the instance with this number; undefined: at the proxy. */
  const call = (number: number | undefined, method: string, path: string, body?: unknown) =>
    callAt(servers.url(number) + path, method, token, body)
  const reader = () => createReader(servers, token)
  const isLeft = () => expect.poll(() => upstream.open()).toBe(0)
  const contents = async (id: string) =>
    (await call(undefined, 'GET', `/chats/${id}`)).body.messages.map(
      ({ content, complete }: { content: string; complete: boolean }) => [content, complete],
    )

  /** An assistant whose model calls another one, which needs approval, and then says that it is done. */
  async function makeLeader() {
    const expert = (
      await call(0, 'POST', '/assistants', assistantOf(`expert ${Math.random()}`, { llm: 'sub' }))
    ).body.id
    const tools = [{ type: 'assistant', assistant_id: expert, approval: 'ask' }]
    const lead = { llm: 'lead', prompt_processor: 'tool_augment', rag_processor: '', tools }
    const leader = (await call(0, 'POST', '/assistants', assistantOf('leader', lead))).body.id
    upstream.answer((response, seen) => {
      const messages = seen.body['messages'] as { role: string }[]
      if (seen.body['model'] !== 'lead') return says('I know.')(response, seen)
      const isDone = messages.some(({ role }) => role === 'tool')
      return (isDone ? says('Approved and done.') : calls(`call_assistant_${expert}`, { query: 'x' }))(
        response,
        seen,
      )
    })
    return { leader }
  }

  it('resume an answer that another one writes, from its start or after a number of events', async () => {
    const id = await reader().askAndLeave(0, tutor)
    const streams = await Promise.all([1, 2, 3].map((number) => reader().follow(number, id)))
    const rest = await reader().follow(1, id, '?after=2')
    for (const { headers, status } of streams) {
      expect([status, headers.get('x-chat-id')]).toEqual([200, id])
      expect(headers.get('x-trace-id')).toBeTruthy()
    }
    release()
    const [first = '', ...others] = await Promise.all(streams.map((stream) => stream.text()))
    expect(first).toMatch(/First, [\s\S]*then\.[\s\S]*data: \[DONE\]\n\n$/)
    expect(others).toEqual([first, first])
    const some = await rest.text()
    expect(some).not.toContain('First')
    expect(first.endsWith(some)).toBe(true)
    for (const number of [0, 1, 2, 3]) expect((await reader().follow(number, id)).status).toBe(204)
  })

  it('resume through a proxy without sticky sessions', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => reader().askAndLeave(undefined, tutor)))
    const streams = await Promise.all(ids.map((id) => reader().follow(undefined, id)))
    release()
    for (const stream of streams) expect(await stream.text()).toMatch(/First, [\s\S]*then\./)
  })

  it('keep an answer from other people', async () => {
    const id = await reader().askAndLeave(0, tutor)
    const ben = { email: 'ben@example.edu', name: 'ben', password: 'long enough' }
    await call(1, 'POST', '/creator/admin/users/create', ben)
    const theirs = (await call(1, 'POST', '/creator/login', ben)).body.data.token
    const at = (path: string) => `${servers.url(1)}/chats/${id}/${path}`
    expect((await callAt(at('stream'), 'GET', theirs)).status).toBe(404)
    expect((await callAt(at('stop'), 'POST', theirs)).status).toBe(404)
    expect(upstream.open()).toBe(1)
    release()
    await isLeft()
  })

  it('stop an answer that another one writes, and save the text so far', async () => {
    const id = await reader().askAndLeave(2, tutor)
    const reading = await reader().follow(3, id)
    expect((await call(1, 'POST', `/chats/${id}/stop`)).body).toEqual({ stopped: true })
    await isLeft()
    expect(await reading.text()).not.toContain('then.')
    expect(await contents(id)).toEqual([
      ['What is a noun?', true],
      ['First, ', false],
    ])
    expect((await call(1, 'POST', `/chats/${id}/stop`)).body).toEqual({ stopped: false })
  })

  it('stop an answer when its chat is deleted on another one', async () => {
    const id = await reader().askAndLeave(0, tutor)
    expect((await call(1, 'DELETE', `/chats/${id}`)).status).toBe(204)
    await isLeft()
  })

  it('continue an answer that was approved on another one', async () => {
    const { leader } = await makeLeader()
    const answer = reader().ask(0, leader)
    await expect.poll(async () => (await call(1, 'GET', '/approvals')).body.approvals.length).toBe(1)
    const [{ id }] = (await call(1, 'GET', '/approvals')).body.approvals
    expect((await call(2, 'POST', `/approvals/${id}`, { decision: 'approve' })).status).toBe(200)
    expect(await (await answer).text()).toContain('Approved and done.')
  })

  it('cancel an MCP request that runs on another one', async () => {
    const { client, session } = await connectTo(servers.url(0), token)
    const answer = client.callTool({ name: `ask_tutor_${tutor}`, arguments: { query: 'x' } })
    const ended = answer.catch(() => 'ended')
    await expect.poll(() => upstream.open()).toBe(1)
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': session }
    expect((await send(servers.url(1), headers, cancel)).status).toBe(202)
    await isLeft()
    await client.close()
    await ended
  })

  it('pass on the reply to a question that another one asked', async () => {
    const { leader } = await makeLeader()
    const elicitation = { elicitation: {} }
    // Through the proxy: the reply reaches another instance than the one that asks.
    const { client } = await connectTo(servers.url(), token, {}, elicitation)
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { approve: true } }))
    const answer = await client.callTool({ name: `ask_leader_${leader}`, arguments: { query: 'x' } })
    expect(JSON.stringify(answer.structuredContent)).toContain('Approved and done.')
    await client.close()
  })

  it('tell an MCP client about changes on any of them', async () => {
    const base = (await call(0, 'POST', '/knowledge-bases', { name: 'Tides', description: '' })).body.id
    const uri = `bellwether://knowledge-bases/${base}`
    const { client, session } = await connectTo(servers.url(0), token)
    await client.subscribeResource({ uri })
    await client.close()
    const notification = listenUntil(servers.url(1), token, session, 'notifications/resources/updated')
    const patched = await call(2, 'PATCH', `/knowledge-bases/${base}`, { description: 'Seas' })
    expect(patched.status, JSON.stringify(patched.body)).toBe(200)
    expect(await notification).toContain(uri)
    const ended = { authorization: `Bearer ${token}`, 'mcp-session-id': session }
    expect((await send(servers.url(2), ended, '', 'DELETE')).status).toBe(204)
    await expect.poll(async () => (await send(servers.url(3), ended, LIST_TOOLS)).status).toBe(404)
  })

  it('answer with the settings that were saved on another one', async () => {
    upstream.answer(says('Hello.'))
    const { id } = (await call(0, 'POST', '/assistants', assistantOf('changing', { llm: 'first' }))).body
    const modelAt = async (number: number) => {
      await (await reader().ask(number, id)).text()
      return upstream.seen.at(-1)?.body['model']
    }
    for (const number of [0, 1, 2, 3]) expect(await modelAt(number)).toBe('first')
    const changed = assistantOf('changing', { llm: 'second' })
    expect((await call(0, 'PUT', `/assistants/${id}`, changed)).status).toBe(200)
    for (const number of [1, 2, 3, 0]) expect(await modelAt(number)).toBe('second')
    const budget = { scope: 'assistant', assistant_id: id, period: 'month', max_requests: 1 }
    expect((await call(3, 'POST', '/organizations/current/budgets', budget)).status).toBeLessThan(300)
    await (await reader().ask(2, id)).text()
    for (const number of [0, 1]) expect((await reader().ask(number, id)).status).toBe(429)
  })

  it('answer one message at a time in a dialog', async () => {
    const message = await openDialog()
    const first = message(0)
    await expect.poll(() => upstream.open()).toBe(1)
    expect((await message(1)).status).toBe(409)
    const waiting = message(2)
    release()
    expect((await first).status).toBe(200)
    expect((await waiting).status).toBe(200)
  })

  it('answer one message at a time in a chat that builds an assistant', async () => {
    const { id } = (await call(0, 'POST', '/creation-sessions', { assistant_id: tutor })).body
    const message = (number: number) =>
      call(number, 'POST', `/creation-sessions/${id}/messages`, { message: 'Hi', stream: false })
    const first = message(0)
    await expect.poll(() => upstream.open()).toBe(1)
    expect((await message(1)).status).toBe(409)
    release()
    expect((await first).status).toBe(200)
    expect((await message(2)).status).toBe(200)
  })

  /** Sends a message to one dialog of an agent. */
  async function openDialog() {
    const { key } = (await call(1, 'POST', '/api-keys', { name: 'editor', assistant_ids: [tutor] })).body
    const agent = (number: number) => `${servers.url(number)}/agentsmithy/${tutor}/${key}/api`
    const { id } = (await callAt(`${agent(1)}/dialogs`, 'POST', undefined, { title: 'D' })).body
    return (number: number) =>
      callAt(`${agent(number)}/chat`, 'POST', undefined, {
        messages: [{ role: 'user', content: 'Hi' }],
        dialog_id: id,
        stream: false,
      })
  }

  // The last test: it ends an instance.
  it('tell the reader when the instance that writes is killed, and release its locks', async () => {
    const id = await reader().askAndLeave(0, tutor)
    const reading = await reader().follow(1, id)
    const message = await openDialog()
    const lost = message(0).catch(() => 'lost')
    await expect.poll(() => upstream.open()).toBe(2)
    await servers.instances[0]?.kill()
    expect(await lost).toBe('lost')
    upstream.answer(says('Hello.'))
    const text = await reading.text()
    expect(text).toContain('First, ')
    expect(text).toContain('"message_code":"answers.interrupted"')
    expect(text).not.toContain('[DONE]')
    expect((await reader().follow(2, id)).status).toBe(204)
    expect((await call(2, 'POST', `/chats/${id}/stop`)).body).toEqual({ stopped: false })
    await expect.poll(async () => (await message(3)).status).toBe(200)
  })
})
