import { EventEmitter, once } from 'node:events'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { describeWithNightlyPostgres } from '../platform/db/testing.ts'
import { AppError } from '../platform/errors.ts'
import { type ChatScript, createChatServer } from './chat-server.testing.ts'

describeWithNightlyPostgres('answer that continues without its client', (open) => {
  type ChatServer = Awaited<ReturnType<typeof createChatServer>>
  let patient: ChatServer
  let server: ChatServer['server']
  let tutor: number
  const script = {} as ChatScript
  let held: EventEmitter
  let wasCancelled: boolean

  beforeAll(async () => {
    patient = await createChatServer((await open()).db, script)
    ;({ server, tutor } = patient)
  })

  beforeEach(() => {
    held = new EventEmitter()
    wasCancelled = false
    script.say = async function* (signal) {
      signal.addEventListener('abort', () => {
        wasCancelled = true
      })
      yield { type: 'text-delta', text: 'First, ' }
      await once(held, 'release', { signal })
      yield { type: 'text-delta', text: 'then.' }
      yield { type: 'end', reason: 'stop' }
    }
  })

  const messages = [{ role: 'user', content: 'What is a noun?' }]

  /** Asks and disconnects after the first words. */
  async function askAndLeave(more: object = {}, { server, tutor } = patient): Promise<string> {
    const leaving = new AbortController()
    const response = await fetch(`${server.url}/assistants/${tutor}/answers`, {
      method: 'POST',
      headers: { authorization: 'Bearer ana', 'content-type': 'application/json' },
      body: JSON.stringify({ messages, ...more }),
      signal: leaving.signal,
    })
    const reader = response.body?.getReader()
    let seen = ''
    while (!seen.includes('First')) seen += new TextDecoder().decode((await reader?.read())?.value)
    leaving.abort()
    return response.headers.get('x-chat-id') ?? ''
  }
  const follow = (who: string, id: string, query = '', { server } = patient) =>
    server.send(who, 'GET', `/chats/${id}/stream${query}`)
  const contents = async (id: string, { chats, people } = patient) =>
    (await chats.get(people.ana, id)).messages.map(({ role, content, complete }) => [role, content, complete])
  const expectCancelled = () => vi.waitFor(() => expect(wasCancelled).toBe(true))

  it('can be read from its beginning, and is saved once, complete', async () => {
    const id = await askAndLeave()
    const again = await follow('ana', id)
    expect(again.headers.get('content-type')).toContain('text/event-stream')
    expect(again.headers.get('x-chat-id')).toBe(id)
    expect(again.headers.get('x-trace-id')).toBeTruthy()
    held.emit('release')
    expect(await again.text()).toMatch(/First, [\s\S]*then\.[\s\S]*data: \[DONE\]\n\n$/)
    expect(await contents(id)).toEqual([
      ['user', 'What is a noun?', true],
      ['assistant', 'First, then.', true],
    ])
    const none = await follow('ana', id)
    expect([none.status, await none.text()]).toEqual([204, ''])
    expect(wasCancelled).toBe(false)
  })

  it('continues after a given number of events', async () => {
    const id = await askAndLeave()
    const whole = await follow('ana', id)
    const rest = await follow('ana', id, '?after=2')
    held.emit('release')
    const [all, some] = [await whole.text(), await rest.text()]
    expect(some).not.toContain('First')
    expect(all.endsWith(some)).toBe(true)
    expect((await follow('ana', id, '?after=-1')).status).toBe(422)
  })

  it('is saved while it grows, for clients that reconnect to another instance', async () => {
    const id = await askAndLeave()
    const reading = await follow('ana', id)
    await vi.waitFor(async () =>
      expect(await contents(id)).toEqual([
        ['user', 'What is a noun?', true],
        ['assistant', 'First, ', false],
      ]),
    )
    held.emit('release')
    await reading.text()
    expect(await contents(id)).toEqual([
      ['user', 'What is a noun?', true],
      ['assistant', 'First, then.', true],
    ])
  })

  it('can’t be read or stopped by others', async () => {
    const id = await askAndLeave()
    for (const who of ['ben', 'nora', 'root', 'eve']) {
      expect((await follow(who, id)).status).toBe(404)
      expect((await server.call(who, 'POST', `/chats/${id}/stop`)).status).toBe(404)
    }
    expect(wasCancelled).toBe(false)
    const mine = await follow('ana', id)
    held.emit('release')
    expect(await mine.text()).toContain('then.')
  })

  it('stops on request and keeps its text', async () => {
    const id = await askAndLeave()
    expect((await server.call('ana', 'POST', `/chats/${id}/stop`)).body).toEqual({ stopped: true })
    expect(wasCancelled).toBe(true)
    expect(await contents(id)).toEqual([
      ['user', 'What is a noun?', true],
      ['assistant', 'First, ', false],
    ])
    expect((await server.call('ana', 'POST', `/chats/${id}/stop`)).body).toEqual({ stopped: false })
  })

  it('is cancelled if its client does not reconnect in time', async () => {
    const impatient = await createChatServer((await open()).db, script, 1)
    const id = await askAndLeave({}, impatient)
    await expectCancelled()
    await vi.waitFor(async () => expect(await contents(id, impatient)).toHaveLength(2))
    expect((await follow('ana', id, '', impatient)).status).toBe(204)
  })

  it('is cancelled if its chat is deleted', async () => {
    const id = await askAndLeave()
    expect((await server.call('ana', 'DELETE', `/chats/${id}`)).status).toBe(204)
    expect(wasCancelled).toBe(true)
    expect((await follow('ana', id)).status).toBe(404)
  })

  it('reports errors before and after it began', async () => {
    const ask = (body: object, id = tutor) =>
      server.call('ana', 'POST', `/assistants/${id}/answers`, {
        messages,
        ...body,
      })
    expect((await ask({}, 999_999)).status).toBe(404)
    expect((await ask({ chat_id: 'no-such-chat' })).status).toBe(404)
    script.say = async function* () {
      yield { type: 'text-delta', text: 'Half' }
      throw new AppError('provider_failed', 'the provider went away')
    }
    const { text, status } = await ask({})
    expect(status).toBe(200)
    expect(text).toContain('the provider went away')
  })

  it('retries without repeating the question', async () => {
    const ask = (body: object) =>
      server.call('ana', 'POST', `/assistants/${tutor}/answers`, { messages, stream: false, ...body })
    script.say = async function* () {
      yield { type: 'text-delta', text: 'One' }
      yield { type: 'end', reason: 'stop' }
    }
    const id = (await ask({})).body.chat_id
    script.say = async function* () {
      yield { type: 'text-delta', text: 'Two' }
      yield { type: 'end', reason: 'stop' }
    }
    await ask({ chat_id: id, retry: true })
    const twice = [
      ['user', 'What is a noun?', true],
      ['assistant', 'Two', true],
    ]
    expect(await contents(id)).toEqual(twice)
    // A different question is a new message, whatever the client calls it.
    const other = { chat_id: id, retry: true, messages: [{ role: 'user', content: 'And a verb?' }] }
    await ask(other)
    expect(await contents(id)).toEqual([...twice, ['user', 'And a verb?', true], ['assistant', 'Two', true]])
  })

  it('needs a request without unknown fields', async () => {
    const ask = (body: object) => server.call('ana', 'POST', `/assistants/${tutor}/answers`, body)
    for (const body of [{}, { messages: [] }, { messages, temperature: 1 }, { messages, retry: 'yes' }])
      expect((await ask(body)).status, JSON.stringify(body)).toBe(422)
    expect((await server.call(undefined, 'POST', `/assistants/${tutor}/answers`, { messages })).status).toBe(
      401,
    )
  })
})

