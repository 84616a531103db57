import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

const RUBRIC = {
  title: 'Maps',
  description: '',
  criteria: [
    {
      name: 'Key',
      description: 'Is there one?',
      weight: 100,
      levels: [
        { score: 1, label: 'Yes', description: 'There is' },
        { score: 0, label: 'No', description: 'There is none' },
      ],
    },
  ],
  scoringType: 'checklist',
  maxScore: 1,
}

/** Tested through a request that the server itself sends to a model. */
describe('default model of the server', () => {
  let upstream: FakeUpstream
  const apps: TestApp[] = []

  beforeAll(async () => {
    upstream = await startFakeUpstream(says(JSON.stringify({ rubric: RUBRIC })))
  })
  afterAll(async () => {
    for (const app of apps) await app.stop()
    await upstream.stop()
  })

  async function start(env: Record<string, string>) {
    const app = await startTestApp(env)
    apps.push(app)
    const token = await app.signIn()
    const ask = (model?: string, who = token) =>
      app.call('POST', '/creator/rubrics/ai-generate', who, { prompt: 'Maps', model })
    return { app, token, ask }
  }
  const openai = () => ({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'key' })
  const lastModel = () => upstream.seen.at(-1)?.body['model']

  it('is that of the first provider that has one, if the organization chose none', async () => {
    const { ask } = await start({ ...openai(), OPENAI_MODELS: 'listed,other', OPENAI_MODEL: 'other' })
    expect((await ask()).body.success).toBe(true)
    expect(lastModel()).toBe('other')
  })

  it('is the model that a new assistant would get, if the organization chose none', async () => {
    const { app, token, ask } = await start(openai())
    const { body } = await app.call('GET', '/assistants/defaults', token)
    expect((await ask()).body.success).toBe(true)
    expect(lastModel()).toBe(body.llm)
    expect((await ask('whatever')).body.success).toBe(true)
    expect(lastModel()).toBe('whatever')
  })

  it('has to be named if the provider lists no chat model', async () => {
    const { ask } = await start({ ...openai(), OPENAI_MODELS: 'text-embedding-3-small' })
    const before = upstream.seen.length
    expect(await ask()).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('can choose one from OpenAI in the settings') },
    })
    expect(upstream.seen).toHaveLength(before)
  })

  it('never uses the provider of another organization', async () => {
    const { app, token, ask } = await start({ ...openai(), OPENAI_MODEL: 'm' })
    const north = { slug: 'north', name: 'North', use_system_baseline: false }
    const made = await app.call('POST', '/creator/admin/organizations/enhanced', token, north)
    const nora = { email: 'nora@example.edu', name: 'Nora', password: 'long enough', role: 'user' }
    const organization = { organization_id: made.body.id, user_type: 'creator' }
    await app.call('POST', '/creator/admin/users/create', token, { ...nora, ...organization })
    const before = upstream.seen.length
    expect(await ask('m', await app.signIn(nora.email, nora.password))).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining('North has no models') },
    })
    expect(upstream.seen).toHaveLength(before)
  })
})
