import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAssistant, addUser } from '../../../modules/users/testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from '../org-admin/org-admin.testing.ts'

const AT = '/creator/admin/users'

describeOnSqlite('users for the system admin', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db)
  })
  afterAll(() => door.close())

  const asRoot = (method: string, path: string, body?: unknown) => door.send(door.root, method, path, body)

  it('lists everyone in LAMB’s format, without hashes', async () => {
    const { body } = await asRoot('GET', '/creator/users')
    expect(body.success).toBe(true)
    expect(body.data.find((user: { email: string }) => user.email === 'nora@example.edu')).toEqual({
      id: door.nora.userId,
      email: 'nora@example.edu',
      name: 'nora',
      role: 'user',
      enabled: true,
      user_type: 'creator',
      user_config: {},
      organization: { id: door.north, name: 'University north', slug: 'north', is_system: false },
      organization_role: 'admin',
      auth_provider: 'password',
      lti_user_id: null,
    })
    const refused = await door.send(door.nora, 'GET', '/creator/users')
    expect(refused).toMatchObject({ status: 403, body: { success: false, error: expect.any(String) } })
  })

  it('creates from a form or JSON, in the system organization unless another is named', async () => {
    const form = new URLSearchParams({
      email: 'Form@x.edu',
      name: 'Form',
      password: 'long enough',
      role: 'user',
      organization_id: String(door.south),
      user_type: 'end_user',
    })
    expect((await asRoot('POST', `${AT}/create`, form)).body).toMatchObject({
      success: true,
      message: 'User form@x.edu created successfully',
    })
    expect(await door.users.findByEmail('form@x.edu')).toMatchObject({
      organization_slug: 'south',
      user_type: 'end_user',
    })
    const multipart = new FormData()
    for (const [name, value] of Object.entries({
      email: 'multi@x.edu',
      name: 'M',
      password: 'long enough',
      organization_id: '',
    })) {
      multipart.set(name, value)
    }
    expect((await asRoot('POST', `${AT}/create`, multipart)).status).toBe(200)
    expect((await door.users.findByEmail('multi@x.edu'))?.organization_slug).toBe('lamb')
    const json = { email: 'admin2@x.edu', name: 'A', password: 'long enough', role: 'admin' }
    expect((await asRoot('POST', `${AT}/create`, json)).status).toBe(200)
    expect((await door.users.findByEmail('admin2@x.edu'))?.role).toBe('admin')
    const twice = await asRoot('POST', `${AT}/create`, json)
    expect(twice).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringContaining('exists') },
    })
    const nowhere = await asRoot('POST', `${AT}/create`, { ...json, email: 'n@x.edu', organization_id: 999 })
    expect(nowhere.status).toBe(404)
  })

  it('sets a password by e-mail address, with which the user can sign in', async () => {
    const form = new URLSearchParams({ email: 'ana@example.edu', new_password: 'a new password' })
    const token = await door.tokenOf(door.ana)
    expect((await asRoot('POST', `${AT}/update-password`, form)).body.success).toBe(true)
    expect((await door.sendAs(token, 'GET', '/creator/user/profile')).status).toBe(401)
    await door.users.signIn('ana@example.edu', 'a new password', '192.0.2.1')
    const unknown = await asRoot('POST', `${AT}/update-password`, {
      email: 'no@x.edu',
      new_password: 'long enough',
    })
    expect(unknown).toMatchObject({ status: 404, body: { success: false } })
  })

  it('revokes the user’s API keys with the password if the admin wants that', async () => {
    const { userId: user_id } = door.ana
    const key = { user_id, name: 'k', key_start: 'bw_', key_hash: 'a hash', created_at: 1 }
    await door.db.insertInto('api_keys').values(key).execute()
    const valid = async () =>
      (await door.db.selectFrom('api_keys').select('id').where('revoked_at', 'is', null).execute()).length
    const set = (more: object) =>
      asRoot('POST', `${AT}/update-password`, {
        email: 'ana@example.edu',
        new_password: 'a new password',
        ...more,
      })
    await set({})
    expect(await valid()).toBe(1)
    await set({ revoke_api_keys: true })
    expect(await valid()).toBe(0)
  })

  it('enables and disables on every endpoint', async () => {
    const { userId } = door.ana
    const enabled = async () => (await door.users.findById(userId))?.enabled
    for (const [method, path, body, expected] of [
      ['PUT', `/${userId}/disable`, undefined, 0],
      ['PUT', `/${userId}/enable`, undefined, 1],
      ['PUT', `/${userId}/status`, { enabled: false }, 0],
      ['PUT', `/${userId}/status`, { status: 'enabled' }, 1],
      ['POST', '/disable-bulk', { user_ids: [userId, String(door.ben.userId)] }, 0],
      ['POST', '/enable-bulk', { user_ids: [userId, door.ben.userId] }, 1],
    ] as const) {
      expect((await asRoot(method, AT + path, body)).body.success, path).toBe(true)
      expect(await enabled(), path).toBe(expected)
    }
    expect((await asRoot('PUT', `${AT}/${userId}/status`, {})).status).toBe(422)
    expect((await asRoot('PUT', `${AT}/999/disable`)).status).toBe(404)
  })

  it('prevents the system admin from locking themselves out', async () => {
    const { userId } = door.root
    const deeds: [string, string, unknown?][] = [
      ['PUT', `/${userId}/disable`],
      ['PUT', `/${userId}/status`, { enabled: false }],
      ['PUT', `/${userId}/update-role`, { role: 'user' }],
      ['PUT', '/update-role-by-email', { email: 'root@example.edu', role: 'user' }],
      ['DELETE', `/${userId}`],
    ]
    for (const [method, path, body] of deeds) {
      expect(await asRoot(method, AT + path, body), path).toMatchObject({
        status: 403,
        body: { success: false },
      })
    }
    const bulk = await asRoot('POST', `${AT}/disable-bulk`, { user_ids: [userId] })
    expect(bulk.body).toMatchObject({ success: false, disabled: 0, failed: [{ user_id: userId }] })
    expect(await door.users.findById(userId)).toMatchObject({ enabled: 1, role: 'admin' })
  })

  it('grants and revokes system admin rights with immediate effect', async () => {
    const { userId, email } = door.ben
    await asRoot('PUT', `${AT}/${userId}/update-role`, { role: 'admin' })
    const token = await door.tokenOf(door.ben)
    expect((await door.sendAs(token, 'GET', '/creator/users')).status).toBe(200)
    await asRoot('PUT', `${AT}/update-role-by-email`, { email, role: 'user' })
    expect((await door.sendAs(token, 'GET', '/creator/users')).status).toBe(401)
    expect((await door.send(door.ben, 'GET', '/creator/users')).status).toBe(403)
  })

  it('deletes a user only if nothing depends on them', async () => {
    const leo = await addUser(door.db, door.north, 'leo')
    const assistant = await addAssistant(door.db, leo, 'tutor')
    expect((await asRoot('GET', `${AT}/${leo.userId}/dependencies`)).body).toMatchObject({
      has_dependencies: true,
      assistant_count: 1,
      kb_count: 0,
      assistants: [{ id: assistant, name: 'tutor' }],
      kbs: [],
      counts: { assistants: 1, workspaces: 0 },
    })
    const refused = await asRoot('DELETE', `${AT}/${leo.userId}`)
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, error: expect.stringContaining('1 assistant') },
    })
    await door.db.deleteFrom('assistants').where('id', '=', assistant).execute()
    expect((await asRoot('DELETE', `${AT}/${leo.userId}`)).body.success).toBe(true)
    expect((await asRoot('GET', `${AT}/${leo.userId}/dependencies`)).status).toBe(404)
  })

  it('counts everything', async () => {
    const own = { organization_id: door.south, owner_id: door.ana.userId, created_at: 1, updated_at: 1 }
    const bases = ([0, 1] as const).map((is_shared) => ({ ...own, name: `base ${is_shared}`, is_shared }))
    await door.db.insertInto('knowledge_bases').values(bases).execute()
    const rubric = {
      rubric_id: 'r',
      title: 'R',
      rubric_data: '{}',
      is_public: 1,
      parent_rubric_id: null,
    } as const
    await door.db
      .insertInto('rubrics')
      .values({ ...own, ...rubric })
      .execute()
    const { body } = await asRoot('GET', '/creator/admin/system-stats')
    expect(body).toMatchObject({
      organizations: { total: 3, active: 3, inactive: 0 },
      users: { total: expect.any(Number), disabled: 0, end_users: 1 },
      assistants: { total: 0, published: 0, unpublished: 0 },
      knowledge_bases: { total: 2, shared: 1 },
      rubrics: { total: 1, public: 1 },
      templates: { total: 0, shared: 0 },
    })
  })

  it('shows a profile to its owner and to system admins', async () => {
    const id = await addAssistant(door.db, door.ana, 'mine')
    const shared = await addAssistant(door.db, door.ben, 'theirs')
    await door.db
      .insertInto('assistant_shares')
      .values({ assistant_id: shared, user_id: door.ana.userId, shared_by: null, shared_at: 7 })
      .execute()
    const own = await door.send(door.ana, 'GET', '/creator/user/profile')
    expect(own.body).toMatchObject({
      user: { id: door.ana.userId, email: 'ana@example.edu' },
      organization: { id: door.north, slug: 'north', is_system: false, role: 'member' },
      owned: {
        assistants: { total: 1, published: 0, items: [{ id, name: 'mine', published: false }] },
        knowledge_bases: { total: 2, shared: 1, items: [{ name: 'base 1' }, { name: 'base 0' }] },
        rubrics: { total: 1, public: 1, items: [{ id: 'r', name: 'R' }] },
        templates: { total: 0, shared: 0, items: [] },
      },
      shared_with_me: { assistants: { total: 1, items: [{ id: shared, owner: 'ben@example.edu' }] } },
    })
    expect(JSON.stringify(own.body)).not.toMatch(/password_hash|session_version/)
    expect((await asRoot('GET', `${AT}/${door.ana.userId}/profile`)).body).toEqual(own.body)
    expect((await door.send(door.nora, 'GET', `${AT}/${door.ana.userId}/profile`)).status).toBe(403)
  })
})
