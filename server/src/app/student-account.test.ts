import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './testing.ts'

describe('an account for chatting', () => {
  let app: TestApp
  let student: string
  let assistant: number

  beforeAll(async () => {
    app = await startTestApp()
    const admin = await app.signIn()
    assistant = await app.makeAssistant(admin, { metadata: { connector: 'bypass' } })
    await app.call('POST', `/assistants/${assistant}/publish`, admin, { publish_status: true })
    const person = { email: 'stu@example.edu', name: 'Stu', password: 'a third horse', user_type: 'end_user' }
    await app.call('POST', '/creator/admin/users/create', admin, person)
    student = await app.signIn(person.email, person.password)
  })
  afterAll(() => app.stop())

  it.each([
    ['POST', '/assistants'],
    ['POST', '/assistants/import'],
    ['POST', '/assistants/1/duplicate'],
    ['POST', '/assistant-drafts/answer'],
    ['POST', '/assistant-drafts/preview'],
    ['POST', '/creator/assistant/create_assistant'],
    ['POST', '/creator/assistant/generate_assistant_description'],
    ['POST', '/creator/rubrics'],
    ['POST', '/creator/rubrics/import'],
    ['POST', '/creator/rubrics/ai-generate'],
    ['POST', '/rubrics/1/evaluate'],
    ['POST', '/knowledge-bases'],
    ['POST', '/creator/knowledgebases'],
    ['POST', '/creator/files/upload'],
    ['POST', '/creator/prompt-templates/create'],
    ['POST', '/workspaces'],
    ['PUT', '/tool-secrets/key'],
  ] as const)('makes nothing and asks no model of its own: %s %s', async (method, path) => {
    const { status, body } = await app.call(method, path, student, {})
    expect([status, JSON.stringify(body)]).toEqual([
      403,
      expect.stringContaining('Your account is for chatting'),
    ])
  })

  it('chats with what is published', async () => {
    const messages = [{ role: 'user', content: 'Hello' }]
    const model = `lamb_assistant.${assistant}`
    expect((await app.call('POST', '/v1/chat/completions', student, { model, messages })).status).toBe(200)
    expect(
      (await app.call('POST', '/creator/chats', student, { assistant_id: assistant })).status,
    ).toBeLessThan(300)
  })
})
