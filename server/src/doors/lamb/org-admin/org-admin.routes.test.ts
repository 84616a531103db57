import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAssistant, addUser } from '../../../modules/users/testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from './org-admin.testing.ts'

const AT = '/creator/admin/org-admin'

describeOnSqlite('endpoints for organization admins', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db)
  })
  afterAll(() => door.close())

  it('refuse another kind of account, which they would not change', async () => {
    const path = `${AT}/users/${door.ana.userId}`
    const refused = await door.send(door.nora, 'PUT', path, { name: 'Changed', user_type: 'end_user' })
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('student') } })
    const { body } = await door.send(door.nora, 'GET', `${AT}/users`)
    const ana = body.find(({ id }: { id: number }) => id === door.ana.userId)
    expect(ana).toMatchObject({ name: door.ana.name, user_type: 'creator' })
    expect(await door.send(door.nora, 'PUT', path, { user_type: 'creator' })).toMatchObject({ status: 200 })
  })

  it('show an overview of the organization', async () => {
    await addAssistant(door.db, door.ana, 'one')
    const own = { owner_id: door.ana.userId, created_at: 1, updated_at: 1 }
    const bases = [door.north, door.north, door.south].map((organization_id, at) => ({
      ...own,
      organization_id,
      name: `base ${at}`,
    }))
    await door.db.insertInto('knowledge_bases').values(bases).execute()
    const { body } = await door.send(door.nora, 'GET', `${AT}/dashboard`)
    expect(body).toEqual({
      organization: { id: door.north, name: 'University north', slug: 'north', status: 'active' },
      stats: {
        total_users: 3,
        active_users: 3,
        disabled_users: 0,
        total_assistants: 1,
        published_assistants: 0,
        assistants_with_tools: 0,
        total_lti_activities: 0,
        total_knowledge_bases: 2,
      },
      settings: {
        signup_enabled: false,
        api_configured: false,
        signup_key_set: false,
        lti_creator_enabled: false,
      },
      default_models: {
        global_default: { provider: '', model: '' },
        small_fast: { provider: '', model: '' },
      },
      api_status: {
        overall_status: 'not_configured',
        providers: {},
        summary: { configured_count: 0, working_count: 0, total_models: 0 },
      },
      budgets_used_up: 0,
    })
    expect((await door.send(door.root, 'GET', `${AT}/dashboard`)).body.organization.slug).toBe('lamb')
    expect((await door.send(door.root, 'GET', `${AT}/dashboard?org=south`)).body.organization.slug).toBe(
      'south',
    )
    expect((await door.send(door.nora, 'GET', `${AT}/dashboard?org=north`)).body.organization.slug).toBe(
      'north',
    )
  })

  it('list the organization’s assistants', async () => {
    const { body } = await door.send(door.nora, 'GET', `${AT}/assistants`)
    expect(body.assistants).toEqual([
      {
        id: expect.any(Number),
        name: 'one',
        display_name: 'one',
        description: '',
        owner: 'ana@example.edu',
        published: false,
        group_id: null,
        created_at: 1,
      },
    ])
    expect((await door.send(door.sven, 'GET', `${AT}/assistants`)).body.assistants).toEqual([])
  })

  it('create, change, list and delete users', async () => {
    const made = await door.send(door.nora, 'POST', `${AT}/users`, {
      email: 'New@x.edu',
      name: 'New',
      password: 'long enough',
      role: 'admin',
      organization_id: door.south,
    })
    expect(made).toMatchObject({
      status: 200,
      body: {
        email: 'new@x.edu',
        name: 'New',
        enabled: true,
        role: 'member',
        user_type: 'creator',
        user_config: {},
      },
    })
    const { id } = made.body
    expect(await door.users.findById(id)).toMatchObject({ organization_id: door.north, role: 'user' })
    const again = await door.send(door.nora, 'POST', `${AT}/users`, {
      email: 'new@x.edu',
      name: 'N',
      password: 'long enough',
    })
    expect(again.status).toBe(400)
    const changed = await door.send(door.nora, 'PUT', `${AT}/users/${id}`, {
      name: 'Renamed',
      enabled: false,
    })
    expect(changed.body).toEqual({ message: 'User updated successfully' })
    const listed = await door.send(door.nora, 'GET', `${AT}/users`)
    expect(listed.body.find((user: { id: number }) => user.id === id)).toMatchObject({
      name: 'Renamed',
      enabled: false,
    })
    await expect(door.users.signIn('new@x.edu', 'long enough', '192.0.2.1')).rejects.toThrow(/disabled/)
    await door.send(door.nora, 'PUT', `${AT}/users/${id}`, { enabled: true })
    const password = await door.send(door.nora, 'POST', `${AT}/users/${id}/password`, {
      new_password: 'quite another',
    })
    expect(password.body).toEqual({ message: 'Password changed successfully' })
    await door.users.signIn('new@x.edu', 'quite another', '192.0.2.1')
    expect((await door.send(door.nora, 'DELETE', `${AT}/users/${id}`)).body.message).toMatch(/deleted/)
    expect((await door.send(door.nora, 'PUT', `${AT}/users/${id}`, {})).status).toBe(404)
  })

  it('enable and disable several users, and log it', async () => {
    const ids = [door.ana.userId, door.ben.userId, door.eve.userId]
    const off = await door.send(door.nora, 'POST', `${AT}/users/disable-bulk`, { user_ids: ids })
    expect(off.body).toMatchObject({ success: false, disabled: 2, failed: [{ user_id: door.eve.userId }] })
    const on = await door.send(door.nora, 'POST', `${AT}/users/enable-bulk`, { user_ids: ids.slice(0, 2) })
    expect(on.body).toMatchObject({ success: true, enabled: 2, failed: [] })
    const logs = await door.db.selectFrom('bulk_import_logs').selectAll().orderBy('id').execute()
    expect(logs.map(({ operation, success_count }) => [operation, success_count])).toEqual([
      ['user_deactivation', 2],
      ['user_activation', 2],
    ])
    expect((await door.users.findById(door.eve.userId))?.enabled).toBe(1)
  })

  it('list a system admin of the organization without changing their account', async () => {
    const boss = await addUser(door.db, door.north, 'boss', { systemAdmin: true })
    const listed = await door.send(door.nora, 'GET', `${AT}/users`)
    expect(listed.body.map((user: { id: number }) => user.id)).toContain(boss.userId)
    const at = `${AT}/users/${boss.userId}`
    for (const [method, path, body] of [
      ['PUT', at, { name: 'x' }],
      ['PUT', at, { enabled: false }],
      ['PUT', at, {}],
      ['DELETE', at, undefined],
      ['POST', `${at}/password`, { new_password: 'long enough' }],
    ] as const) {
      expect((await door.send(door.nora, method, path, body)).status, `${method} ${path}`).toBe(403)
    }
    const bulk = await door.send(door.nora, 'POST', `${AT}/users/disable-bulk`, { user_ids: [boss.userId] })
    expect(bulk.body.disabled).toBe(0)
    expect(await door.users.findById(boss.userId)).toMatchObject({
      enabled: 1,
      name: 'boss',
      session_version: 1,
    })
  })
})
