import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { createOrganizationRoutes } from '../../organizations/index.ts'
import { createAccountRoutes } from '../account.routes.ts'
import { createBulkImportRoutes } from '../bulk-import/bulk-import.routes.ts'
import { addAssistant, addUser, type Campus, createCampus, serve, type TestServer } from '../testing.ts'
import { createMemberRoutes } from './member.routes.ts'
import { createUserRoutes } from './user.routes.ts'

const IP = '192.0.2.1'

describeOnSqlite('people and organizations', (open) => {
  let campus: Campus
  let server: TestServer
  beforeAll(async () => {
    campus = await createCampus((await open()).db)
    server = await serve(campus, [
      ...createMemberRoutes(campus),
      ...createBulkImportRoutes(campus),
      ...createUserRoutes(campus),
      ...createOrganizationRoutes(campus),
      ...createAccountRoutes(campus),
    ])
  })
  afterAll(() => server.close())

  it('an organization admin creates, changes and deletes members', async () => {
    const { nora, north, users } = campus
    const at = '/organizations/current/members'
    const draft = { email: 'New@x.edu', name: 'New', password: 'long enough' }
    const made = await server.send(nora, 'POST', at, draft)
    expect(made).toMatchObject({ status: 201, body: { email: 'new@x.edu', role: 'member', enabled: true } })
    const own = `${at}/${made.body.id}`
    expect(await users.findById(made.body.id)).toMatchObject({ organization_id: north, role: 'user' })
    expect((await server.send(nora, 'POST', at, { ...draft, role: 'admin' })).status).toBe(422)
    const change = { name: 'Renamed', enabled: false, can_share: false }
    expect(await server.send(nora, 'PATCH', own, change)).toMatchObject({
      status: 200,
      body: { name: 'Renamed', enabled: false, user_config: { can_share: false } },
    })
    await server.send(nora, 'PATCH', own, { enabled: true })
    const password = { new_password: 'quite another' }
    expect((await server.send(nora, 'PUT', `${own}/password`, password)).status).toBe(204)
    await users.signIn('new@x.edu', 'quite another', IP)
    expect((await server.send(nora, 'PUT', `${own}/role`, { role: 'admin' })).status).toBe(403)
    expect((await server.send(nora, 'DELETE', own)).status).toBe(204)
    expect((await server.send(nora, 'PATCH', own, {})).status).toBe(404)
  })

  it('a system admin uses the same routes, and sets roles', async () => {
    const { root, ana, users } = campus
    const own = `/organizations/north/members/${ana.userId}`
    expect((await server.send(root, 'PUT', `${own}/role`, { role: 'admin' })).status).toBe(204)
    expect((await users.findById(ana.userId))?.organization_role).toBe('admin')
    await server.send(root, 'PUT', `${own}/role`, { role: 'member' })
    expect((await server.send(root, 'PATCH', own, { name: 'ana' })).body).toMatchObject({ role: 'member' })
  })

  it('strangers are refused', async () => {
    const { sven, ana, eve, users } = campus
    const before = await users.findById(ana.userId)
    for (const [method, path, body] of [
      ['GET', '/organizations/north/members', undefined],
      ['GET', '/organizations/north/assistants', undefined],
      ['PATCH', '/organizations/north/members', { user_ids: [ana.userId], enabled: false }],
      ['PATCH', `/organizations/north/members/${ana.userId}`, { enabled: false }],
      ['PATCH', `/organizations/current/members/${ana.userId}`, { enabled: false }],
      ['DELETE', `/organizations/current/members/${ana.userId}`, undefined],
      ['POST', '/organizations/north/member-imports', { users: [{ email: 'i@x.edu', name: 'I' }] }],
    ] as const) {
      expect((await server.send(sven, method, path, body)).status, path).toBe(404)
      expect((await server.send(eve, method, path, body)).status, path).toBe(403)
      expect((await server.send(undefined, method, path, body)).status, path).toBe(401)
    }
    expect(await users.findById(ana.userId)).toEqual(before)
    for (const path of ['/organizations', '/organizations/north', '/system/users'])
      expect((await server.send(sven, 'GET', path)).status, path).toBe(403)
  })

  it('enables and disables several, and logs it', async () => {
    const { nora, ana, eve, db } = campus
    const change = { user_ids: [ana.userId, eve.userId], enabled: false }
    const { body } = await server.send(nora, 'PATCH', '/organizations/current/members', change)
    expect(body).toMatchObject({ changed: [ana.userId], failed: [{ user_id: eve.userId }] })
    await server.send(nora, 'PATCH', '/organizations/current/members', { ...change, enabled: true })
    const logs = await db.selectFrom('bulk_import_logs').select('operation').orderBy('id').execute()
    expect(logs.map(({ operation }) => operation)).toEqual(['user_deactivation', 'user_activation'])
  })

  it('imports a list after a check', async () => {
    const { nora, users } = campus
    const at = '/organizations/current/member-imports'
    const list = { users: [{ email: 'imp@x.edu', name: 'Imp' }, { email: 'wrong' }] }
    const checked = await server.send(nora, 'POST', `${at}/check`, list)
    expect(checked.body).toMatchObject({
      summary: { total: 2, valid: 1, invalid: 1 },
      users: [
        { email: 'imp@x.edu', valid: true, line: 1 },
        { valid: false, line: 2 },
      ],
    })
    expect((await server.send(nora, 'POST', `${at}/check`, 'no list')).status).toBe(400)
    const done = await server.send(nora, 'POST', at, { users: checked.body.users, filename: 'x.json' })
    expect(done.body).toMatchObject({ summary: { created: 1, failed: 1 } })
    expect(done.headers.get('cache-control')).toBe('no-store')
    await users.signIn('imp@x.edu', done.body.results[0].password, IP)
    const template = await server.send(nora, 'GET', `${at}/template`)
    const again = await server.send(nora, 'POST', `${at}/check`, template.body)
    expect(again.body.summary.invalid).toBe(0)
  })

  it('a system admin creates users anywhere, moves them and makes system admins', async () => {
    const { root, south, system, users } = campus
    const draft = { email: 'max@x.edu', name: 'Max', password: 'long enough' }
    const { status, body } = await server.send(root, 'POST', '/system/users', draft)
    expect([status, body.organization.id, body.role]).toEqual([201, system, 'user'])
    const own = `/system/users/${body.id}`
    const moved = await server.send(root, 'PATCH', own, { organization_id: south })
    expect(moved.body.organization.slug).toBe('south')
    expect((await server.send(root, 'PATCH', own, { role: 'admin' })).body.role).toBe('admin')
    const self = `/system/users/${root.userId}`
    expect((await server.send(root, 'PATCH', self, { role: 'user' })).status).toBe(403)
    expect((await users.findById(root.userId))?.role).toBe('admin')
  })

  it('organizations are created, read, changed, exported and deleted', async () => {
    const { root, nora, ana } = campus
    const made = await server.send(root, 'POST', '/organizations', { slug: 'west', name: 'West' })
    expect(made).toMatchObject({ status: 201, body: { slug: 'west', status: 'active' } })
    const changed = await server.send(root, 'PATCH', '/organizations/west', { status: 'suspended' })
    expect(changed.body.status).toBe('suspended')
    const listed = await server.send(root, 'GET', '/organizations?status=suspended')
    expect(listed.body.organizations).toMatchObject([{ slug: 'west', name: 'West' }])
    const exported = await server.send(root, 'GET', '/organizations/west/export')
    expect(exported.body).toMatchObject({ organization: { slug: 'west' }, statistics: { users: 0 } })
    await addAssistant(campus.db, ana, 'one')
    const { body } = await server.send(nora, 'GET', '/organizations/current/assistants')
    expect(body.assistants).toMatchObject([{ display_name: 'one', owner: 'ana@example.edu' }])
    expect((await server.send(root, 'DELETE', '/organizations/north')).status).toBe(409)
    expect((await server.send(root, 'DELETE', '/organizations/west')).body).toEqual({
      slug: 'west',
      moved_users: 0,
    })
    expect((await server.send(root, 'PATCH', '/organizations/lamb', { status: 'suspended' })).status).toBe(
      400,
    )
  })

  it('people change their own password, and sign up only with a key', async () => {
    const { db, north, users } = campus
    const tom = await addUser(db, north, 'tom')
    await users.setPassword(tom.userId, 'the old password')
    const change = { current_password: 'the old password', new_password: 'the new password' }
    expect((await server.send(tom, 'PUT', '/account/password', change)).status).toBe(204)
    await users.signIn('tom@example.edu', 'the new password', IP)
    const draft = { name: 'N', email: 'n@x.edu', password: 'long enough', secret_key: 'guessed' }
    expect((await server.send(undefined, 'POST', '/auth/sign-up', draft)).status).toBe(400)
    expect(await users.findByEmail('n@x.edu')).toBeUndefined()
  })
})
