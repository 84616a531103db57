import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAssistant } from '../../../modules/users/testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { type AdminDoor, createAdminDoor } from '../org-admin/org-admin.testing.ts'

/** A body that each writing endpoint for organization admins accepts. */
const BODIES: Record<string, unknown> = {
  'POST /users': { email: 'intruder@x.edu', name: 'I', password: 'long enough' },
  'PUT /users/{id}': { name: 'changed', enabled: false },
  'POST /users/{id}/password': { new_password: 'long enough' },
  'POST /users/enable-bulk': { user_ids: [1] },
  'POST /users/disable-bulk': { user_ids: [1] },
  'POST /users/bulk-import/validate': { users: [{ email: 'i@x.edu', name: 'I' }] },
  'POST /users/bulk-import/execute': { users: [{ email: 'i@x.edu', name: 'I' }] },
  'PUT /settings/signup': { signup_enabled: true, signup_key: 'intruders-key' },
  'PUT /settings/api': { openai_base_url: 'https://evil.example' },
  'PUT /settings/kb': { url: 'https://evil.example' },
  'POST /settings/kb/test': { url: 'https://evil.example', api_key: 'USE_EXISTING' },
  'PUT /settings/kb/embeddings-config': { vendor: 'evil' },
  'PATCH /organizations/{slug}/settings': {
    trace_days: 1,
    signup_enabled: true,
    signup_key: 'intruders-key',
  },
  'PATCH /organizations/{slug}/providers': { providers: { openai: { base_url: 'https://evil.example' } } },
  'POST /organizations/{slug}/providers/test': { provider: 'openai' },
  'PATCH /organizations/{slug}/search-models': { rerank: { url: 'https://evil.example', model: 'm' } },
  'POST /organizations/{slug}/search-models/test': { model: 'rerank' },
  'PATCH /organizations/{slug}/moodle': { url: 'https://evil.example' },
  'POST /organizations/{slug}/moodle/test': { url: 'https://evil.example' },
  'POST /mcp-servers': { name: 'evil', url: 'https://evil.example' },
}

