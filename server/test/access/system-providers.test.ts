import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, type Script, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const SETTINGS = '/creator/admin/org-admin/settings/api'
const ORGANIZATIONS = '/creator/admin/organizations'
const day = new Date().toISOString().slice(0, 10)

onEachDatabase('system providers on $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let root: string
  let nora: string
  let assistant: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'key-of-the-operator',
      OPENAI_MODEL: 'fake-model',
      SMALL_FAST_MODEL_PROVIDER: 'openai',
      SMALL_FAST_MODEL_NAME: 'fake-model',
    })
    root = await app.signIn()
    const made = await app.call('POST', `${ORGANIZATIONS}/enhanced`, root, { slug: 'north', name: 'North' })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect(made.body.config.use_system_providers).toBeUndefined()
    const person = {
      email: 'nora@example.edu',
      name: 'Nora',
      password: 'long enough',
      user_type: 'creator',
    }
    await app.call('POST', '/creator/admin/users/create', root, {
      ...person,
      role: 'user',
      organization_id: made.body.id,
    })
    const user = await app.app.services.users.findByEmail(person.email)
    await app.call('PUT', `${ORGANIZATIONS}/north/members/${user?.id}/role`, root, { role: 'admin' })
    nora = await app.signIn(person.email, person.password)
    assistant = await app.makeAssistant(nora, { metadata: { connector: 'openai', llm: 'fake-model' } })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const ask = () =>
    app.call('POST', '/v1/chat/completions', nora, {
      model: `lamb_assistant.${assistant}`,
      messages: [{ role: 'user', content: 'Hello' }],
    })
  const usedUpUntil = async () =>
    (await app.call('GET', `/assistants/${assistant}`, nora)).body.budget_used_up_until
  const describeAssistant = () =>
    app.call('POST', '/creator/assistant/generate_assistant_description', nora, {
      name: 'Tutor',
      instructions: 'You help with algebra.',
    })
  const makeRubric = () =>
    app.call('POST', '/creator/rubrics/ai-generate', nora, { prompt: 'A rubric for essays' })
  const turn = (isOn: boolean, token = root) =>
    app.call('PUT', `${SETTINGS}${token === root ? '?org=north' : ''}`, token, { use_system_providers: isOn })
  const used = async () => {
    await app.app.services.usage.flush()
    const { body } = await app.call('GET', `/usage?scope=organization&from=${day}&to=${day}`, nora)
    return body.system_providers
  }

  it('can’t be used by another organization unless a system admin allows it', async () => {
    for (const call of [ask, describeAssistant, makeRubric]) await call()
    expect((await ask()).status).toBe(400)
    expect(upstream.seen).toEqual([])
    expect((await turn(true, nora)).status).toBe(403)
    expect(upstream.seen).toEqual([])
  })

  it('are used by reference and counted, without showing key and URL', async () => {
    expect((await turn(true)).status).toBe(200)
    expect((await ask()).status).toBe(200)
    expect((await describeAssistant()).status).toBe(200)
    await makeRubric()
    expect(upstream.seen.length).toBeGreaterThanOrEqual(3)
    for (const { headers } of upstream.seen) expect(headers.authorization).toBe('Bearer key-of-the-operator')
    expect(await used()).toMatchObject({ answers: 1 })
    expect((await used()).input_tokens).toBeGreaterThanOrEqual(14)
    const { body } = await app.call('GET', SETTINGS, nora)
    expect(body.use_system_providers).toBe(true)
    expect(body.providers.openai).toMatchObject({ from_system: true, api_key_set: false, base_url: '' })
    expect(JSON.stringify(body)).not.toContain(upstream.url)
    expect(JSON.stringify(body)).not.toContain('key-of-the-operator')
  })

  it('can be limited only by a system admin', async () => {
    const before = upstream.seen.length
    const limit = { scope: 'system_providers', period: 'month', max_requests: 0 }
    expect((await app.call('POST', '/organizations/current/budgets', nora, limit)).status).toBe(403)
    const made = await app.call('POST', '/organizations/north/budgets', root, limit)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect(made.body).toMatchObject({ scope: 'system_providers', may_change: true })
    const refused = await ask()
    expect(refused.status).toBe(429)
    expect(refused.body.error.message).toMatch(/monthly limit on your organization’s use of the system’s/)
    expect((await describeAssistant()).status).toBe(429)
    expect((await makeRubric()).status).toBe(429)
    expect(upstream.seen.length).toBe(before)
    const { problems } = (await app.call('GET', '/system/status', root)).body
    expect(problems).toContainEqual({ id: 'budgets_used_up', is_serious: true, count: 1 })
    expect(await usedUpUntil()).toBe(made.body.resets_at)
    const path = `/budgets/${made.body.id}`
    expect((await app.call('PATCH', path, nora, { max_requests: 5 })).status).toBe(403)
    expect((await app.call('DELETE', path, nora)).status).toBe(403)
    const [shown] = (await app.call('GET', '/organizations/current/budgets', nora)).body.budgets
    expect(shown).toMatchObject({ scope: 'system_providers', may_change: false })

    // The limit does not apply to the organization's own provider.
    await app.call('PUT', `${SETTINGS}?org=north`, root, {
      openai_api_key: 'north-key',
      openai_base_url: upstream.url,
    })
    expect((await ask()).status).toBe(200)
    expect(upstream.seen.at(-1)?.headers.authorization).toBe('Bearer north-key')
    expect(await used()).toMatchObject({ answers: 1 })
    expect(await usedUpUntil()).toBeNull()
    expect((await app.call('DELETE', path, root)).status).toBe(200)
  })

  it('stop immediately when they are disabled, also by the organization itself', async () => {
    await app.call('PUT', `${SETTINGS}?org=north`, root, {
      providers: { openai: { api_key: null, base_url: '' } },
    })
    expect((await ask()).status).toBe(200)
    expect((await turn(false, nora)).status).toBe(200)
    expect((await ask()).status).toBe(400)
  })

  it('fail without revealing the operator’s server', async () => {
    expect((await turn(true)).status).toBe(200)
    const place = new URL(upstream.url).host
    const failures: Script[] = [
      (response) => void response.writeHead(400).end('{"error":{"message":"too long"}}'),
      (response) => void response.destroy(),
    ]
    for (const fail of failures) {
      upstream.answer(fail)
      for (const call of [ask, makeRubric]) {
        const { status, body } = await call()
        expect(status).toBeGreaterThanOrEqual(400)
        expect(JSON.stringify(body)).not.toContain(place)
      }
    }
    upstream.answer(says('Hello', ' world'))
    const { body } = await app.call('GET', `/assistants/${assistant}/traces`, nora)
    const { id } = body.traces[0]
    const trace = await app.call('GET', `/traces/${id}`, nora)
    expect(trace.body.outcome).toBe('failed')
    expect(JSON.stringify(trace.body)).not.toContain(place)
  })
})

