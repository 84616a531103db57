import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAs, makeClassroom, makeStudents } from '../activity/classroom.testing.ts'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const FOUND = 'What are the phases of mitosis?'
const NOTHING = 'Who won the football championship in Brazil?'
const SAID = ['The phases of mitosis are prophase and anaphase [', '1]. They are blue [', '7].']

describe('citations in the answers of students', () => {
  let app: TestApp
  let upstream: FakeUpstream
  let student: string
  let tutor: number

  beforeAll(async () => {
    upstream = await startFakeUpstream(says(...SAID))
    app = await startTestApp(upstream.settings)
    const admin = await app.signIn()
    const { educator, base } = await makeClassroom(app, admin)
    tutor = await app.makeAssistant(educator, {
      prompt_template: '{context}\n{user_input}',
      metadata: {
        assistant_type: 'multi_tool',
        connector: 'openai',
        llm: 'fake-model',
        tools: [{ type: 'simple_rag', config: { collections: [base] } }],
      },
    })
    await app.call('POST', `/assistants/${tutor}/publish`, educator, { publish_status: true })
    student = (await makeStudents(app, admin, ['sofia']))['sofia'] ?? ''
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  const stored = async (chat: string): Promise<string[]> => {
    const { messages } = (await app.call('GET', `/creator/chats/${chat}`, student)).body
    return messages.map(({ content }: { content: string }) => content)
  }

  it('have only the numbers of their sources, and none if nothing was found', async () => {
    const { body, chat } = await askAs(app, student, tutor, FOUND)
    const clean = 'The phases of mitosis are prophase and anaphase [1]. They are blue.'
    expect(body.choices[0].message.content).toBe(clean)
    expect(body.sources).toMatchObject([{ metadata: [{ n: 1 }] }])
    expect(body.citations.dangling_marks).toEqual([7])
    const nothing = await askAs(app, student, tutor, NOTHING)
    expect(nothing.body.choices[0].message.content).not.toMatch(/\[\d/)
    expect(await stored(chat)).toEqual([FOUND, clean])
    expect((await stored(nothing.chat))[1]).not.toMatch(/\[\d/)
  })

  it('are clean in streams, too', async () => {
    const answer = await fetch(`${app.url}/creator/assistant/${tutor}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${student}`, 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: FOUND }] }),
    })
    const pieces = Array.from((await answer.text()).matchAll(/"content":"([^"]*)"/g), (found) => found[1])
    expect(pieces.join('')).toBe('The phases of mitosis are prophase and anaphase [1]. They are blue.')
  })

  it('are not shown to the model again, whose sources have other numbers', async () => {
    const messages = [
      { role: 'user', content: FOUND },
      { role: 'assistant', content: 'Prophase and anaphase [1], in `phases[2]`.' },
      { role: 'user', content: 'And then?' },
    ]
    await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, student, { messages })
    expect(upstream.seen.at(-1)?.body['messages']).toMatchObject([
      { role: 'user', content: FOUND },
      { role: 'assistant', content: 'Prophase and anaphase, in `phases[2]`.' },
      { role: 'user' },
    ])
  })
})
