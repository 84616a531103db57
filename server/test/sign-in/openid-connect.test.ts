import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RealOidc, startRealOidc } from '../harness/real-oidc-provider.ts'
import { createBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const PUBLIC_URL = 'https://bw.example.edu'

onEachDatabase('OpenID Connect on $name', ({ env }) => {
  let op: RealOidc
  let app: TestApp
  let admin: string
  let counter = 0
  beforeAll(async () => {
    op = await startRealOidc({
      clients: [
        {
          id: 'bellwether',
          secret: 'secret-of-the-operator',
          redirectUri: `${PUBLIC_URL}/auth/oidc/callback`,
        },
        {
          id: 'by-post',
          secret: 'secret-by-post',
          redirectUri: `${PUBLIC_URL}/auth/oidc/callback`,
          more: { token_endpoint_auth_method: 'client_secret_post' },
        },
      ],
    })
    app = await startTestApp({
      ...(await env()),
      PUBLIC_URL,
      OIDC_ISSUER: op.issuer,
      OIDC_CLIENT_ID: 'bellwether',
      OIDC_CLIENT_SECRET: 'secret-of-the-operator',
      OIDC_NAME: 'Campus login',
      OIDC_RULES: JSON.stringify([
        { claim: 'groups', operator: 'contains', value: 'staff', user_type: 'creator' },
        { claim: 'groups', operator: 'equals', value: 'north', user_type: 'end_user', organization: 'north' },
      ]),
    })
    admin = await app.signIn()
    await app.call('POST', '/creator/admin/organizations/enhanced', admin, { slug: 'north', name: 'North' })
  })
  afterAll(async () => {
    await app.stop()
    await op.close()
  })
  const arrive = (person: Parameters<RealOidc['people']['set']>[1], id = `person-${++counter}`) => {
    op.people.set(id, person)
    op.person = id
    return createBrowser(PUBLIC_URL, app.url)
  }
  const me = async (token: string) => (await app.call('GET', '/creator/me', token)).body.data

  it('lists the operator’s provider', async () => {
    expect((await app.call('GET', '/auth/providers')).body).toEqual({
      providers: [
        { id: 'oidc', kind: 'oidc', name: 'Campus login', organization: null, start_url: '/auth/oidc/start' },
      ],
      password_sign_in: true,
    })
  })

  it('signs in a new student, with the page that they wanted', async () => {
    const browser = arrive({ email: 'Nia@uni.example', email_verified: true, name: 'Nia New' })
    const page = await browser.signIn('oidc', '/chats?x=1')
    expect(page.url).toBe(`${PUBLIC_URL}/chats?x=1`)
    expect(page.headers.getSetCookie().find((line) => line.startsWith('bellwether_session='))).toMatch(
      /HttpOnly; SameSite=Strict; Secure$/,
    )
    const session = await browser.session()
    expect(session?.user).toMatchObject({ email: 'nia@uni.example', name: 'Nia New', user_type: 'end_user' })
    expect(await me(session?.token ?? '')).toMatchObject({ email: 'nia@uni.example' })
    // The cookie of the flow is removed.
    expect(browser.cookies(PUBLIC_URL)).toEqual(['bellwether_session'])
    const again = createBrowser(PUBLIC_URL, app.url)
    await again.signIn('oidc')
    expect((await again.session())?.user.user_id).toBe(session?.user.user_id)
  })

  it('applies the rules to claims of the user info', async () => {
    const staff = arrive({ email: 'sam@uni.example', email_verified: true, groups: ['staff', 'north'] })
    await staff.signIn('oidc')
    expect((await staff.session())?.user).toMatchObject({ user_type: 'creator' })
    const north = arrive({ email: 'noa@uni.example', email_verified: true, groups: ['north'] })
    await north.signIn('oidc')
    const { user_id } = (await north.session())?.user ?? { user_id: 0 }
    expect(await app.app.services.users.findById(user_id)).toMatchObject({ organization_slug: 'north' })
  })

  it('does not link an account by an address that is not verified', async () => {
    const browser = arrive({ email: 'admin@example.edu', email_verified: false })
    const page = await browser.signIn('oidc')
    expect(page.url).toMatch(/\/sign-in\?error=sign_in\.email_unverified&reference=req_\w+$/)
    expect(await browser.session()).toBeUndefined()
    arrive({ email: 'admin@example.edu' })
    expect((await browser.signIn('oidc')).url).toContain('sign_in.email_unverified')
  })

  it('links the operator’s own account by its verified address', async () => {
    const browser = arrive({ email: 'admin@example.edu', email_verified: true })
    await browser.signIn('oidc')
    expect((await browser.session())?.user).toMatchObject({ email: 'admin@example.edu', role: 'admin' })
  })

  it('sends a program that fails to sign in the error itself', async () => {
    const answer = await app.call('GET', '/auth/oidc/callback?state=x&code=y')
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.headers.get('x-message-code')).toBe('sign_in.flow_expired')
    expect((await app.call('GET', '/auth/unknown/start')).status).toBe(404)
  })

  it('uses PKCE, state and nonce', async () => {
    const browser = createBrowser(PUBLIC_URL, app.url)
    const start = await browser.open(`${PUBLIC_URL}/auth/oidc/start`)
    expect(start.status).toBe(303)
    const url = new URL(start.headers.get('location') ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'bellwether',
      response_type: 'code',
      redirect_uri: `${PUBLIC_URL}/auth/oidc/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(start.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^bellwether_sign_in_[0-9a-f]{16}=[\w-]{43}; Path=\/auth; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    // Nothing in the database could be used by someone who reads it.
    const stored = JSON.stringify(await app.app.services.db.selectFrom('sign_in_flows').selectAll().execute())
    for (const secret of [url.searchParams.get('state'), url.searchParams.get('nonce')])
      expect(stored).not.toContain(secret)
  })

  it('keeps two sign-ins in two tabs apart', async () => {
    const browser = arrive({ email: 'tabs@uni.example', email_verified: true })
    const first = await browser.untilCallback('oidc')
    const second = await browser.untilCallback('oidc')
    for (const url of [second, first]) expect((await browser.open(url)).headers.get('location')).toBe('/')
  })

  it('tries the other way to send the client secret', async () => {
    const other = await startTestApp({
      PUBLIC_URL,
      OIDC_ISSUER: op.issuer,
      OIDC_CLIENT_ID: 'by-post',
      OIDC_CLIENT_SECRET: 'secret-by-post',
    })
    arrive({ email: 'post@uni.example', email_verified: true })
    const browser = createBrowser(PUBLIC_URL, other.url)
    expect((await browser.signIn('oidc')).url).toBe(`${PUBLIC_URL}/`)
    await other.stop()
  })

  it('ends the provider’s session on sign-out', async () => {
    const browser = arrive({ email: 'out@uni.example', email_verified: true })
    await browser.signIn('oidc')
    await browser.session()
    const answer = await browser.signOut()
    expect(answer.status).toBe(200)
    const url = new URL(JSON.parse(answer.text).provider_sign_out_url)
    expect(url.origin).toBe(op.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/sign-in`)
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/)
    expect((await browser.open(url.href)).status).toBe(200)
    expect(await browser.session()).toBeUndefined()
  })

  it('signs out people with a password as before', async () => {
    const browser = createBrowser(PUBLIC_URL, app.url)
    await browser.open(`${PUBLIC_URL}/session`, {
      method: 'POST',
      body: JSON.stringify({ email: 'admin@example.edu', password: 'correct horse' }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    expect((await browser.signOut()).status).toBe(204)
  })
})
