import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

describe('LAMB’s quota in the settings of an assistant', () => {
  let app: TestApp
  let upstream: Awaited<ReturnType<typeof startFakeUpstream>>
  let admin: string

  beforeAll(async () => {
    upstream = await startFakeUpstream(says('Hello'))
    app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
    admin = await app.signIn()
    const prices = [{ provider: 'openai', model: 'big', input: 1_000_000, output: 1_000_000 }]
    await app.call('PUT', '/organizations/current/prices', admin, { prices })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  const messages = [{ role: 'user', content: 'Hello?' }]
  const ask = async (id: number) => {
    const answer = await app.call('POST', `/lamb/v1/completions?assistant=${id}`, admin, { messages })
    await app.app.services.usage.flush()
    return answer
  }
  const make = (quota: unknown) =>
    app.makeAssistant(admin, { metadata: { connector: 'openai', llm: 'big', quota } })

  it('applies to LAMB’s endpoint only, with LAMB’s error', async () => {
    const id = await make({ enabled: true, cost_limit_usd: 5, alert_thresholds: [50, 80] })
    expect((await ask(id)).status).toBe(200)
    // 7 input tokens and 1 output token, at 1 each.
    expect(await ask(id)).toMatchObject({
      status: 429,
      body: { detail: { error: { type: 'quota_exceeded', code: 'assistant_quota_exceeded' } } },
    })
    const openai = { model: `lamb_assistant.${id}`, messages }
    expect((await app.call('POST', '/v1/chat/completions', admin, openai)).status).toBe(200)
  })

  it.each([[true], [{ enabled: false, cost_limit_usd: 1 }], [{ enabled: true }], ['x']])(
    'does not apply if it is off or names no amount: %j',
    async (quota) => {
      const id = await make(quota)
      for (let turn = 0; turn < 2; turn++) expect((await ask(id)).status).toBe(200)
    },
  )
})