describeOnSqlite('two organizations', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db)
    await addAssistant(door.db, door.ana, 'private')
    await door.organizations.changeConfig(door.root, { id: door.north }, (shown) => ({
      ...shown,
      kb_server: { url: 'https://kb.example', api_key: 'kb-secret' },
      moodle: { url: 'https://moodle.north.example', token: 'moodle-secret' },
      features: { signup_enabled: true, signup_key: 'north-secret-key' },
    }))
  })
  afterAll(() => door.close())

  const everything = async () => ({
    users: await door.db.selectFrom('users').selectAll().orderBy('id').execute(),
    organizations: await door.db.selectFrom('organizations').selectAll().orderBy('id').execute(),
    roles: await door.db.selectFrom('organization_roles').selectAll().orderBy('user_id').execute(),
    logs: await door.db.selectFrom('bulk_import_logs').selectAll().execute(),
    mcp: await door.db.selectFrom('mcp_servers').selectAll().execute(),
  })
  /** Fills each path parameter with an object of the north. */
  const northern = (path: string) =>
    path
      .replace('{slug}', 'north')
      .replace('{userId}', String(door.ana.userId))
      .replace('{id}', String(door.ana.userId))
  const bodyOf = ({ method, paths }: Endpoint) => {
    const key = `${method} ${paths[0]?.replace('/creator/admin/org-admin', '')}`
    if (method !== 'GET' && method !== 'DELETE' && !(key in BODIES)) throw new Error(`no body for ${key}`)
    return BODIES[key]
  }

  it('refuses requests without credentials, and members', async () => {
    const before = await everything()
    const { organizations, users, settings, orgAdmin, oversight } = door.endpoints
    for (const { method, paths, access } of [
      ...organizations,
      ...users,
      ...settings,
      ...orgAdmin,
      ...oversight,
    ]) {
      if (access === 'user' || access === 'author') continue
      for (const path of paths.map(northern)) {
        expect((await door.send(undefined, method, path)).status, `${method} ${path}`).toBe(401)
        expect((await door.send(door.ana, method, path)).status, `${method} ${path}`).toBe(403)
        expect((await door.send(door.eve, method, path)).status, `${method} ${path}`).toBe(403)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('refuses organization admins on endpoints for system admins', async () => {
    const before = await everything()
    const { organizations, users } = door.endpoints
    for (const { method, paths, access } of [...organizations, ...users]) {
      for (const path of paths.map(northern)) {
        const { status } = await door.send(
          door.sven,
          method,
          path,
          method === 'GET' ? undefined : { llm: 'x' },
        )
        expect(status, `${method} ${path}`).toBe(access === 'system-admin' ? 403 : 404)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('answers 404 to an organization admin who names another organization', async () => {
    const before = await everything()
    const listed = door.endpoints.oversight.filter(({ paths }) =>
      paths.some((path) => ['/mcp-servers', '/audit'].includes(path)),
    )
    expect(listed).toHaveLength(3)
    for (const endpoint of [...door.endpoints.orgAdmin, ...door.endpoints.settings, ...listed]) {
      const { method, paths } = endpoint
      for (const path of paths) {
        if (path.endsWith('/template')) continue // the same for everyone
        const at = (slug: string) => `${northern(path.replace('{slug}', slug))}?org=${slug}`
        const there = await door.send(door.sven, method, at('north'), bodyOf(endpoint))
        const nowhere = await door.send(door.sven, method, at('nowhere'), bodyOf(endpoint))
        expect(there.status, `${method} ${path}`).toBe(404)
        expect(there.body, `${method} ${path}`).toEqual(nowhere.body)
        expect(JSON.stringify(there.body)).not.toMatch(/secret|ana@/)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('answers 404 to an organization admin who names another organization’s user', async () => {
    const before = await everything()
    for (const endpoint of door.endpoints.orgAdmin) {
      const { method, paths } = endpoint
      for (const path of paths.filter((one) => one.includes('{id}'))) {
        const there = await door.send(door.sven, method, northern(path), bodyOf(endpoint))
        const nowhere = await door.send(door.sven, method, path.replace('{id}', '99999'), bodyOf(endpoint))
        expect(there, `${method} ${path}`).toMatchObject({
          status: 404,
          body: { detail: 'User not found in this organization' },
        })
        expect(there.body).toEqual(nowhere.body)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('shows a system admin only the MCP servers and the log of the organization they name', async () => {
    const draft = { name: 'Northern library', url: 'https://library.north.example', secret: 'mcp-secret' }
    const made = await door.send(door.root, 'POST', '/mcp-servers?org=north', draft)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await door.audit.note({
      organizationId: door.north,
      userId: null,
      action: 'tool.denied',
      object: '',
      outcome: 'denied',
    })
    const textOf = async (who: AdminDoor['root'], path: string) =>
      JSON.stringify((await door.send(who, 'GET', path)).body)
    for (const [path, mark] of [
      ['/mcp-servers', 'Northern library'],
      ['/audit', 'tool.denied'],
    ] as const) {
      expect(await textOf(door.root, `${path}?org=north`)).toContain(mark)
      expect(await textOf(door.nora, path)).toContain(mark)
      expect(await textOf(door.nora, `${path}?org=north`)).toContain(mark)
      expect(await textOf(door.root, path)).not.toContain(mark)
      expect(await textOf(door.root, `${path}?org=south`)).not.toContain(mark)
      expect(await textOf(door.sven, path)).not.toContain(mark)
      expect((await door.send(door.root, 'GET', `${path}?org=nowhere`)).status).toBe(404)
    }
    expect(await textOf(door.root, '/mcp-servers?org=north')).not.toContain('mcp-secret')
    // Their own organization's can be read by id, another's can't.
    const { id } = made.body
    expect((await door.send(door.nora, 'GET', `/mcp-servers/${id}`)).status).toBe(200)
    expect((await door.send(door.sven, 'GET', `/mcp-servers/${id}`)).status).toBe(404)
    expect((await door.send(door.root, 'DELETE', `/mcp-servers/${id}`)).status).toBe(200)
    expect((await door.send(door.nora, 'GET', '/audit?scope=system&org=south')).status).toBe(403)
  })

  it('refuses ids of another organization in a body', async () => {
    const ids = { user_ids: [door.ana.userId, 99999] }
    for (const action of ['enable', 'disable']) {
      const { body } = await door.send(
        door.sven,
        'POST',
        `/creator/admin/org-admin/users/${action}-bulk`,
        ids,
      )
      expect(body.changed).toEqual([])
      expect(new Set(body.failed.map(({ error }: { error: string }) => error)).size).toBe(1)
    }
    expect((await door.users.findById(door.ana.userId))?.enabled).toBe(1)
    const draft = { email: 'x@x.edu', name: 'x', password: 'long enough', organization_id: door.north }
    await door.send(door.sven, 'POST', '/creator/admin/org-admin/users', draft)
    expect((await door.users.findByEmail('x@x.edu'))?.organization_slug).toBe('south')
  })

  it('shows an organization’s lists only to its own admins', async () => {
    const ofLamb = ['dashboard', 'users', 'assistants', 'settings/signup', 'settings/kb', 'settings/api']
    const own = ['overview', 'settings', 'providers', 'moodle', 'search-models']
    for (const path of [
      ...ofLamb.map((name) => `/creator/admin/org-admin/${name}`),
      ...own.map((name) => `/organizations/current/${name}`),
    ]) {
      const { status, body } = await door.send(door.sven, 'GET', path)
      expect(status).toBe(200)
      expect(JSON.stringify(body), path).not.toMatch(/ana@|private|north|secret|kb\.example/)
    }
  })
})
