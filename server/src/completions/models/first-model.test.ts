import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

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
