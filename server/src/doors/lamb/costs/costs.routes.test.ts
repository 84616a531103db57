import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

const OVERVIEW = '/creator/admin/cost-overview'

onEachDatabase('costs for LAMB’s admin page ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  const ids: number[] = []

  const addUsage = (assistant: number, cost: number) =>
    app.app.services.db
      .insertInto('usage_records')
      .values({
        kind: 'answer',
        organization_id: 1,
        assistant_id: assistant,
        provider: 'openai',
        model: 'big',
        input_tokens: 30,
        output_tokens: 4,
        cost,
        outcome: 'ok',
        created_at: 1,
      })
      .execute()
  const setQuota = (id: number, body: unknown, token = admin) =>
    app.call('PUT', `/creator/admin/assistant/${id}/quota`, token, body)

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    for (const name of ['unused', 'cheap', 'expensive']) ids.push(await app.makeAssistant(admin, { name }))
    await addUsage(Number(ids[1]), 500_000)
    await addUsage(Number(ids[2]), 2_000_000)
    await addUsage(Number(ids[2]), 250_000)
  })
  afterAll(() => app.stop())

  it('lists all assistants, the most expensive first', async () => {
    const { status, body } = await app.call('GET', OVERVIEW, admin)
    expect(status).toBe(200)
    expect(body.summary).toEqual({
      total_cost_usd: 2.75,
      prompt_tokens: 90,
      completion_tokens: 12,
      total_tokens: 102,
      assistant_count: 3,
      quota_exceeded_count: 0,
    })
    expect(body.assistants.map((one: { id: number }) => one.id)).toEqual([ids[2], ids[1], ids[0]])
    expect(body.assistants[0]).toEqual({
      id: ids[2],
      name: '1_expensive',
      display_name: 'expensive',
      owner: 'admin@example.edu',
      organization_id: 1,
      organization_name: expect.any(String),
      model_name: 'simple-bypass',
      provider: 'bypass',
      prompt_tokens: 60,
      completion_tokens: 8,
      total_tokens: 68,
      cost_usd: 2.25,
      quota_enabled: false,
      cost_limit_usd: null,
      alert_thresholds: [],
      quota_exceeded: false,
    })
    expect(body.assistants[2]).toMatchObject({ cost_usd: 0, total_tokens: 0 })
    expect(body.count).toBe(3)
  })

  it('does not take a text or another setting about a quota for one', async () => {
    const quota = { enabled: true, cost_limit_usd: 0 }
    const metadata = { greeting: JSON.stringify({ quota }), moved_from: { quota } }
    const id = await app.makeAssistant(admin, { name: 'talker', metadata })
    const { body } = await app.call('GET', OVERVIEW, admin)
    expect(body.summary).toMatchObject({ assistant_count: 4, quota_exceeded_count: 0 })
    await app.call('DELETE', `/assistants/${id}`, admin)
  })

  it('returns pages, and caps the limit', async () => {
    const page = await app.call('GET', `${OVERVIEW}?limit=1&offset=1`, admin)
    expect(page.body).toMatchObject({
      count: 1,
      assistants: [{ id: ids[1] }],
      summary: { assistant_count: 3 },
    })
    expect((await app.call('GET', `${OVERVIEW}?limit=1000000`, admin)).body.count).toBe(3)
    for (const query of ['limit=0', 'limit=x', 'offset=-1', 'offset=1e99'])
      expect((await app.call('GET', `${OVERVIEW}?${query}`, admin)).status, query).toBe(422)
  })

  it('saves a quota as a new version, and keeps the other settings', async () => {
    const quota = { enabled: true, cost_limit_usd: 1, alert_thresholds: [50, 80] }
    expect(await setQuota(Number(ids[2]), quota)).toMatchObject({
      status: 200,
      body: { success: true, assistant_id: ids[2], quota, quota_exceeded: true, spend_usd: 2.25 },
    })
    const saved = await app.call('GET', `/creator/assistant/get_assistant/${ids[2]}`, admin)
    expect(JSON.parse(saved.body.metadata)).toMatchObject({ connector: 'bypass', quota })
    const { body } = await app.call('GET', OVERVIEW, admin)
    expect(body.summary.quota_exceeded_count).toBe(1)
    expect(body.assistants[0]).toMatchObject({
      quota_enabled: true,
      cost_limit_usd: 1,
      alert_thresholds: [50, 80],
      quota_exceeded: true,
    })
    const versions = await app.call('GET', `/assistants/${ids[2]}/versions`, admin)
    expect(versions.body.versions.length).toBeGreaterThan(1)
    expect((await setQuota(Number(ids[2]), { enabled: false })).body).toMatchObject({
      quota: { enabled: false, cost_limit_usd: null, alert_thresholds: [] },
      quota_exceeded: false,
    })
  })

  it.each([
    {},
    { enabled: 'yes' },
    { enabled: true, cost_limit_usd: -1 },
    { enabled: true, cost_limit_usd: 1e300 },
    { enabled: true, alert_thresholds: [101] },
    { enabled: true, alert_thresholds: Array(11).fill(1) },
  ])('refuses the quota %j', async (body) => {
    expect((await setQuota(Number(ids[0]), body)).status).toBe(422)
  })

  it('is for admins only', async () => {
    const form = { email: 'ana@example.edu', name: 'Ana', password: 'a long password', role: 'user' }
    await app.call('POST', '/creator/admin/users/create', admin, form)
    const ana = await app.signIn('ana@example.edu', 'a long password')
    expect((await app.call('GET', OVERVIEW, ana)).status).toBe(403)
    const own = await app.makeAssistant(ana)
    expect((await setQuota(own, { enabled: true }, ana)).status).toBe(403)
    expect((await setQuota(999_999, { enabled: true })).status).toBe(404)
  })
})
