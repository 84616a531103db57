import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

const VALUE = 'sk-zebra-crossing'

onEachDatabase('tool secrets ($name)', ({ env }) => {
  let app: TestApp
  let ana: string
  let ben: string
  let admin: string

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    const makeUser = async (name: string) => {
      const user = { email: `${name}@example.edu`, name, password: `password of ${name}`, role: 'user' }
      const made = await app.call('POST', '/creator/admin/users/create', admin, {
        ...user,
        user_type: 'creator',
      })
      expect(made.body.success, JSON.stringify(made.body)).toBe(true)
      return app.signIn(user.email, user.password)
    }
    ana = await makeUser('ana')
    ben = await makeUser('ben')
  })
  afterAll(() => app.stop())

  const put = (token: string, name: string, body: object) =>
    app.call('PUT', `/tool-secrets/${name}`, token, body)
  const list = async (token: string) => (await app.call('GET', '/tool-secrets', token)).body.secrets
  const ownerOf = async (name: string) =>
    (await app.app.services.users.findByEmail(`${name}@example.edu`))?.id ?? 0

  it('are write-only', async () => {
    const made = await put(ana, 'LIBRARY_KEY', { value: VALUE, host: 'API.Example.org:443' })
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      name: 'LIBRARY_KEY',
      host: 'api.example.org',
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
    })
    expect(await list(ana)).toEqual([made.body])
    expect((await app.call('GET', '/tool-secrets/LIBRARY_KEY', ana)).status).toBeGreaterThanOrEqual(404)
  })

  it('are encrypted in the database, and decrypted for their owner only', async () => {
    const { db, toolSecrets } = app.app.services
    const stored = await db.selectFrom('tool_secrets').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('zebra')
    const secret = { value: VALUE, host: 'api.example.org' }
    expect(await toolSecrets.findForOwner(await ownerOf('ana'), 'LIBRARY_KEY')).toEqual(secret)
    expect(await toolSecrets.findForOwner(await ownerOf('ben'), 'LIBRARY_KEY')).toBeUndefined()
  })

  it('are hidden from everyone else, including admins', async () => {
    for (const other of [ben, admin]) {
      expect(await list(other)).toEqual([])
      expect((await app.call('DELETE', '/tool-secrets/LIBRARY_KEY', other)).status).toBe(404)
    }
    await put(ben, 'LIBRARY_KEY', { value: 'of-ben-alone', host: 'ben.example.org' })
    expect(await list(ana)).toMatchObject([{ host: 'api.example.org' }])
    expect((await app.call('GET', '/tool-secrets')).status).toBe(401)
  })

  it('are replaced as a whole: a new host requires the value again', async () => {
    expect((await put(ana, 'LIBRARY_KEY', { host: 'evil.example.org' })).status).toBe(422)
    expect(await list(ana)).toMatchObject([{ host: 'api.example.org' }])
    await put(ana, 'LIBRARY_KEY', { value: 'another-value', host: 'new.example.org:8443' })
    expect(await list(ana)).toMatchObject([{ name: 'LIBRARY_KEY', host: 'new.example.org:8443' }])
    const secret = await app.app.services.toolSecrets.findForOwner(await ownerOf('ana'), 'LIBRARY_KEY')
    expect(secret).toEqual({ value: 'another-value', host: 'new.example.org:8443' })
  })

  it.each([
    ['small_name', { value: VALUE, host: 'a.example' }],
    ['1KEY', { value: VALUE, host: 'a.example' }],
    ['KEY', { value: 'abc', host: 'a.example' }],
    ['KEY', { value: 'two\r\nlines', host: 'a.example' }],
    ['KEY', { value: ' padded ', host: 'a.example' }],
    ['KEY', { value: 'schlüssel', host: 'a.example' }],
    ['KEY', { value: 'x'.repeat(5000), host: 'a.example' }],
    ['KEY', { value: VALUE, host: '' }],
    ['KEY', { value: VALUE, host: 'https://a.example' }],
    ['KEY', { value: VALUE, host: 'a.example/path' }],
    ['KEY', { value: VALUE, host: 'me@a.example' }],
    ['KEY', { value: VALUE, host: 'a.example:99999' }],
    ['KEY', { value: VALUE, host: '*.example.org{}' }],
  ])('%s %j is refused with a message that does not repeat the value', async (name, body) => {
    const before = await list(ana)
    const answer = await put(ana, name, body)
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body)).not.toContain('zebra')
    expect(await list(ana)).toEqual(before)
  })

  it('are limited to a hundred; existing ones can still be replaced', async () => {
    const present = (await list(ben)).length
    for (let number = present; number < 100; number++)
      expect((await put(ben, `KEY_${number}`, { value: VALUE, host: 'a.example' })).status).toBe(200)
    const refused = await put(ben, 'ONE_MORE', { value: VALUE, host: 'a.example' })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('Too many secrets')
    expect((await put(ben, 'LIBRARY_KEY', { value: VALUE, host: 'b.example' })).status).toBe(200)
  })

  it('can be deleted, and are deleted with their owner', async () => {
    expect((await app.call('DELETE', '/tool-secrets/LIBRARY_KEY', ana)).body).toEqual({ success: true })
    expect(await list(ana)).toEqual([])
    const { db } = app.app.services
    await db.deleteFrom('users').where('email', '=', 'ben@example.edu').execute()
    expect(await db.selectFrom('tool_secrets').select('name').execute()).toEqual([])
  })
})
