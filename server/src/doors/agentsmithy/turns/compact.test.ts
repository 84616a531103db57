import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { says } from '../../../../test/harness/fake-upstream.ts'
import { type Agent, messagesOf, openAgent, typesOf } from '../agentsmithy.testing.ts'
import type { DialogMessage } from '../dialogs/dialog-message.ts'
import { splitForSummary, summaryPrompt } from './compact.ts'

const message = (id: number, role: 'user' | 'assistant', content: string): DialogMessage => ({
  id,
  number: id,
  role,
  content,
  reasoning: '',
  calls: [],
  edits: [],
  checkpoint: null,
  session: 1,
  complete: true,
})
const talk = (turns: number, length: number) =>
  Array.from({ length: turns * 2 }, (_, at) =>
    message(at, at % 2 === 0 ? 'user' : 'assistant', 'x'.repeat(length)),
  )

describe('the part of a dialog that is summarized', () => {
  it('is empty while it fits', () => expect(splitForSummary('', talk(10, 100), 20_000)).toBeUndefined())

  it('is everything before the last messages, which start with a question', () => {
    const split = splitForSummary('', talk(100, 1000), 20_000)
    expect(split?.kept.length).toBeLessThanOrEqual(25)
    expect(split?.kept[0]?.role).toBe('user')
    expect([...(split?.older ?? []), ...(split?.kept ?? [])]).toHaveLength(200)
  })

  it('leaves less than the budget, even if there are few but long messages', () => {
    const split = splitForSummary('', talk(4, 40_000), 20_000)
    expect(split?.kept).toHaveLength(0)
    expect(splitForSummary('', [message(0, 'user', 'x'.repeat(100_000))], 20_000)?.older).toHaveLength(1)
  })

  it('has a bounded prompt with part of every message and the previous summary', () => {
    const text = summaryPrompt('once upon a time', talk(60, 10_000)).at(-1)?.content
    expect(text).toContain('once upon a time')
    expect(String(text).length).toBeLessThanOrEqual(17_000)
    expect(String(text).match(/user: x/g)?.length).toBeGreaterThan(30)
  })
})

describe('a long dialog', () => {
  let agent: Agent
  const isSummary = (body: Record<string, unknown>) =>
    JSON.stringify(body['messages']).includes('You condense')
  beforeAll(async () => {
    agent = await openAgent({ SMALL_FAST_MODEL_PROVIDER: 'openai', SMALL_FAST_MODEL_NAME: 'fast-model' })
  })
  afterAll(() => agent.stop())

  const fill = async () => {
    const dialog = await agent.client.newDialog()
    agent.upstream.answer(says('Noted.'))
    await agent.client.say(`secret-of-old ${'word '.repeat(20_000)}`, { dialog_id: dialog })
    return dialog
  }

  it('is condensed by the fast model before it is answered, once; history keeps everything', async () => {
    const dialog = await fill()
    agent.upstream.answer((response, seen) =>
      says(isSummary(seen.body) ? 'They like words.' : 'Fine.')(response, seen),
    )
    const events = await agent.client.say('And now?', { dialog_id: dialog })
    expect(typesOf(events)).toEqual([
      'user',
      'summary_start',
      'summary_end',
      'chat_start',
      'chat',
      'chat_end',
      'done',
    ])
    expect(agent.upstream.seen.at(-2)?.body['model']).toBe('fast-model')
    const sent = JSON.stringify(messagesOf(agent.upstream))
    expect(sent).toContain('They like words.')
    expect(sent).not.toContain('secret-of-old')
    expect(typesOf(await agent.client.say('Go on', { dialog_id: dialog }))).not.toContain('summary_start')
    const next = JSON.stringify(messagesOf(agent.upstream))
    expect(next).toContain('They like words.')
    expect(next).toContain('And now?')
    expect((await agent.client.history(dialog)).events).toHaveLength(6)
  })

  it('is answered unchanged if that fails', async () => {
    const dialog = await fill()
    agent.upstream.answer((response, seen) => {
      if (!isSummary(seen.body)) return says('Fine.')(response, seen)
      response.writeHead(400)
      response.end('{}')
    })
    const events = await agent.client.say('And now?', { dialog_id: dialog })
    expect(typesOf(events).slice(0, 4)).toEqual(['user', 'summary_start', 'summary_end', 'chat_start'])
    expect(typesOf(events)).not.toContain('error')
    expect(JSON.stringify(messagesOf(agent.upstream))).toContain('secret-of-old')
  })
})
