import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ADMIN, onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

onEachDatabase('GET /jobs on $name', ({ env }) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
  })
  afterAll(() => app?.stop())

  it('shows a system admin a document that could not be read', async () => {
    const base = (await app.call('POST', '/knowledge-bases', admin, { name: 'Course', description: '' })).body
    const form = new FormData()
    form.append('files', new File(['%PDF-1.4 nothing'], 'broken.pdf', { type: 'application/pdf' }))
    form.append('files', new File(['Leaves make sugar of light.'], 'leaves.txt'))
    expect((await app.call('POST', `/knowledge-bases/${base.id}/files`, admin, form)).status).toBe(201)
    const counts = { waiting: 0, running: 0, failed: 1, completed: 1, cancelled: 0 }
    await vi.waitFor(
      async () => expect((await app.call('GET', '/jobs', admin)).body.counts).toEqual(counts),
      { timeout: 20_000 },
    )
    const { status, body } = await app.call('GET', '/jobs?status=failed&limit=1', admin)
    expect(status).toBe(200)
    expect(body.jobs).toEqual([
      expect.objectContaining({
        document: 'broken.pdf',
        knowledge_base: { id: base.id, name: 'Course' },
        owner_email: ADMIN.email,
        status: 'failed',
        error_code: 'corrupt',
      }),
    ])
  })

  it.each(['limit=0', 'limit=201', 'limit=many', 'status=completed'])('refuses %s', async (query) => {
    const { status, body } = await app.call('GET', `/jobs?${query}`, admin)
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain(query.split('=')[0])
  })

  it('is only for system admins, not for organization admins', async () => {
    const nora = { email: 'nora@example.edu', name: 'Nora', password: 'a good password' }
    await app.call('POST', '/creator/admin/organizations', admin, { slug: 'north', name: 'North' })
    const made = await app.call('POST', '/creator/admin/org-admin/users?org=north', admin, nora)
    expect(made.status).toBeLessThan(300)
    expect((await app.call('GET', '/jobs')).status).toBe(401)
    const member = await app.signIn(nora.email, nora.password)
    expect((await app.call('GET', '/jobs', member)).status).toBe(403)
    const raised = await app.call(
      'PUT',
      `/creator/admin/organizations/north/members/${made.body.id}/role`,
      admin,
      { role: 'admin' },
    )
    expect(raised.status).toBeLessThan(300)
    // The change of role ended the session.
    const token = await app.signIn(nora.email, nora.password)
    expect((await app.call('GET', '/audit', token)).status).toBe(200)
    expect((await app.call('GET', '/jobs', token)).status).toBe(403)
  })
})
