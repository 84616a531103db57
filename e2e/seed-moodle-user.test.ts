import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeUpstream, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, startTestApp, type TestApp } from '../server/test/harness/test-app.ts'

const SYSTEM_KEY = 'system-key-of-the-operator'

describe.each(['moodle_augment', 'simple_augment', 'multi_augment'])('{moodle_user} in %s', (processor) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string
  let id: number
  beforeAll(async () => {
    upstream = await startFakeUpstream()
    app = await startTestApp({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      LAMB_BEARER_TOKEN: SYSTEM_KEY,
    })
    token = await app.signIn()
    id = await app.makeAssistant(token, {
      prompt_template: '<{moodle_user}>{user_input}',
      metadata: { prompt_processor: processor, connector: 'openai', llm: 'm', rag_processor: 'no_rag' },
    })
    await app.call('POST', `/assistants/${id}/publish`, token, { publish_status: true })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })

  async function named(key: string, headers: Record<string, string> = {}, more: object = {}) {
    const answer = await fetch(`${app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        model: `lamb_assistant.${id}`,
        messages: [{ role: 'user', content: 'Hi, I am {moodle_user}' }],
        ...more,
      }),
    })
    expect(answer.status, await answer.text()).toBe(200)
    const messages = upstream.seen.at(-1)?.body['messages'] as { content: string }[]
    expect(messages.at(-1)?.content).toContain('I am {moodle_user}')
    return /^<([^>]*)>/.exec(messages.at(-1)?.content ?? '')?.[1]
  }

  it('is the caller’s own e-mail, whatever the request says', async () => {
    expect(await named(token)).toBe(ADMIN.email)
    const claims = {
      metadata: { user_id: 'victim@example.edu', email: 'victim@example.edu' },
      user: 'victim',
    }
    expect(await named(token, { 'x-openwebui-user-email': 'victim@example.edu' }, claims)).toBe(ADMIN.email)
  })

  it('is the person named by a trusted forwarder, and empty if it names none', async () => {
    expect(await named(SYSTEM_KEY, { 'x-openwebui-user-email': 'ada@example.edu' })).toBe('ada@example.edu')
    expect(await named(SYSTEM_KEY, { 'x-openwebui-user-id': '77' })).toBe('77')
    expect(await named(SYSTEM_KEY)).toBe('default')
  })
})
