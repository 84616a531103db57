import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

onEachDatabase('access to an assistant on LAMB’s admin page ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  const tokens: Record<string, string> = {}
  let assistant: number

  const path = (id: number, query = '') => `/creator/admin/org-admin/assistants/${id}/access${query}`
  const emailOf = (name: string) => `${name}@example.edu`
  async function addPerson(name: string, organization: number) {
    const person = { email: emailOf(name), name, password: 'a long password', role: 'user' }
    await app.call('POST', '/creator/admin/users/create', admin, { ...person, organization_id: organization })
    tokens[name] = await app.signIn(person.email, person.password)
    const users = await app.call('GET', '/creator/users', admin)
    return users.body.data.find((one: { email: string }) => one.email === person.email).id
  }
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    const make = async (slug: string) =>
      (await app.call('POST', '/creator/admin/organizations/enhanced', admin, { slug, name: slug })).body.id
    const [north, south] = [await make('north'), await make('south')]
    for (const [name, organization, role] of [
      ['nora', north, 'admin'],
      ['ana', north, 'member'],
      ['ben', north, 'member'],
      ['sven', south, 'admin'],
    ] as const) {
      const id = await addPerson(name, organization)
      const slug = organization === north ? 'north' : 'south'
      if (role === 'admin') {
        await app.call('PUT', `/creator/admin/organizations/${slug}/members/${id}/role`, admin, { role })
        tokens[name] = await app.signIn(emailOf(name), 'a long password')
      }
    }
    assistant = await app.makeAssistant(String(tokens.ana))
  })
  afterAll(() => app.stop())

  it('shows all members, and marks those with access', async () => {
    const { status, body } = await app.call('GET', path(assistant), tokens.nora)
    expect(status).toBe(200)
    expect(body.assistant).toMatchObject({ id: assistant, published: false })
    const people = Object.fromEntries(
      body.organization_users.map((one: { email: string; is_owner: boolean; has_access: boolean }) => [
        one.email,
        [one.is_owner, one.has_access],
      ]),
    )
    expect(people).toEqual({
      'ana@example.edu': [true, true],
      'ben@example.edu': [false, false],
      'nora@example.edu': [false, false],
    })
  })

  it('can be changed by system admins and owners, as everywhere else', async () => {
    const change = (token: string | undefined, body: object, query = '') =>
      app.call('PUT', path(assistant, query), token, body)
    const grant = { user_emails: [emailOf('ben'), emailOf('sven')], action: 'grant' }
    expect((await change(tokens.nora, grant)).status).toBe(403)
    expect((await change(tokens.ana, grant)).status).toBe(403)
    expect((await change(admin, grant, '?org=north')).body.users_with_access).toEqual([emailOf('ben')])
    expect((await change(admin, grant, '?org=south')).status).toBe(404)
    expect((await change(admin, { user_emails: [], action: 'delete' })).status).toBe(422)
    const revoked = await change(admin, { ...grant, action: 'revoke' })
    expect(revoked.body.users_with_access).toEqual([])
  })

  it('does not exist for admins of other organizations', async () => {
    for (const query of ['', '?org=north', '?org=south'])
      expect((await app.call('GET', path(assistant, query), tokens.sven)).status, query).toBe(404)
    expect((await app.call('GET', path(999_999), admin)).status).toBe(404)
  })
})
