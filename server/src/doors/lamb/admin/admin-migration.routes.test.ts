import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

onEachDatabase('moving an organization with LAMB’s routes ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  let assistant: number

  const at = (slug: string, action: string) => `/creator/admin/organizations/${slug}/${action}`
  const signInAs = (name: string) => app.signIn(`${name}@example.edu`, 'a long password')
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    for (const slug of ['north', 'south'])
      await app.call('POST', '/creator/admin/organizations/enhanced', admin, { slug, name: slug })
    const { body } = await app.call('GET', '/creator/admin/organizations/list', admin)
    const north = body.data.find((one: { slug: string }) => one.slug === 'north').id
    const person = { email: 'ana@example.edu', name: 'ana', password: 'a long password', role: 'user' }
    await app.call('POST', '/creator/admin/users/create', admin, { ...person, organization_id: north })
    assistant = await app.makeAssistant(await signInAs('ana'), { name: 'tutor' })
  })
  afterAll(() => app.stop())

  it('previews the move', async () => {
    const body = { target_organization_slug: 'south' }
    expect(await app.call('POST', at('north', 'migration/validate'), admin, body)).toMatchObject({
      status: 200,
      body: {
        can_migrate: true,
        conflicts: { assistants: [], templates: [] },
        resources: { users: 1, assistants: 1, templates: 0, kbs: 0, rubrics: 0, usage_logs: 0 },
        warnings: [],
        source_org_slug: 'north',
        target_org_slug: 'south',
        estimated_time_seconds: 1,
      },
    })
  })

  it.each([
    [{}, 422],
    [{ target_organization_slug: '' }, 422],
    [{ target_organization_slug: 'west' }, 404],
    [{ target_organization_slug: 'north' }, 400],
    [{ target_organization_slug: 'south', conflict_strategy: 'merge' }, 422],
    [{ target_organization_slug: 'lamb', preserve_admin_roles: true }, 400],
  ])('refuses %j', async (body, status) => {
    expect((await app.call('POST', at('north', 'migrate'), admin, body)).status).toBe(status)
  })

  it('is for system admins only', async () => {
    const ana = await signInAs('ana')
    for (const action of ['migration/validate', 'migrate'])
      expect(
        (await app.call('POST', at('north', action), ana, { target_organization_slug: 'south' })).status,
      ).toBe(403)
  })

  it('moves everything and logs it in both organizations', async () => {
    const before = await signInAs('ana')
    const body = { target_organization_slug: 'south', conflict_strategy: 'fail' }
    expect(await app.call('POST', at('north', 'migrate'), admin, body)).toMatchObject({
      status: 200,
      body: {
        success: true,
        resources_migrated: { users: 1, roles: 0, assistants: 1 },
        conflicts_resolved: { assistants_renamed: 0, templates_renamed: 0 },
        warnings: [],
      },
    })
    expect((await app.call('GET', '/creator/me', before)).status).toBe(401)
    const ana = await signInAs('ana')
    expect((await app.call('GET', `/creator/assistant/get_assistant/${assistant}`, ana)).status).toBe(200)
    const actionsIn = async (slug: string) => {
      const log = await app.call('GET', `/audit?org=${slug}`, admin)
      return log.body.entries.map((one: { action: string }) => one.action)
    }
    expect(await actionsIn('north')).toContain('POST /creator/admin/organizations/{slug}/migrate')
    expect(await actionsIn('south')).toContain('organization.migrate')
  })
})
