import { EventEmitter, once } from 'node:events'
import { say } from '@bellwether/wire'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { withShortTimers } from '../../../test/harness/short-timers.ts'
import { type ChatScript, createScriptedTutor, toCallers } from '../../completions/chat-server.testing.ts'
import { describeWithNightlyPostgres } from '../../platform/db/testing.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { serve } from '../../platform/http/loopback.testing.ts'
import { createLambChatRoutes } from './chats.routes.ts'

describeWithNightlyPostgres('LAMB’s chat routes', (open) => {
  let server: Awaited<ReturnType<typeof serve>>
  let chats: Awaited<ReturnType<typeof createScriptedTutor>>['chats']
  let people: Awaited<ReturnType<typeof createScriptedTutor>>['people']
  let tutor: number
  const script = {} as ChatScript

  beforeAll(async () => {
    const world = await createScriptedTutor((await open()).db, script)
    ;({ chats, people, tutor } = world)
    const usable = {
      id: tutor,
      name: 'tutor',
      description: 'kind',
      created_at: 7,
      published: false,
      organization_name: 'North',
      metadata: '{}',
    }
    const deps = { listUsable: async () => [usable], countGuestQuestion: async () => undefined }
    server = await serve(createLambChatRoutes({ ...world, ...deps }), toCallers(people))
  })

  beforeEach(() => {
    script.say = async function* () {
      yield { type: 'text-delta', text: 'Hello ' }
      yield { type: 'text-delta', text: 'Ana' }
      yield { type: 'end', reason: 'stop' }
    }
  })

  const messages = [
    { role: 'user', content: 'before' },
    { role: 'assistant', content: 'yes?' },
    { role: 'user', content: [{ type: 'text', text: 'What is a noun?' }] },
  ]
  const ask = (who: string | undefined, body: unknown, id = tutor) =>
    server.call(who, 'POST', `/creator/assistant/${id}/chat/completions`, body)

  /** The answer is saved after its last byte was sent. */
  const messagesOf = (chatId: string, count: number) =>
    vi.waitFor(async () => {
      const { messages } = await chats.get(people.ana, chatId)
      expect(messages.length).toBeGreaterThanOrEqual(count)
      return messages.map(({ role, content, complete }) => [role, content, complete])
    })

  it('answers in one piece with the chat’s id, and saves question and answer', async () => {
    const answer = await ask('ana', { model: 'lamb_assistant.999', messages, temperature: 0.5 })
    expect(answer).toMatchObject({
      status: 200,
      body: { object: 'chat.completion', choices: [{ message: { content: 'Hello Ana' } }] },
    })
    const chatId = answer.body.chat_id
    expect(answer.headers.get('x-chat-id')).toBe(chatId)
    expect(script.lastOrder).toEqual({
      assistant: { id: tutor },
      request: { messages, temperature: 0.5 },
      debugBypass: false,
      language: 'en',
    })
    expect(await messagesOf(chatId, 2)).toEqual([
      ['user', 'What is a noun?', true],
      ['assistant', 'Hello Ana', true],
    ])
    const more = await ask('ana', { messages, chat_id: chatId, persist_chat: true })
    expect(more.body.chat_id).toBe(chatId)
    expect(await messagesOf(chatId, 4)).toHaveLength(4)
  })

  it('streams with the chat’s id in a header, and saves the question before the first byte', async () => {
    const held = new EventEmitter()
    script.say = async function* () {
      await once(held, 'release')
      yield { type: 'text-delta', text: 'late' }
      yield { type: 'end', reason: 'stop' }
    }
    const path = `/creator/assistant/${tutor}/chat/completions`
    // The server waits this long for a first event before it sends the headers.
    const response = await withShortTimers(5000, () =>
      server.send('ana', 'POST', path, { messages, stream: true, chat_id: null }),
    )
    const chatId = response.headers.get('x-chat-id') ?? ''
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(await messagesOf(chatId, 1)).toEqual([['user', 'What is a noun?', true]])
    held.emit('release')
    expect(await response.text()).toMatch(/"content":"late"[\s\S]*data: \[DONE\]\n\n$/)
    expect(await messagesOf(chatId, 2)).toMatchObject([{}, ['assistant', 'late', true]])
  })

  it('saves the text if the provider fails, streamed or not', async () => {
    script.say = async function* () {
      yield { type: 'text-delta', text: 'Half' }
      throw new AppError('provider_failed', 'the provider went away')
    }
    const streamed = await ask('ana', { messages, stream: true })
    const streamedId = streamed.headers.get('x-chat-id') ?? ''
    expect(await messagesOf(streamedId, 2)).toMatchObject([{}, ['assistant', 'Half', false]])

    expect((await ask('ana', { messages, chat_id: streamedId })).status).toBe(502)
    expect(await messagesOf(streamedId, 4)).toMatchObject([{}, {}, {}, ['assistant', 'Half', false]])
  })

  it('saves the text if the client disconnects', async () => {
    script.say = async function* (signal) {
      yield { type: 'text-delta', text: 'Half' }
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const path = `/creator/assistant/${tutor}/chat/completions`
    const leaving = new AbortController()
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: 'Bearer ana', 'content-type': 'application/json' },
      body: JSON.stringify({ messages, stream: true }),
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
    expect(await messagesOf(response.headers.get('x-chat-id') ?? '', 2)).toMatchObject([
      {},
      ['assistant', 'Half', false],
    ])
  })

  it('saves nothing if asked not to', async () => {
    const before = (await server.call('ana', 'GET', '/creator/chats')).body.total_estimate
    const answer = await ask('ana', { messages, persist_chat: false, debug_bypass: true })
    expect(answer.status).toBe(200)
    expect(answer.body.chat_id).toBeUndefined()
    expect(answer.headers.get('x-chat-id')).toBeNull()
    expect(script.lastOrder?.debugBypass).toBe(true)
    expect((await server.call('ana', 'GET', '/creator/chats')).body.total_estimate).toBe(before)
  })

  it('tells students neither the model nor how it is set up', async () => {
    const unsaved = { messages, persist_chat: false }
    const whole = await ask('student', unsaved)
    expect(whole.body.model).toBe(`lamb_assistant.${tutor}`)
    const streamed = await ask('student', { ...unsaved, stream: true })
    for (const { text } of [whole, streamed]) expect(text).not.toContain('scripted')
    expect((await ask('ana', unsaved)).body.model).toBe('scripted-1')
    script.say = () => {
      throw badRequest(say('models.no_provider', { name: 'Ollama' }))
    }
    const refused = await ask('student', unsaved)
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toMatch(/^The assistant can’t answer right now.*\(Reference: .+\)$/)
  })

  it('refuses with LAMB’s statuses', async () => {
    const denied = { status: 403, body: { detail: expect.stringMatching(/^Access denied/) } }
    expect(await ask('eve', { messages })).toMatchObject(denied)
    expect(await ask('eve', { messages, stream: true })).toMatchObject(denied)
    expect(await ask('ana', { messages }, 999_999)).toMatchObject(denied)
    for (const body of [{}, { messages: [] }, { messages: 'x' }, { messages, persist_chat: 'maybe' }, []]) {
      expect((await ask('ana', body)).status, JSON.stringify(body)).toBe(400)
    }
    expect((await ask(undefined, { messages })).status).toBe(401)
  })

  it('refuses to continue another person’s chat', async () => {
    const { body } = await ask('ana', { messages })
    for (const who of ['ben', 'nora', 'root']) {
      for (const stream of [true, false]) {
        const answer = await ask(who, { messages, stream, chat_id: body.chat_id })
        expect(answer).toMatchObject({ status: 404, body: { detail: 'Chat not found' } })
      }
    }
    expect((await ask('ana', { messages, chat_id: 'no-such-chat' })).status).toBe(404)
    expect((await ask('ana', { messages, chat_id: `${body.chat_id}\u0000` })).status).toBe(404)
    expect(await messagesOf(body.chat_id, 2)).toHaveLength(2)
  })

  it('lists, creates, shows, changes and deletes chats, in LAMB’s format', async () => {
    const made = await server.call('ben', 'POST', '/creator/chats', { assistant_id: tutor })
    expect(made).toMatchObject({ status: 200, body: { assistant_id: tutor, message_count: 0, archived: 0 } })
    const path = `/creator/chats/${made.body.id}`
    expect((await server.call('eve', 'POST', '/creator/chats', { assistant_id: tutor })).status).toBe(403)
    expect(await server.call('ben', 'PUT', path, { title: 'Grammar', archived: 1 })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Chat updated successfully' },
    })
    const list = (query: string) => server.call('ben', 'GET', `/creator/chats?${query}`)
    expect((await list('')).body).toEqual({ chats: [], page: 1, per_page: 50, total_estimate: 0 })
    expect((await list(`assistant_id=${tutor}&per_page=5&page=1&include_archived=true`)).body).toEqual({
      chats: [{ ...made.body, title: 'Grammar', archived: 1 }],
      page: 1,
      per_page: 5,
      total_estimate: 1,
    })
    expect((await server.call('ben', 'GET', path)).body).toMatchObject({ title: 'Grammar', messages: [] })
    for (const who of ['ana', 'nora', 'root', 'eve']) {
      expect((await server.call(who, 'GET', path)).status).toBe(404)
      expect((await server.call(who, 'PUT', path, { title: 'x' })).status).toBe(404)
      expect((await server.call(who, 'DELETE', path)).status).toBe(404)
    }
    expect((await server.call('ben', 'PUT', path, { title: ' ' })).status).toBe(422)
    expect((await list('per_page=0')).status).toBe(422)
    expect(await server.call('ben', 'DELETE', path)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Chat deleted successfully' },
    })
    expect((await server.call('ben', 'GET', path)).status).toBe(404)
  })

  it('lists the assistants as models', async () => {
    expect((await server.call('ana', 'GET', '/creator/models')).body).toEqual({
      object: 'list',
      data: [
        {
          id: `lamb_assistant.${tutor}`,
          object: 'model',
          created: 7,
          owned_by: 'North',
          name: 'tutor',
          description: 'kind',
          capabilities: { vision: false, image_generation: false },
          attachments: false,
          greeting: '',
          suggested_questions: [],
        },
      ],
    })
  })
})
