import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type HostileIssuer, startHostileIssuer } from '../harness/hostile-issuer.ts'
import { createBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { addProvider, makeOrganizations, type Organizations } from './sign-in.testing.ts'

const PUBLIC_URL = 'https://bw.example.edu'

onEachDatabase('attacks on OpenID Connect on $name', ({ env }) => {
  let issuer: HostileIssuer
  let other: HostileIssuer
  let app: TestApp
  let people: Organizations
  let provider: string
  beforeAll(async () => {
    issuer = await startHostileIssuer()
    other = await startHostileIssuer()
    app = await startTestApp({
      ...(await env()),
      PUBLIC_URL,
      OUTBOUND_ALLOW: `${issuer.place},${other.place}`,
    })
    people = await makeOrganizations(app)
    provider = await addProvider(app, people.north, { issuer: issuer.issuer })
  })
  beforeEach(() => {
    issuer.reset()
    other.reset()
  })
  afterAll(async () => {
    await app.stop()
    await issuer.close()
    await other.close()
  })

  const newBrowser = () => createBrowser(PUBLIC_URL, app.url)
  const countUsers = async () => (await app.app.services.db.selectFrom('users').select('id').execute()).length
  /** The error code that the sign-in ends with. */
  const failure = async (browser = newBrowser(), id = provider) => {
    const count = await countUsers()
    const page = await browser.signIn(id)
    expect(await browser.session()).toBeUndefined()
    expect(await countUsers()).toBe(count)
    return new URL(page.url).searchParams.get('error')
  }

  it('signs in with a good provider', async () => {
    const browser = newBrowser()
    expect((await browser.signIn(provider)).url).toBe(`${PUBLIC_URL}/`)
    const session = await browser.session()
    const user = await app.app.services.users.findById(session?.user.user_id ?? 0)
    expect(user).toMatchObject({ organization_slug: 'north', user_type: 'end_user', password_hash: null })
  })

  it('follows the name and the verified address of the provider', async () => {
    const sub = 'renamed'
    issuer.hostile.claims = { sub, name: 'Before', email: 'before@uni.example', email_verified: true }
    const browser = newBrowser()
    await browser.signIn(provider)
    issuer.hostile.claims = { sub, name: 'After', email: 'after@uni.example', email_verified: true }
    await browser.signIn(provider)
    expect((await browser.session())?.user).toMatchObject({ name: 'After', email: 'after@uni.example' })
    issuer.hostile.claims = { sub, name: 'After', email: 'other@uni.example' }
    await browser.signIn(provider)
    expect((await browser.session())?.user).toMatchObject({ email: 'after@uni.example' })
  })

  it('sends the client secret in the other way if a server that follows the standard refuses the first', async () => {
    const id = await addProvider(app, people.south, { issuer: other.issuer, client_id: 'by-post' })
    other.hostile.metadata = {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    }
    other.hostile.claims = { aud: 'by-post' }
    other.hostile.secretBy = 'body'
    expect((await newBrowser().signIn(id)).url).toBe(`${PUBLIC_URL}/`)
    other.hostile.secretBy = 'none'
    expect(await failure(newBrowser(), id)).toBe('sign_in.provider_invalid')
    await app.call('DELETE', `/organizations/south/sign-in-providers/${id}`, people.south.token)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a wrong audience', { aud: 'another-client' }],
    ['several audiences without azp', { aud: ['bellwether', 'another-client'] }],
    ['a wrong nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expired token', { exp: 1000 }],
    ['no subject', { sub: undefined }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
    ['a subject with control characters', { sub: 'a\u0000b' }],
  ])('refuses an ID token with %s', async (_name, claims) => {
    issuer.hostile.claims = claims
    expect(await failure()).toBe('sign_in.provider_invalid')
  })

  it.each(['stranger', 'none', 'confused'] as const)(
    'refuses an ID token signed with: %s',
    async (signer) => {
      issuer.hostile.sign = issuer.signers[signer]
      expect(await failure()).toBe('sign_in.provider_invalid')
    },
  )

  it('refuses a response of another issuer (mix-up)', async () => {
    issuer.hostile.callback = { iss: other.issuer }
    const redeemed = issuer.redeemed.length
    expect(await failure()).toBe('sign_in.provider_invalid')
    expect(issuer.redeemed.length).toBe(redeemed)
  })

  it('refuses a discovery document of another issuer', async () => {
    const id = await addProvider(app, people.south, { issuer: `${issuer.issuer}/tenant` })
    issuer.hostile.metadata = { issuer: other.issuer }
    expect(await failure(newBrowser(), id)).toMatch(/^sign_in\.provider_/)
    await app.call('DELETE', `/organizations/south/sign-in-providers/${id}`, people.south.token)
  })

  it('refuses user info of another person', async () => {
    const id = await addProvider(app, people.south, { issuer: other.issuer })
    other.hostile.metadata = { userinfo_endpoint: `${other.issuer}/userinfo` }
    other.hostile.userInfo = { sub: 'victim', email: people.south.email, email_verified: true }
    expect(await failure(newBrowser(), id)).toBe('sign_in.provider_invalid')
    await app.call('DELETE', `/organizations/south/sign-in-providers/${id}`, people.south.token)
  })

  it('uses each callback once', async () => {
    const browser = newBrowser()
    const callback = await browser.untilCallback(provider)
    expect((await browser.open(callback)).headers.get('location')).toBe('/')
    const redeemed = issuer.redeemed.length
    expect((await browser.open(callback)).headers.get('location')).toContain('sign_in.flow_expired')
    expect(issuer.redeemed.length).toBe(redeemed)
  })

  it('uses each callback once when it arrives many times at the same moment', async () => {
    const browser = newBrowser()
    const callback = await browser.untilCallback(provider)
    const redeemed = issuer.redeemed.length
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.open(callback)))
    expect(answers.filter((answer) => answer.headers.get('location') === '/').length).toBe(1)
    expect(issuer.redeemed.length).toBe(redeemed + 1)
  })

  it('refuses a callback in another browser, and still accepts it in the right one', async () => {
    const victim = newBrowser()
    const callback = await victim.untilCallback(provider)
    const attacker = newBrowser()
    await attacker.untilCallback(provider)
    expect((await attacker.open(callback)).headers.get('location')).toContain('sign_in.flow_expired')
    expect(await attacker.session()).toBeUndefined()
    expect((await victim.open(callback)).headers.get('location')).toBe('/')
  })

  it('refuses a changed state', async () => {
    const browser = newBrowser()
    const callback = new URL(await browser.untilCallback(provider))
    callback.searchParams.set('state', 'x'.repeat(43))
    expect((await browser.open(callback.href)).headers.get('location')).toContain('sign_in.flow_expired')
  })

  it('refuses a code that was issued for another sign-in (PKCE binds them, the nonce differs)', async () => {
    const browser = newBrowser()
    const stolen = new URL(await newBrowser().untilCallback(provider)).searchParams.get('code') ?? ''
    const callback = new URL(await browser.untilCallback(provider))
    callback.searchParams.set('code', stolen)
    expect((await browser.open(callback.href)).headers.get('location')).toContain('sign_in.provider_invalid')
  })

  it('refuses a flow after ten minutes', async () => {
    const browser = newBrowser()
    const callback = await browser.untilCallback(provider)
    await app.app.services.db.updateTable('sign_in_flows').set({ expires_at: 1 }).execute()
    expect((await browser.open(callback)).headers.get('location')).toContain('sign_in.flow_expired')
    await browser.untilCallback(provider)
    await app.app.services.db.updateTable('sign_in_flows').set({ expires_at: 1 }).execute()
    await app.app.services.signInFlows.removeOld(new AbortController().signal)
    expect(await app.app.services.db.selectFrom('sign_in_flows').selectAll().execute()).toEqual([])
  })

  it('refuses a flow of another provider', async () => {
    const second = await addProvider(app, people.north, { issuer: other.issuer })
    const browser = newBrowser()
    const callback = await browser.untilCallback(provider)
    const crossed = callback.replace(`/auth/${provider}/`, `/auth/${second}/`)
    expect((await browser.open(crossed)).headers.get('location')).toContain('sign_in.flow_expired')
    await app.call('DELETE', `/organizations/north/sign-in-providers/${second}`, people.north.token)
  })

  it('does not follow return_to to other sites', async () => {
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%5Cevil.example/..//x',
    ]) {
      const page = await newBrowser().signIn(provider, returnTo)
      expect(new URL(page.url).origin).toBe(PUBLIC_URL)
    }
  })

  it('does not let an organization’s provider sign in members of others, or system admins', async () => {
    for (const email of [people.south.email, 'admin@example.edu']) {
      issuer.hostile.claims = { sub: `as ${email}`, email, email_verified: true }
      expect(await failure()).toBe('sign_in.email_elsewhere')
    }
    const system = await addProvider(app, { slug: 'lamb', token: people.root }, { issuer: issuer.issuer })
    issuer.hostile.claims = { sub: 'root', email: 'admin@example.edu', email_verified: true }
    expect(await failure(newBrowser(), system)).toBe('sign_in.system_admin')
    await app.call('DELETE', `/organizations/lamb/sign-in-providers/${system}`, people.root)
  })

  it('does not make educators by an address that is not verified', async () => {
    const rules = [{ claim: 'email', operator: 'ends_with', value: '@staff.example', user_type: 'creator' }]
    await app.call('PATCH', `/organizations/north/sign-in-providers/${provider}`, people.north.token, {
      rules,
    })
    issuer.hostile.claims = { sub: 'sly', email: 'sly@staff.example' }
    const browser = newBrowser()
    await browser.signIn(provider)
    expect((await browser.session())?.user).toMatchObject({ user_type: 'end_user' })
    issuer.hostile.claims = { sub: 'true', email: 'true@staff.example', email_verified: true }
    const honest = newBrowser()
    await honest.signIn(provider)
    expect((await honest.session())?.user).toMatchObject({ user_type: 'creator' })
  })

  it('does not mix up the same subject at a new issuer', async () => {
    issuer.hostile.claims = { sub: 'same' }
    const before = newBrowser()
    await before.signIn(provider)
    const change = (url: string) =>
      app.call('PATCH', `/organizations/north/sign-in-providers/${provider}`, people.north.token, {
        issuer: url,
      })
    expect((await change(other.issuer)).body.has_secret).toBe(false)
    other.hostile.claims = { sub: 'same' }
    const after = newBrowser()
    await after.signIn(provider)
    expect((await after.session())?.user.user_id).not.toBe((await before.session())?.user.user_id)
    await change(issuer.issuer)
  })

  it('tells people when the provider cancels', async () => {
    issuer.hostile.callback = { error: 'access_denied' }
    expect(await failure()).toBe('sign_in.cancelled')
    issuer.hostile.callback = { error: 'server_error' }
    expect(await failure()).toBe('sign_in.provider_invalid')
  })

  it('calls only addresses that the operator allows', async () => {
    const inner = await startHostileIssuer()
    const id = await addProvider(app, people.south, { issuer: inner.issuer, client_id: 'new' })
    expect(await failure(newBrowser(), id)).toBe('sign_in.provider_unreachable')
    expect(inner.seen).toEqual([])
    // A discovery document may name inner addresses, too.
    await app.call('PATCH', `/organizations/south/sign-in-providers/${id}`, people.south.token, {
      issuer: other.issuer,
    })
    other.hostile.metadata = { token_endpoint: `${inner.issuer}/token`, jwks_uri: `${inner.issuer}/jwks` }
    expect(await failure(newBrowser(), id)).toBe('sign_in.provider_unreachable')
    expect(inner.seen).toEqual([])
    await app.call('DELETE', `/organizations/south/sign-in-providers/${id}`, people.south.token)
    await inner.close()
  })

  it('answers with a reference number when the provider fails', async () => {
    const id = await addProvider(app, people.south, { issuer: other.issuer, client_id: 'unread' })
    other.hostile.claims = { aud: 'unread' }
    other.hostile.status = 500
    const page = await newBrowser().signIn(id)
    expect(page.url).toMatch(/\/sign-in\?error=sign_in\.provider_unreachable&reference=req_\w+$/)
    expect(page.url).toContain(page.headers.get('x-request-id'))
    other.hostile.status = 200
    expect((await newBrowser().signIn(id)).url).toBe(`${PUBLIC_URL}/`)
    await app.call('DELETE', `/organizations/south/sign-in-providers/${id}`, people.south.token)
  })

  it('stops immediately when the provider is disabled or the organization suspended', async () => {
    const change = (enabled: boolean) =>
      app.call('PATCH', `/organizations/north/sign-in-providers/${provider}`, people.north.token, { enabled })
    const browser = newBrowser()
    const callback = await browser.untilCallback(provider)
    await change(false)
    expect((await browser.open(callback)).headers.get('location')).toContain('not_found.sign_in_provider')
    expect((await app.call('GET', '/auth/providers')).body.providers).toEqual([])
    await change(true)
    expect((await app.call('GET', '/auth/providers?org=south')).body.providers).toEqual([])
    expect((await app.call('GET', '/auth/providers?org=north')).body.providers).toHaveLength(1)
    const suspend = (status: string) =>
      app.call('PUT', '/creator/admin/organizations/north', people.root, { status })
    expect((await suspend('suspended')).status).toBe(200)
    expect((await app.call('GET', `/auth/${provider}/start`)).status).toBe(404)
    await suspend('active')
  })
})
