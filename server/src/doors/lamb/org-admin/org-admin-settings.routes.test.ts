import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { findProvider } from '../../../modules/organizations/index.ts'
import { createUpstream } from '../../../modules/organizations/settings/settings.testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from './org-admin.testing.ts'

const AT = '/creator/admin/org-admin/settings'

describeOnSqlite('settings of an organization', (open) => {
  let door: AdminDoor
  let upstream: Awaited<ReturnType<typeof createUpstream>>
  beforeAll(async () => {
    upstream = await createUpstream((path, key) => {
      if (path === '/health') return { status: 200, body: { status: 'ok', version: '1.2.3' } }
      if (path.startsWith('/collections')) return { status: key === 'kb-key' ? 200 : 401, body: {} }
      if (key === 'sk-good') return { status: 200, body: { data: [{ id: 'm1' }, { id: 'm2' }] } }
      return { status: 401, body: { error: { message: `Incorrect API key provided: ${key}` } } }
    })
    door = await createAdminDoor((await open()).db)
  })
  afterAll(async () => {
    await door.close()
    await upstream.close()
  })
  beforeEach(async () => {
    upstream.requests.length = 0
    await door.organizations.saveConfig(door.root, { id: door.north }, {})
  })

  const asNora = (method: string, path: string, body?: unknown) =>
    door.send(door.nora, method, AT + path, body)
  const asRoot = (method: string, path: string, body?: unknown) =>
    door.send(door.root, method, `${AT}${path}?org=north`, body)
  const openai = async () =>
    findProvider(await door.organizations.settingsOf(door.north), 'openai', door.config)

  it('lets people sign up with a key that admins can read', async () => {
    expect((await asNora('GET', '/signup')).body).toEqual({
      signup_enabled: false,
      signup_key: '',
      signup_key_set: false,
      signup_role: 'student',
    })
    expect((await asNora('PUT', '/signup', { signup_enabled: true })).status).toBe(400)
    expect((await asNora('PUT', '/signup', { signup_enabled: true, signup_key: 'short' })).status).toBe(400)
    expect(
      (await asNora('PUT', '/signup', { signup_enabled: true, signup_key: 'join-north-26' })).status,
    ).toBe(200)
    expect((await asNora('GET', '/signup')).body).toMatchObject({
      signup_enabled: true,
      signup_key: 'join-north-26',
    })
    await asNora('PUT', '/signup', { signup_enabled: false, signup_role: 'educator' })
    await asNora('PUT', '/signup', { signup_enabled: true, signup_key: '' })
    expect((await asNora('GET', '/signup')).body).toMatchObject({
      signup_enabled: true,
      signup_key: 'join-north-26',
      signup_role: 'educator',
    })
    expect((await asNora('PUT', '/signup', { signup_enabled: true, signup_role: 'admin' })).status).toBe(422)
    const taken = await door.send(door.sven, 'PUT', `${AT}/signup`, {
      signup_enabled: true,
      signup_key: 'join-north-26',
    })
    expect(taken.status).toBe(400)
  })

  it('stores a key and never returns it', async () => {
    const saved = await asNora('PUT', '/api', {
      openai_api_key: 'sk-very-secret',
      selected_models: { openai: ['gpt-4o', ''], unknown: ['x'] },
      default_models: { openai: 'gpt-4o', ollama: '' },
      global_default_model: { provider: 'openai', model: 'gpt-4o' },
    })
    expect(saved.body).toMatchObject({ message: 'API settings updated successfully', warnings: [] })
    expect(await openai()).toMatchObject({
      api_key: 'sk-very-secret',
      models: ['gpt-4o'],
      default_model: 'gpt-4o',
    })
    // An empty or missing key keeps the stored one; null removes it.
    await asNora('PUT', '/api', {
      openai_api_key: '',
      openai_base_url: '',
      small_fast_model: { provider: 'openai', model: 's' },
    })
    expect((await openai())?.api_key).toBe('sk-very-secret')
    await asNora('PUT', '/api', { openai_base_url: 'https://api.openai.com/v1/' })
    expect((await openai())?.api_key).toBe('sk-very-secret')
    await asNora('PUT', '/api', { providers: { openai: { api_key: null } } })
    expect((await openai())?.api_key).toBeUndefined()
  })

  it('drops a key if an organization admin changes its URL, and says so', async () => {
    await asRoot('PUT', '/api', { openai_api_key: 'sk-good', openai_base_url: upstream.url })
    expect((await openai())?.trusted).toBe(true)
    const moved = await asNora('PUT', '/api', { openai_base_url: 'https://evil.example' })
    expect(moved.body.warnings).toEqual([expect.stringContaining('openai')])
    expect(await openai()).toMatchObject({ base_url: 'https://evil.example', trusted: false })
    expect((await openai())?.api_key).toBeUndefined()
  })

  it('shows LAMB’s fields and every provider, with the models that the provider offers', async () => {
    await asRoot('PUT', '/api', {
      openai_api_key: 'sk-good',
      openai_base_url: upstream.url,
      providers: { openai: { models: ['m1'], default_model: 'm9' } },
    })
    const { body } = await asNora('GET', '/api')
    expect(body).toMatchObject({
      openai_api_key_set: true,
      openai_base_url: upstream.url,
      ollama_base_url: '',
      available_models: { openai: ['m1', 'm2'] },
      selected_models: { openai: ['m1'] },
      default_models: { openai: 'm9' },
      global_default_model: { provider: '', model: '' },
      providers: { openai: { api_key_set: true, models: ['m1'], default_model: 'm9', enabled: true } },
      api_status: {
        overall_status: 'working',
        providers: {
          openai: {
            status: 'working',
            models: ['m1', 'm2'],
            default_model_valid: false,
            needs_model_selection: false,
          },
        },
        summary: { configured_count: 1, working_count: 1, total_models: 2 },
      },
    })
    expect(JSON.stringify(body)).not.toContain('sk-good')
    await asNora('GET', '/api')
    await door.send(door.nora, 'GET', '/creator/admin/org-admin/dashboard')
    expect(upstream.requests).toHaveLength(1)
    await asNora('PUT', '/api', { providers: { openai: { enabled: false } } })
    const off = (await asNora('GET', '/api')).body
    expect(off.api_status.overall_status).toBe('not_configured')
    expect(off.providers.openai).toMatchObject({ enabled: false, api_key_set: true, base_url: upstream.url })
  })

  it('stores the knowledge server’s key, and tests it', async () => {
    const answer = await asRoot('PUT', '/kb', { url: upstream.url, api_key: 'kb-key', embedding_model: 'e5' })
    expect(answer.status).toBe(200)
    expect((await asNora('GET', '/kb')).body).toEqual({
      url: upstream.url,
      api_key_set: true,
      embedding_model: 'e5',
      collection_defaults: {},
    })
    await asNora('PUT', '/kb', { url: upstream.url, api_key: 'USE_EXISTING', collection_defaults: { a: 1 } })
    const test = (body: object) => asNora('POST', '/kb/test', body)
    expect((await test({ url: `${upstream.url}/`, api_key: 'USE_EXISTING' })).body).toMatchObject({
      success: true,
      message: expect.any(String),
      version: '1.2.3',
    })
    expect((await test({ url: upstream.url, api_key: 'wrong' })).body).toMatchObject({
      success: false,
      message: expect.stringContaining('rejects the key'),
    })
  })

  it('sends the stored key of the knowledge server to no other URL', async () => {
    await asRoot('PUT', '/kb', { url: 'https://kb.example', api_key: 'kb-key' })
    const test = await asNora('POST', '/kb/test', { url: upstream.url, api_key: 'USE_EXISTING' })
    expect(test.status).toBe(400)
    const guarded = await asNora('POST', '/kb/test', { url: upstream.url, api_key: 'x' })
    expect(guarded.body).toMatchObject({
      success: false,
      message: expect.stringContaining('requests to it are not allowed'),
    })
    await asNora('PUT', '/kb', { url: upstream.url })
    expect((await asNora('GET', '/kb')).body.api_key_set).toBe(false)
    expect(upstream.requests).toEqual([])
  })

  it('keeps a URL and its key together if a page sends back what it was shown', async () => {
    const knowledge_base = { server_url: 'https://kb.example', api_token: 'imported' }
    await door.organizations.saveConfig(
      door.root,
      { id: door.north },
      { setups: { default: { knowledge_base } } },
    )
    await asNora('PUT', '/kb', { url: 'https://kb.example', api_key: '', embedding_model: 'e5' })
    expect((await asNora('GET', '/kb')).body).toMatchObject({ api_key_set: true, embedding_model: 'e5' })
  })

  it('stores the embedding settings', async () => {
    const settings = {
      vendor: 'openai',
      model: 'e3',
      api_endpoint: 'https://e.example',
      apikey: 'emb-secret',
    }
    await asNora('PUT', '/kb/embeddings-config', settings)
    const { apikey: _secret, ...shown } = settings
    expect((await asNora('GET', '/kb/embeddings-config')).body).toEqual({ ...shown, apikey_configured: true })
    await asNora('PUT', '/kb/embeddings-config', { ...shown, apikey: '', model: 'e4' })
    expect((await asNora('GET', '/kb/embeddings-config')).body).toEqual({
      ...shown,
      model: 'e4',
      apikey_configured: true,
    })
  })
})
