import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { toolUseModel } from '../config/provider-settings.ts'
import { createUpstream, type SettingsServer, serveSettings } from '../settings/settings.testing.ts'

describeOnSqlite('model providers of an organization', (open) => {
  let server: SettingsServer
  let upstream: Awaited<ReturnType<typeof createUpstream>>
  beforeAll(async () => {
    upstream = await createUpstream((_path, key) =>
      key === 'sk-good'
        ? { status: 200, body: { data: [{ id: 'm1' }, { id: 'm2' }] } }
        : { status: 401, body: { error: { message: `Incorrect API key provided: ${key}` } } },
    )
    server = await serveSettings((await open()).db)
  })
  afterAll(async () => {
    await server.close()
    await upstream.close()
  })
  beforeEach(async () => {
    upstream.requests.length = 0
    await server.clear()
  })

  it('stores a key and never returns it', async () => {
    const openai = { api_key: 'sk-good', base_url: upstream.url, models: ['m1'], default_model: 'm1' }
    expect((await server.asRoot('PATCH', 'providers', { providers: { openai } })).body).toEqual({
      warnings: [],
    })
    const { body } = await server.asNora('GET', 'providers')
    expect(body).toMatchObject({
      providers: { openai: { api_key_set: true, models: ['m1'], default_model: 'm1', enabled: true } },
      available_models: { openai: ['m1', 'm2'] },
      api_status: { providers: { openai: { status: 'working' } } },
    })
    expect(JSON.stringify(body)).not.toContain('sk-good')
    const moved = await server.asNora('PATCH', 'providers', {
      providers: { openai: { base_url: 'https://evil.example' } },
    })
    expect(moved.body.warnings).toMatchObject([{ message_code: 'org_settings.key_removed' }])
    expect((await server.asNora('GET', 'providers')).body.providers.openai.api_key_set).toBe(false)
  })

  it('stores an address with the key that came with it, whatever happens at the same moment', async () => {
    const change = (openai: object) => server.asNora('PATCH', 'providers', { providers: { openai } })
    const base_url = 'https://gateway.example/v1'
    for (let round = 0; round < 5; round++) {
      await change({ base_url, api_key: 'sk-1' })
      await Promise.all([change({ base_url: '' }), change({ base_url, api_key: 'sk-2' })])
      const { config } = await server.organizations.settingsOf(server.north)
      const stored = config.setups?.['default']?.providers?.['openai']
      if (stored?.api_key === 'sk-2') expect(stored.base_url).toBe(base_url)
    }
  })

  it('never shows what was stored beside the name of a model', async () => {
    const misplaced = { provider: 'openai', model: 'gpt-4o', api_key: 'sk-misplaced' }
    const change = (body: object) => server.asNora('PATCH', 'providers', body)
    expect((await change({ global_default_model: misplaced })).status).toBe(422)
    expect((await change({ small_fast_model: { model: 'x'.repeat(201) } })).status).toBe(422)
    const setups = { default: { global_default_model: misplaced } }
    await server.organizations.saveConfig(server.root, { id: server.north }, { setups })
    const { body } = await server.asNora('GET', 'providers')
    expect(body.global_default_model).toEqual({ provider: 'openai', model: 'gpt-4o' })
  })

  it('refuses unknown providers and fields', async () => {
    const change = (providers: object) => server.asNora('PATCH', 'providers', { providers })
    expect((await change({ nonsense: { models: ['m'] } })).status).toBe(400)
    expect((await change({ openai: { apikey: 'k' } })).status).toBe(422)
  })

  it('keeps the models for tool calls and small tasks with a provider', async () => {
    const put = (openai: object) => server.asNora('PATCH', 'providers', { providers: { openai } })
    const shown = async () => (await server.asNora('GET', 'providers')).body
    expect((await shown()).providers.openai).toMatchObject({ tool_use_model: '', fast_model: '' })
    await put({ default_model: 'big', tool_use_model: ' caller ', fast_model: 'mini' })
    expect(await shown()).toMatchObject({
      providers: { openai: { default_model: 'big', tool_use_model: 'caller', fast_model: 'mini' } },
      small_fast_model: { provider: 'openai', model: 'mini' },
    })
    expect(toolUseModel(await server.organizations.settingsOf(server.north), 'openai')).toBe('caller')
    // Omitted values are kept, also while the provider is disabled.
    await put({ models: ['big'], enabled: false })
    expect((await shown()).providers.openai).toMatchObject({
      tool_use_model: 'caller',
      fast_model: 'mini',
      enabled: false,
    })
    // Empty and null remove it.
    await put({ tool_use_model: '', fast_model: null, enabled: true })
    expect((await shown()).providers.openai).toMatchObject({
      default_model: 'big',
      tool_use_model: '',
      fast_model: '',
    })
    expect((await shown()).small_fast_model).toEqual({ provider: '', model: '' })
    for (const wrong of [{ tool_use_model: 'x'.repeat(201) }, { fast_model: 7 }])
      expect((await put(wrong)).status).toBe(422)
  })

  it('tests a provider with a real call, and shows its message without the key', async () => {
    expect((await server.asNora('POST', 'providers/test', { provider: 'openai' })).body).toMatchObject({
      success: false,
      status: 'not_configured',
    })
    await server.asRoot('PATCH', 'providers', {
      providers: { openai: { api_key: 'sk-bad-key-12345', base_url: upstream.url } },
    })
    const { body } = await server.asNora('POST', 'providers/test', { provider: 'openai' })
    expect(body).toMatchObject({
      success: false,
      error: expect.stringContaining('rejected the API key'),
      error_code: '401',
    })
    expect(JSON.stringify(body)).not.toContain('sk-bad-key-12345')
    await server.asNora('POST', 'providers/test', { provider: 'openai' })
    expect(upstream.requests).toHaveLength(2)
    expect((await server.asNora('POST', 'providers/test', { provider: 'nonsense' })).status).toBe(400)
  })

  it('does not wait for an unresponsive provider', async () => {
    await server.asRoot('PATCH', 'providers', {
      providers: { openai: { api_key: 'k', base_url: `${upstream.url}/silent` } },
    })
    const { body } = await server.asNora('POST', 'providers/test', { provider: 'openai' })
    expect(body).toMatchObject({ success: false, error: expect.stringContaining('0.4 s') })
  })

  it('does not call a private address that an organization admin entered', async () => {
    await server.asNora('PATCH', 'providers', {
      providers: { openai: { api_key: 'k', base_url: upstream.url } },
    })
    const { body } = await server.asNora('POST', 'providers/test', { provider: 'openai' })
    expect(body).toMatchObject({
      success: false,
      error: expect.stringContaining('requests to it are not allowed'),
    })
    expect(upstream.requests).toEqual([])
  })
})
