import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, says, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { bestChatModel } from './choose-default-model.ts'

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

it.each([
  [['text-embedding-3-small', 'whisper-1', 'gpt-4o-mini', 'gpt-4o', 'dall-e-3', 'gpt-3.5-turbo'], 'gpt-4o'],
  [['gpt-4o', 'gpt-4.1-mini', 'gpt-4.1', 'gpt-4.1-2025-04-14', 'gpt-4.1-nano'], 'gpt-4.1'],
  [
    ['gpt-5-pro', 'gpt-5-mini', 'gpt-5', 'gpt-5-codex', 'gpt-realtime', 'o3', 'omni-moderation-latest'],
    'gpt-5',
  ],
  [['gpt-3.5-turbo-instruct', 'gpt-3.5-turbo', 'babbage-002'], 'gpt-3.5-turbo'],
  [['gpt-3.5-turbo', 'gpt-4o-mini'], 'gpt-4o-mini'],
  [
    ['claude-3-5-haiku-20241022', 'claude-sonnet-4-5-20250929', 'claude-opus-4-1-20250805'],
    'claude-sonnet-4-5-20250929',
  ],
  [['claude-2.1', 'claude-3-haiku-20240307'], 'claude-3-haiku-20240307'],
  [['nomic-embed-text:latest', 'llama3.2:1b', 'llama3.1:8b', 'mxbai-embed-large'], 'llama3.1:8b'],
  [['qwen2.5-coder:32b', 'mistral:7b-instruct'], 'mistral:7b-instruct'],
  [['gemini-2.5-flash-image-preview', 'gemini-2.5-flash', 'gemini-2.5-pro'], 'gemini-2.5-pro'],
  [['our-model'], 'our-model'],
  [['text-embedding-ada-002', 'tts-1', 'bge-m3'], undefined],
  [[], undefined],
])('picks from %j: %j, in any order', (ids, best) => {
  expect(bestChatModel(ids)).toBe(best)
  expect(bestChatModel([...ids].reverse())).toBe(best)
})

describe('model of a new assistant', () => {
  let upstream: FakeUpstream
  const apps: TestApp[] = []
  beforeAll(async () => {
    upstream = await startFakeUpstream()
  })
  afterAll(async () => {
    for (const app of apps) await app.stop()
    await upstream.stop()
  })
  async function start(env: Record<string, string>) {
    const app = await startTestApp(env)
    apps.push(app)
    const token = await app.signIn()
    const defaults = async () => (await app.call('GET', '/assistants/defaults', token)).body
    return { app, token, defaults }
  }

  it('is one that the provider lists, if the operator named none', async () => {
    const { app, token, defaults } = await start({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'key' })
    expect(await defaults()).toMatchObject({ connector: 'openai', llm: 'fake-model' })
    const made = await app.call('POST', '/assistants', token, { name: 'New' })
    expect(JSON.parse(made.body.metadata)).toMatchObject({ connector: 'openai', llm: 'fake-model' })
  })

  it('is “quotes” until a provider is connected, then the provider’s model', async () => {
    const { app, token, defaults } = await start({})
    expect(await defaults()).toMatchObject({ connector: 'quotes' })
    await app.call('PUT', '/creator/admin/org-admin/settings/api', token, {
      openai_api_key: 'key',
      openai_base_url: upstream.url,
    })
    expect(await defaults()).toMatchObject({ connector: 'openai', llm: 'fake-model' })
  })

  it('is the best of the models that the organization chose, unless it named a default', async () => {
    const env = { OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'key' }
    const models = { ...env, OPENAI_MODELS: 'text-embedding-3-small,gpt-4o-mini,gpt-4o' }
    expect(await (await start(models)).defaults()).toMatchObject({ llm: 'gpt-4o' })
    const named = { ...models, OPENAI_MODEL: 'gpt-4o-mini' }
    expect(await (await start(named)).defaults()).toMatchObject({ llm: 'gpt-4o-mini' })
  })
})
