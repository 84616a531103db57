import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAssistant } from '../../../modules/users/testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from '../org-admin/org-admin.testing.ts'

const AT = '/creator/admin/organizations'

describeOnSqlite('organizations for the system admin', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db, { OPENAI_API_KEY: 'sk-of-the-operator' })
  })
  afterAll(() => door.close())

  const asRoot = (method: string, path: string, body?: unknown) =>
    door.send(door.root, method, AT + path, body)

  it('lists organizations, all or by status', async () => {
    const all = await asRoot('GET', '')
    expect(all.body.map((row: { slug: string }) => row.slug)).toEqual(['lamb', 'north', 'south'])
    expect(all.body[0]).toMatchObject({ is_system: true, status: 'active', config: {}, created_at: 1 })
    expect((await asRoot('GET', '?status=suspended')).body).toEqual([])
    expect((await asRoot('GET', '/list')).body.data[1]).toEqual({
      id: door.north,
      name: 'University north',
      slug: 'north',
      is_system: false,
    })
    expect((await asRoot('GET', '/system/users')).body).toEqual([
      { id: door.root.userId, email: 'root@example.edu', name: 'root', role: 'admin', joined_at: 1 },
      { id: door.sid.userId, email: 'sid@example.edu', name: 'sid', role: 'member', joined_at: 1 },
    ])
  })

  it('creates one on either URL, with a number or a numeric text as admin', async () => {
    const made = await asRoot('POST', '/enhanced', {
      slug: 'physics',
      name: ' Physics ',
      admin_user_id: String(door.sid.userId),
      signup_enabled: true,
      signup_key: 'physics-2026',
    })
    expect(made).toMatchObject({ status: 200, body: { slug: 'physics', name: 'Physics', status: 'active' } })
    expect(made.body.config.features).toMatchObject({ signup_enabled: true, signup_key_configured: true })
    expect(JSON.stringify(made.body)).not.toMatch(/sk-of-the-operator|physics-2026|enc:/)
    expect((await asRoot('GET', '/system/users')).body).toHaveLength(1)
    expect((await asRoot('POST', '', { slug: 'chemistry', name: 'Chemistry' })).status).toBe(200)
    const again = await asRoot('POST', '/enhanced', { slug: 'physics', name: 'Again' })
    expect(again).toMatchObject({ status: 400, body: { detail: expect.stringContaining('already exists') } })
    const bad = await asRoot('POST', '/enhanced', { slug: 'x1', name: 'X', admin_user_id: door.root.userId })
    expect(bad.status).toBe(400)
  })

  it('renames and suspends one; accepts the command line’s word `inactive`', async () => {
    const token = await door.tokenOf(door.sid)
    const changed = await asRoot('PUT', '/physics', { name: 'Applied Physics', status: 'inactive' })
    expect(changed.body).toMatchObject({ name: 'Applied Physics', status: 'suspended' })
    expect((await door.sendAs(token, 'GET', '/creator/user/profile')).status).not.toBe(200)
    expect((await asRoot('PUT', '/physics', { status: 'active' })).body).toMatchObject({
      name: 'Applied Physics',
    })
    expect((await asRoot('PUT', '/lamb', { status: 'suspended' })).status).toBe(400)
    expect((await asRoot('PUT', '/physics', { status: 'nonsense' })).status).toBe(422)
    expect((await asRoot('GET', '/nowhere')).status).toBe(404)
  })

  it('saves a configuration, keeps omitted values, and never shows a secret', async () => {
    const providers = { openai: { api_key: 'sk-north', models: ['a'] } }
    await asRoot('PUT', '/north/config', { setups: { default: { providers } }, future_field: { kept: true } })
    const shown = (await asRoot('GET', '/north/config')).body
    expect(shown.setups.default.providers.openai).toEqual({ api_key_configured: true, models: ['a'] })
    expect(shown.future_field).toEqual({ kept: true })
    shown.setups.default.providers.openai.models = ['b']
    const saved = await asRoot('PUT', '/north/config', shown)
    expect(saved.body.setups.default.providers.openai).toEqual({ api_key_configured: true, models: ['b'] })
    // Some clients wrap the configuration.
    const wrapped = await asRoot('PUT', '/north/config', { config: shown })
    expect(wrapped.body).toEqual(saved.body)
    const settings = await door.organizations.settingsOf(door.north)
    expect(settings.config.setups?.default?.providers?.openai?.api_key).toBe('sk-north')
  })

  it('exports without secrets', async () => {
    await addAssistant(door.db, door.ana, 'one')
    const exported = await asRoot('GET', '/north/export')
    expect(exported.body).toMatchObject({
      export_version: '1.0',
      organization: { slug: 'north' },
      statistics: { users: 3, assistants: 1 },
    })
    expect(JSON.stringify(exported.body)).not.toMatch(/sk-north|enc:/)
  })

  it('lets only the organization’s admins and system admins set assistant defaults', async () => {
    const path = '/north/assistant-defaults'
    const put = await door.send(door.nora, 'PUT', AT + path, { assistant_defaults: { llm: 'm', extra: 1 } })
    expect(put.body).toEqual({ success: true, assistant_defaults: { llm: 'm', extra: 1 } })
    expect((await door.send(door.nora, 'GET', AT + path)).body).toMatchObject({
      llm: 'm',
      connector: 'openai',
    })
    expect((await asRoot('PUT', path, { llm: 'bare' })).body.assistant_defaults).toEqual({ llm: 'bare' })
    for (const base of [AT, '/creator/assistant/organizations']) {
      for (const method of ['GET', 'PUT']) {
        const body = method === 'PUT' ? { llm: 'evil' } : undefined
        expect((await door.send(door.sven, method, base + path, body)).status).toBe(404)
        expect((await door.send(door.ana, method, base + path, body)).status).toBe(403)
        expect((await door.send(undefined, method, base + path, body)).status).toBe(401)
      }
    }
    expect((await asRoot('GET', path)).body.llm).toBe('bare')
  })

  it('sums up an organization’s usage', async () => {
    const note = {
      assistant_id: 1,
      user_id: null,
      end_user: null,
      provider: 'openai',
      model: 'm',
      created_at: 1,
    }
    const rows = [
      { ...note, organization_id: door.north, input_tokens: 10, output_tokens: 5, outcome: 'ok' as const },
      { ...note, organization_id: door.north, input_tokens: 1, output_tokens: 2, outcome: 'failed' as const },
      { ...note, organization_id: door.south, input_tokens: 100, output_tokens: 100, outcome: 'ok' as const },
    ]
    await door.db.insertInto('usage_records').values(rows).execute()
    expect((await asRoot('GET', '/north/usage')).body).toMatchObject({
      organization: { slug: 'north' },
      limits: {},
      current: { total_tokens: 18, answers: 2 },
      usage: {
        answers: 2,
        prompt_tokens: 11,
        completion_tokens: 7,
        total_tokens: 18,
        by_model: [{ model: 'm' }],
      },
    })
  })

  it('shows what the environment provides, without the keys', async () => {
    const synced = await asRoot('POST', '/system/sync')
    expect(synced.body).toMatchObject({
      success: true,
      providers: ['openai'],
      organization: { id: door.system, is_system: true },
    })
    expect(JSON.stringify(synced.body)).not.toContain('sk-')
  })

  it('makes a member an admin', async () => {
    const answer = await asRoot('PUT', `/north/members/${door.ben.userId}/role`, { role: 'admin' })
    expect(answer.body).toEqual({
      success: true,
      user_id: door.ben.userId,
      organization_slug: 'north',
      new_role: 'admin',
      message: expect.any(String),
    })
    const foreign = await asRoot('PUT', `/north/members/${door.eve.userId}/role`, { role: 'admin' })
    expect(foreign).toMatchObject({ status: 400, body: { success: false } })
    const system = await asRoot('PUT', `/lamb/members/${door.root.userId}/role`, { role: 'member' })
    expect(system.status).toBe(400)
  })

  it('deletes one', async () => {
    expect((await asRoot('DELETE', '/lamb')).status).toBe(400)
    expect((await asRoot('DELETE', '/physics')).body.message).toMatch(/deleted/)
    expect((await asRoot('GET', '/physics')).status).toBe(404)
    expect((await door.users.findById(door.sid.userId))?.organization_slug).toBe('lamb')
  })
})
