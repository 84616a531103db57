import { expect, it, vi } from 'vitest'
import { chunkOf, frameOf, says } from '../../../test/harness/fake-upstream.ts'
import { onEachDatabase } from '../../../test/harness/test-app.ts'
import { type Agent, eventsIn, patch, typesOf, withAgent } from './agentsmithy.testing.ts'

onEachDatabase('an answer at the AgentSmithy door that fails, is left or has company ($name)', ({ env }) => {
  let agent: Agent
  let dialog: string
  withAgent(env, (made) => {
    ;({ agent, dialog } = made)
  })

  it('that fails sends an error, then done; the text so far is kept, and the next message works', async () => {
    agent.upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'Well, ' })))
      setTimeout(() => response.destroy(), 30)
    })
    const events = await agent.client.say('Hello', { dialog_id: dialog })
    expect(typesOf(events)).toEqual(['user', 'chat_start', 'chat', 'chat_end', 'error', 'done'])
    expect(events.at(-2).error).toEqual(expect.any(String))
    expect(JSON.stringify(events)).not.toContain('k-secret')
    expect((await agent.client.history(dialog)).events).toMatchObject([
      { type: 'user', idx: 0 },
      { type: 'chat', content: 'Well, ', idx: 1 },
    ])
    agent.upstream.answer(says('Here I am.'))
    expect(typesOf(await agent.client.say('Again', { dialog_id: dialog })).at(-1)).toBe('done')
  })

  it('in one piece that fails is an HTTP error', async () => {
    agent.upstream.answer((response) => {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no"}}')
    })
    const body = { messages: [{ role: 'user', content: 'Hello' }], stream: false, dialog_id: dialog }
    expect((await agent.client.call('POST', '/api/chat', body)).status).toBeGreaterThanOrEqual(400)
  })

  it('stops when the client disconnects, including the provider’s call; the text so far is kept', async () => {
    agent.upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'Once upon a time' })))
    })
    const leaving = new AbortController()
    const response = await agent.client.open('Tell me', { dialog_id: dialog }, leaving.signal)
    const reader = response.body?.getReader()
    let text = ''
    while (!text.includes('Once upon')) text += new TextDecoder().decode((await reader?.read())?.value)
    leaving.abort()
    await vi.waitFor(() => expect(agent.upstream.open()).toBe(0), 5000)
    await vi.waitFor(async () =>
      expect((await agent.client.history(dialog)).events).toMatchObject([
        { type: 'user', content: 'Tell me' },
        { type: 'chat', content: 'Once upon a time' },
      ]),
    )
    agent.upstream.answer(says('Yes?'))
    expect(typesOf(await agent.client.say('Hello again', { dialog_id: dialog })).at(-1)).toBe('done')
  })

  it('shares nothing with another dialog that is answered at the same time', async () => {
    const other = await agent.client.newDialog()
    await agent.put('a.md', 'a\none\n')
    await agent.put('b.md', 'b\none\n')
    agent.upstream.answer(async (response, seen) => {
      const sent = seen.body['messages'] as { role: string; content: string }[]
      const name = sent.find(({ role }) => role === 'user')?.content.includes('alpha') ? 'a' : 'b'
      await new Promise((resolve) => setTimeout(resolve, 20))
      const script = sent.some(({ role }) => role === 'tool')
        ? says(`done with ${name}`)
        : patch(`${name}.md`, 'one', `by ${name}`, `working on ${name}`)
      return script(response, seen)
    })
    const [first, second] = await Promise.all([
      agent.client.say('alpha', { dialog_id: dialog }),
      agent.client.say('beta', { dialog_id: other }),
    ])
    for (const [events, id, name, another] of [
      [first, dialog, 'a', 'b'],
      [second, other, 'b', 'a'],
    ] as const) {
      expect(events.every((event) => event.dialog_id === id)).toBe(true)
      const records = JSON.stringify([events, await agent.client.history(id)])
      expect(records).toContain(`done with ${name}`)
      expect(records).not.toContain(`${another}.md`)
      expect(await agent.read(`${name}.md`)).toContain(`by ${name}`)
    }
  })

  it('is one at a time in a dialog', async () => {
    let free: () => void = () => undefined
    agent.upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'wait' })))
      free = () => response.end(frameOf(chunkOf({}, 'stop')) + frameOf('[DONE]'))
    })
    const first = await agent.client.open('One', { dialog_id: dialog })
    await vi.waitFor(() => expect(agent.upstream.open()).toBe(1))
    const second = agent.client.open('Two', { dialog_id: dialog })
    setTimeout(() => free(), 200)
    expect(typesOf(eventsIn(await first.text())).at(-1)).toBe('done')
    await vi.waitFor(() => expect(agent.upstream.seen).toHaveLength(2))
    free()
    expect(typesOf(eventsIn(await (await second).text())).at(-1)).toBe('done')
    expect((await agent.client.history(dialog)).events).toMatchObject([
      { content: 'One' },
      { content: 'wait' },
      { content: 'Two' },
      { content: 'wait' },
    ])
  })
})