describeWithNightlyPostgres('own chat routes', (open) => {
  it('list, create, change and delete a person’s own chats', async () => {
    const { server, tutor } = await createChatServer((await open()).db, {} as ChatScript)
    const made = await server.call('ben', 'POST', '/chats', { assistant_id: tutor })
    expect(made).toMatchObject({ status: 201, body: { assistant_id: tutor, message_count: 0, archived: 0 } })
    const path = `/chats/${made.body.id}`
    expect((await server.call('eve', 'POST', '/chats', { assistant_id: tutor })).status).toBe(403)
    const changed = { ...made.body, title: 'Grammar', archived: 1, pinned: true }
    const change = { title: 'Grammar', archived: true, pinned: true }
    expect(await server.call('ben', 'PATCH', path, change)).toMatchObject({ status: 200, body: changed })
    const list = (query: string) => server.call('ben', 'GET', `/chats?${query}`)
    expect((await list('')).body).toEqual({ chats: [], page: 1, per_page: 50, total_estimate: 0 })
    for (const shelf of ['archived', 'all'])
      expect((await list(`assistant_id=${tutor}&per_page=5&shelf=${shelf}`)).body).toEqual({
        ...{ chats: [changed], page: 1, per_page: 5, total_estimate: 1 },
      })
    expect((await server.call('ben', 'GET', path)).body).toMatchObject({ title: 'Grammar', messages: [] })
    for (const who of ['ana', 'nora', 'root', 'eve']) {
      expect((await server.call(who, 'GET', path)).status).toBe(404)
      expect((await server.call(who, 'PATCH', path, { title: 'x' })).status).toBe(404)
      expect((await server.call(who, 'DELETE', path)).status).toBe(404)
    }
    for (const wrong of [{ title: ' ' }, { archived: 1 }, { name: 'x' }])
      expect((await server.call('ben', 'PATCH', path, wrong)).status).toBe(422)
    const nowhere = { title: 'Moved', folder_id: crypto.randomUUID() }
    expect((await server.call('ben', 'PATCH', path, nowhere)).status).toBe(404)
    expect((await server.call('ben', 'GET', path)).body.title).toBe('Grammar')
    for (const wrong of ['per_page=0', 'shelf=x']) expect((await list(wrong)).status).toBe(422)
    expect((await server.call('ben', 'DELETE', path)).status).toBe(204)
    expect((await server.call('ben', 'GET', path)).status).toBe(404)
  })
})