describe('copies of the system’s keys from an earlier version', () => {
  it('become a reference on the next start, once; other keys stay', async () => {
    const upstream = await startFakeUpstream()
    const env = { OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'key-of-the-operator' }
    const first = await startTestApp(env)
    const root = await first.signIn()
    const openai = { api_key: 'key-of-the-operator', base_url: upstream.url, models: ['a'] }
    const make = async (slug: string, providers: object) => {
      const { status } = await first.call('POST', ORGANIZATIONS, root, {
        slug,
        name: slug,
        use_system_baseline: false,
        config: { setups: { default: { providers } } },
      })
      expect(status).toBe(200)
    }
    await make('copy', { openai, anthropic: { api_key: 'its-own' } })
    await make('own', { openai: { ...openai, api_key: 'another' } })
    await first.app.services.db.updateTable('installation').set({ key_copies_removed_at: null }).execute()
    await first.app.close()

    const again = await startTestApp({ ...env, DATA_DIR: first.dataDir })
    const token = await again.signIn()
    const configOf = async (slug: string) =>
      (await again.call('GET', `${ORGANIZATIONS}/${slug}`, token)).body.config
    const copy = await configOf('copy')
    expect(copy.use_system_providers).toBe(true)
    expect(copy.setups.default.providers).toEqual({
      openai: { models: ['a'] },
      anthropic: { api_key_configured: true },
    })
    const own = await configOf('own')
    expect(own.use_system_providers).toBeUndefined()
    expect(own.setups.default.providers.openai).toMatchObject({ api_key_configured: true })
    await again.stop()
    await upstream.stop()
  })
})
