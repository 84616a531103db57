import { ORGANIZATION_DEFAULTS, organizationSettingsSchema } from '@bellwether/wire'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { settingsIn } from './setting-values.ts'
import { type SettingsServer, serveSettings } from './settings.testing.ts'

describeOnSqlite('settings of an organization', (open) => {
  let server: SettingsServer
  beforeAll(async () => {
    server = await serveSettings((await open()).db)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.clear()
  })
  const configOf = async () => (await server.organizations.settingsOf(server.north)).config

  it('are all listed with their values and a schema', async () => {
    const { values, schema } = (await server.asNora('GET', 'settings')).body
    expect(values).toEqual(ORGANIZATION_DEFAULTS)
    expect(Object.keys(schema.properties)).toEqual(Object.keys(organizationSettingsSchema.shape))
  })

  it('are changed one by one, and stored where LAMB’s clients expect them', async () => {
    const change = { sharing_enabled: false, multi_tool_enabled: false, require_tests: true }
    expect((await server.asNora('PATCH', 'settings', change)).body).toEqual(change)
    await server.asNora('PATCH', 'settings', { trace_days: 9 })
    expect((await server.asNora('GET', 'settings')).body.values).toEqual({
      ...ORGANIZATION_DEFAULTS,
      ...change,
      trace_days: 9,
    })
    expect(await configOf()).toMatchObject({
      require_tests: true,
      trace_days: 9,
      features: { sharing_enabled: false, multi_tool_enabled: false },
    })
    expect(settingsIn(await configOf()).sharing_enabled).toBe(false)
  })

  it('refuse unknown names and wrong values', async () => {
    for (const wrong of [{ require_test: true }, { require_tests: 'yes' }, { trace_days: -1 }])
      expect((await server.asNora('PATCH', 'settings', wrong)).status).toBe(422)
    expect((await server.send(server.ana, 'PATCH', '/organizations/current/settings', {})).status).toBe(403)
  })

  it('are read only at their place, and wrong ones count as not chosen', async () => {
    const wrong = {
      signup_enabled: 'yes',
      RAG_Top_k: 'many',
      sharing_enabled: true,
      chat_days: 'never',
      require_tests: true,
      features: { activity: 'named', trace_days: 'x', sharing_enabled: false, signup_role: 'creator' },
      assistant_defaults: { system_prompt: 'Mine', RAG_Top_k: 'many', prompt_template: null },
    }
    const stored = JSON.parse(JSON.stringify(wrong))
    await server.organizations.saveConfig(server.root, { id: server.north }, stored)
    expect((await server.asNora('GET', 'settings')).body.values).toEqual({
      ...ORGANIZATION_DEFAULTS,
      require_tests: true,
      sharing_enabled: false,
      system_prompt: 'Mine',
    })
    await server.asNora('PATCH', 'settings', { sharing_enabled: true, chat_days: 30 })
    expect((await server.asNora('GET', 'settings')).body.values).toMatchObject({
      sharing_enabled: true,
      chat_days: 30,
    })
  })

  it('let people sign up with a key that admins can read', async () => {
    const change = async (body: object) => (await server.asNora('PATCH', 'settings', body)).status
    expect(await change({ signup_enabled: true })).toBe(400)
    expect(await change({ signup_enabled: true, signup_key: '' })).toBe(400)
    expect(await change({ signup_enabled: true, signup_key: 'short' })).toBe(400)
    expect(await change({ signup_enabled: true, signup_key: 'join-north-26' })).toBe(200)
    expect(await change({ signup_enabled: true, signup_role: 'educator' })).toBe(200)
    expect(await change({ require_tests: true })).toBe(200)
    // Not open without a key.
    expect(await change({ signup_key: '' })).toBe(400)
    const signup = { signup_enabled: true, signup_key: 'join-north-26', signup_role: 'educator' }
    expect((await server.asNora('GET', 'settings')).body.values).toMatchObject(signup)
    expect(await change({ signup_enabled: false, signup_key: '' })).toBe(200)
    expect((await server.asNora('GET', 'settings')).body.values.signup_key).toBe('')
  })

  it('give new assistants their initial values, beside what LAMB’s clients stored', async () => {
    const values = async () => (await server.asNora('GET', 'settings')).body.values
    const store = (assistant_defaults: Record<string, unknown>) =>
      server.organizations.saveConfig(server.root, { id: server.north }, { assistant_defaults })
    await store({ llm: 'gpt-4o', RAG_Top_k: 'many' })
    expect(await values()).toMatchObject({ RAG_Top_k: 3 })
    await store({ llm: 'gpt-4o', RAG_Top_k: '7' })
    await server.asNora('PATCH', 'settings', { system_prompt: 'Be brief.' })
    expect(await values()).toMatchObject({ system_prompt: 'Be brief.', RAG_Top_k: 7 })
    expect((await configOf()).assistant_defaults).toEqual({
      ...{ llm: 'gpt-4o', RAG_Top_k: '7' },
      system_prompt: 'Be brief.',
    })
  })

  it('begin with a name, and the budgets that are used up', async () => {
    expect((await server.asRoot('GET', 'overview')).body).toEqual({
      name: 'University north',
      budgets_used_up: 0,
    })
  })
})
