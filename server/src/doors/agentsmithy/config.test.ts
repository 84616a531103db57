import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { says } from '../../../test/harness/fake-upstream.ts'
import { type Agent, openAgent } from './agentsmithy.testing.ts'

const choose = (workload: unknown) => ({ config: { models: { agents: { universal: { workload } } } } })

describe('the settings page of an AgentSmithy client', () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await openAgent({ SMALL_FAST_MODEL_PROVIDER: 'openai', SMALL_FAST_MODEL_NAME: 'fast-model' })
  })
  afterAll(() => agent.stop())

  const modelAsked = async (more: object = {}) => {
    agent.upstream.answer(says('Hello.'))
    await agent.client.say('Hello', more)
    return agent.upstream.seen.at(-1)?.body['model']
  }

  it('shows which model answers, and no key', async () => {
    const { body } = await agent.client.call('GET', '/api/config')
    expect(body.metadata.workloads).toEqual([
      { name: 'assistant', kind: 'chat' },
      { name: 'fast', kind: 'chat' },
    ])
    expect(body.config.models.agents.universal.workload).toBe('assistant')
    expect(JSON.stringify(body)).not.toMatch(/k-secret|api_key/)
  })

  it('chooses another model, for this person or for one message', async () => {
    expect(await modelAsked()).toBe('fake-model')
    expect(await modelAsked({ workload: 'fast' })).toBe('fast-model')
    expect(await modelAsked({ workload: 'unheard of' })).toBe('fake-model')
    const { body } = await agent.client.call('PUT', '/api/config', choose('fast'))
    expect(body).toMatchObject({
      success: true,
      config: { models: { agents: { universal: { workload: 'fast' } } } },
    })
    expect(await modelAsked()).toBe('fast-model')
    const named = { type: 'workload', old_name: 'fast', new_name: 'quick' }
    const renamed = await agent.client.call('POST', '/api/config/rename', named)
    expect(renamed.body).toMatchObject({
      success: true,
      updated_references: ['models.agents.universal.workload'],
      config: { models: { agents: { universal: { workload: 'quick' } } } },
    })
    expect(await modelAsked()).toBe('fast-model')
    // What is sent back unchanged is no change.
    const whole = (await agent.client.call('GET', '/api/config')).body.config
    expect((await agent.client.call('PUT', '/api/config', { config: whole })).status).toBe(200)
  })

  it.each([
    choose('unheard of'),
    choose(null),
    { config: { providers: { bellwether: { api_key: 'sk-typed-here' } } } },
    { config: { workloads: { assistant: null } } },
  ])('refuses the rest in AgentSmithy’s format, without repeating the input', async (body) => {
    const before = (await agent.client.call('GET', '/api/config')).body
    const answer = await agent.client.call('PUT', '/api/config', body)
    expect(answer.status).toBe(400)
    expect(answer.body.detail).toEqual({ message: expect.any(String), errors: [expect.any(String)] })
    expect(JSON.stringify(answer.body)).not.toContain('sk-typed-here')
    expect((await agent.client.call('GET', '/api/config')).body).toEqual(before)
  })

  it.each([
    { type: 'provider', old_name: 'bellwether', new_name: 'x' },
    { type: 'workload', old_name: 'no such', new_name: 'x' },
    { type: 'workload', old_name: 'assistant', new_name: ' ' },
    { type: 'workload', old_name: 'assistant', new_name: 'quick' },
  ])('refuses to rename $type $old_name to "$new_name"', async (body) => {
    const answer = await agent.client.call('POST', '/api/config/rename', body)
    expect(answer.status).toBe(400)
    expect(answer.body.detail.message).toEqual(expect.any(String))
  })
})
