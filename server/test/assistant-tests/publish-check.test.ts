import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePerson } from '../class-links/class-links.testing.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_MODELS: 'fake-model',
    OPENAI_MODEL: 'fake-model',
  })
  admin = await app.signIn()
})
afterAll(() => app.stop())

const check = (id: number, token = admin) => app.call('GET', `/assistants/${id}/publish-check`, token)
const METADATA = { connector: 'openai', llm: 'fake-model' }

it('says why an assistant could not answer, and how to fix it', async () => {
  const id = await app.makeAssistant(admin, { prompt_template: 'Hello', metadata: METADATA })
  expect((await check(id)).body).toMatchObject({
    problems: [
      {
        code: 'question_missing',
        message_code: 'settings.question_missing',
        refused: false,
        fix: { kind: 'template', placeholders: ['user_input'] },
      },
    ],
    can_publish: true,
  })
  await app.call('PUT', `/assistants/${id}`, admin, { prompt_template: '{user_input}' })
  expect((await check(id)).body).toMatchObject({ problems: [], can_publish: true })
})

it('says that required tests have not passed', async () => {
  const id = await app.makeAssistant(admin, { metadata: METADATA })
  await app.call('PUT', `/assistants/${id}/tests/gate`, admin, { required: true })
  expect((await check(id)).body).toMatchObject({
    problems: [],
    tests: { required: true, state: 'no_tests' },
    can_publish: false,
  })
})

it('is for people who can edit the assistant', async () => {
  const id = await app.makeAssistant(admin, { metadata: METADATA })
  const other = await makePerson(app, admin, 'other')
  expect((await check(id, other)).status).toBe(404)
  expect((await check(999_999)).status).toBe(404)
})
