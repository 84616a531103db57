import { UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileIssuer, startHostileIssuer } from '../harness/hostile-issuer.ts'
import { createBrowser } from '../harness/sign-in-browser.ts'
import { ADMIN, onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { addProvider, makeOrganizations, type Organizations } from './sign-in.testing.ts'

const STARTS = 60
const PUBLIC_URL = 'https://bw.example.edu'

onEachDatabase('sign-in providers of an organization on $name', ({ env }) => {
  let issuer: HostileIssuer
  let app: TestApp
  let people: Organizations
  beforeAll(async () => {
    issuer = await startHostileIssuer()
    app = await startTestApp({
      ...(await env()),
      PUBLIC_URL,
      OUTBOUND_ALLOW: issuer.place,
      TRUST_PROXY: 'true',
      SIGN_IN_STARTS_PER_ADDRESS: String(STARTS),
    })
    people = await makeOrganizations(app)
  })
  afterAll(async () => {
    await app.stop()
    await issuer.close()
  })
  const north = (method: string, path: string, body?: unknown, token = people.north.token) =>
    app.call(method, `/organizations/north${path}`, token, body)
  const draft = {
    name: 'Campus',
    issuer: 'https://login.example.edu',
    client_id: 'bw',
    client_secret: 's3cret',
  }

  it('are added, changed, listed and deleted, and never show their secret', async () => {
    const made = await north('POST', '/sign-in-providers', draft)
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'Campus',
        has_secret: true,
        enabled: true,
        email_trust: 'claim',
        scopes: 'openid email profile',
        redirect_uri: `${PUBLIC_URL}/auth/${made.body.id}/callback`,
        sign_out_redirect_uri: `${PUBLIC_URL}/sign-in`,
      },
    })
    const path = `/sign-in-providers/${made.body.id}`
    const rules = [
      { claim: 'groups', operator: 'contains', value: 'staff', user_type: 'creator', role: 'member' },
    ]
    const changed = await north('PATCH', path, { name: 'New name', email_trust: 'always', rules })
    expect(changed.body).toMatchObject({ name: 'New name', has_secret: true, email_trust: 'always', rules })
    const listed = await north('GET', '/sign-in-providers')
    expect(listed.body.providers).toEqual([changed.body])
    expect(JSON.stringify([made.body, changed.body, listed.body])).not.toContain('s3cret')
    const stored = await app.app.services.db.selectFrom('sign_in_providers').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('s3cret')
    expect((await north('PATCH', path, { issuer: 'https://other.example' })).body.has_secret).toBe(false)
    expect((await north('DELETE', path)).status).toBe(204)
    expect((await north('GET', '/sign-in-providers')).body.providers).toEqual([])
  })

  it('can’t be called any number of times from one address', async () => {
    const { id } = (await north('POST', '/sign-in-providers', { ...draft, issuer: issuer.issuer })).body
    const start = (address: string) =>
      fetch(`${app.url}/auth/${id}/start`, { redirect: 'manual', headers: { 'x-forwarded-for': address } })
    const codes: (string | null)[] = []
    for (let sent = 0; sent < STARTS + 2; sent++)
      codes.push((await start('203.0.113.9')).headers.get('x-message-code'))
    expect(codes.filter((code) => code === 'sign_in.too_many_starts')).toHaveLength(2)
    const other = await start('203.0.113.10')
    expect(other.headers.get('x-message-code')).not.toBe('sign_in.too_many_starts')
    await north('DELETE', `/sign-in-providers/${id}`)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a plain http issuer', { issuer: 'http://login.example.edu' }],
    ['an issuer with a password', { issuer: 'https://a:b@login.example.edu' }],
    ['no address', { issuer: 'login' }],
    ['no name', { name: ' ' }],
    ['an unknown field', { secret: 'x' }],
    ['an unknown operator', { rules: [{ claim: 'a', operator: 'regex', value: 'b', user_type: 'creator' }] }],
    ['a rule for another organization', { rules: [rule({ organization: 'south' })] }],
    ['a student admin', { rules: [rule({ user_type: 'end_user', role: 'admin' })] }],
    ['a role above admin', { rules: [rule({ role: 'owner' })] }],
  ])('are refused with %s', async (_name, more) => {
    const answer = await north('POST', '/sign-in-providers', { ...draft, ...more })
    expect([400, 422]).toContain(answer.status)
    expect((await north('GET', '/sign-in-providers')).body.providers).toEqual([])
  })

  it('are closed to other organizations, members and API keys', async () => {
    const id = await addProvider(app, people.north, { issuer: issuer.issuer })
    const { token } = people.south
    for (const [method, path, body] of [
      ['GET', '/sign-in-providers'],
      ['POST', '/sign-in-providers', draft],
      ['PATCH', `/sign-in-providers/${id}`, { enabled: false }],
      ['DELETE', `/sign-in-providers/${id}`],
      ['POST', `/sign-in-providers/${id}/test`],
      ['POST', '/sign-in-rules/preview', { rules: [], claims: {} }],
      ['PUT', '/sign-in-settings', { password_hidden: true }],
    ] as const)
      expect((await north(method, path, body, token)).status, `${method} ${path}`).toBe(404)
    // Another organization's id under the caller's own path.
    const foreign = await app.call('PATCH', `/organizations/south/sign-in-providers/${id}`, token, {
      enabled: false,
    })
    expect(foreign.status).toBe(404)
    const { key } = (await app.call('POST', '/api-keys', people.north.token, { name: 'k' })).body
    expect((await north('POST', '/sign-in-providers', draft, key)).status).toBe(403)
    await north('DELETE', `/sign-in-providers/${id}`)
  })

  it('can be tested', async () => {
    const id = await addProvider(app, people.north, { issuer: issuer.issuer, client_id: 'to-test' })
    const test = async () => (await north('POST', `/sign-in-providers/${id}/test`)).body
    const good = { ok: true, supports_sign_out: false }
    const bad = (message_code: string, message: string) => ({
      ok: false,
      message_code,
      message: expect.stringContaining(message),
    })
    expect(await test()).toMatchObject(good)
    // Not what was read a moment ago.
    issuer.hostile.status = 404
    expect(await test()).toMatchObject(bad('sign_in.discovery_invalid', '404'))
    issuer.reset()
    issuer.hostile.metadata = { issuer: 'https://login.example.edu/Main' }
    expect(await test()).toMatchObject(bad('sign_in.discovery_issuer', 'https://login.example.edu/Main'))
    issuer.hostile.metadata = { jwks_uri: undefined }
    expect(await test()).toMatchObject(bad('sign_in.discovery_incomplete', 'jwks_uri'))
    issuer.reset()
    expect(await test()).toMatchObject(good)
    await north('PATCH', `/sign-in-providers/${id}`, { issuer: 'https://nowhere.invalid' })
    expect(await test()).toMatchObject(bad('network.not_allowed', 'nowhere.invalid'))
    await north('DELETE', `/sign-in-providers/${id}`)
  })

  it('preview their rules on example claims or a token, and store nothing', async () => {
    const rules = [rule({ role: 'admin' })]
    const claims = { groups: ['staff'], email: 'ana@uni.example', email_verified: true }
    const expected = {
      user_type: 'creator',
      role: 'admin',
      rule: 1,
      message: 'Rule 1 matched: groups is “staff”',
      message_code: 'sign_in.preview_rule',
      email: 'ana@uni.example',
      email_verified: true,
    }
    const preview = (body: object) => north('POST', '/sign-in-rules/preview', body)
    expect((await preview({ rules, claims })).body).toMatchObject(expected)
    const token = new UnsecuredJWT(claims).encode()
    expect((await preview({ rules, token })).body).toMatchObject(expected)
    const saml = {
      kind: 'saml',
      email_trust: 'always',
      rules: [rule({ claim: 'mail', operator: 'ends_with', value: '@uni.example' })],
      claims: { mail: ['ana@uni.example', 'ana@home.example'] },
    }
    const named = { rule: 1, email: 'ana@uni.example', email_verified: true }
    expect((await preview(saml)).body).toMatchObject(named)
    expect((await preview({ rules, claims: {} })).body).toMatchObject({ user_type: 'end_user', rule: null })
    expect((await preview({ rules, token: 'nonsense' })).status).toBe(400)
    expect((await preview({ rules })).status).toBe(422)
    expect((await north('GET', '/sign-in-providers')).body.providers).toEqual([])
  })

  it('can be limited in number', async () => {
    const ids: string[] = []
    for (let count = 0; count < 10; count++) ids.push(await addProvider(app, people.north, draft))
    expect((await north('POST', '/sign-in-providers', draft)).status).toBe(400)
    for (const id of ids) await north('DELETE', `/sign-in-providers/${id}`)
  })

  it('can replace passwords, except those of system admins', async () => {
    const hide = (password_hidden: boolean, token = people.north.token) =>
      north('PUT', '/sign-in-settings', { password_hidden }, token)
    expect((await hide(true)).status).toBe(400)
    const id = await addProvider(app, people.north, { issuer: issuer.issuer })
    expect((await hide(true)).body).toEqual({ password_hidden: true })
    expect((await north('GET', '/sign-in-providers')).body.settings).toEqual({ password_hidden: true })
    expect((await app.call('GET', '/auth/providers?org=north')).body.password_sign_in).toBe(false)
    expect((await app.call('GET', '/auth/providers')).body.password_sign_in).toBe(true)

    const login = (email: string, password: string) =>
      app.call('POST', '/creator/login', undefined, { email, password })
    const { email, password } = people.north
    expect((await login(email, password)).body).toMatchObject({
      success: false,
      error: expect.stringContaining('single sign-on'),
    })
    expect((await login(people.south.email, people.south.password)).body.success).toBe(true)
    expect((await login(ADMIN.email, ADMIN.password)).body.success).toBe(true)

    issuer.hostile.claims = { sub: 'admin of north', email, email_verified: true }
    const browser = createBrowser(PUBLIC_URL, app.url)
    await browser.signIn(id)
    expect((await browser.session())?.user.email).toBe(email)
    issuer.reset()

    // Without a provider that works, the password must.
    await north('PATCH', `/sign-in-providers/${id}`, { enabled: false })
    expect((await login(email, password)).body.success).toBe(true)
    await north('DELETE', `/sign-in-providers/${id}`)
    await hide(false)
  })

  it('are recorded in the audit log', async () => {
    const id = await addProvider(app, people.north, { issuer: issuer.issuer })
    await north('DELETE', `/sign-in-providers/${id}`)
    const { entries } = (await app.call('GET', '/audit?limit=10', people.north.token)).body
    const actions = entries.map((entry: { action: string }) => entry.action)
    expect(actions).toContain('DELETE /organizations/{slug}/sign-in-providers/{id}')
  })
})

const rule = (more: Record<string, unknown>) => ({
  claim: 'groups',
  operator: 'equals',
  value: 'staff',
  user_type: 'creator',
  ...more,
})
