import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type RealOidc, startRealOidc } from '../harness/real-oidc-provider.ts'
import { createBrowser, type SignInBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const PUBLIC_URL = 'https://bw.example.edu'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

onEachDatabase('logout by the provider on $name', ({ env }) => {
  let op: RealOidc
  let app: TestApp
  let browser: SignInBrowser
  let sid: string
  let counter = 0
  beforeAll(async () => {
    const more = { backchannel_logout_uri: `${PUBLIC_URL}/unused`, backchannel_logout_session_required: true }
    const redirectUri = `${PUBLIC_URL}/auth/oidc/callback`
    op = await startRealOidc({ clients: [{ id: 'bellwether', secret: 'a secret', redirectUri, more }] })
    app = await startTestApp({
      ...(await env()),
      PUBLIC_URL,
      OIDC_ISSUER: op.issuer,
      OIDC_CLIENT_ID: 'bellwether',
      OIDC_CLIENT_SECRET: 'a secret',
    })
  })
  afterAll(async () => {
    await app.stop()
    await op.close()
  })
  beforeEach(async () => {
    op.person = `person-${++counter}`
    op.people.set(op.person, { email: `${op.person}@uni.example`, email_verified: true })
    browser = createBrowser(PUBLIC_URL, app.url)
    await browser.signIn('oidc')
    sid = await sessionIdOf(op.person)
  })

  const sessionIdOf = async (subject: string) => {
    const row = await app.app.services.db
      .selectFrom('browser_sessions')
      .innerJoin('external_identities', 'external_identities.user_id', 'browser_sessions.user_id')
      .select('browser_sessions.provider_session')
      .where('external_identities.subject', '=', subject)
      .executeTakeFirstOrThrow()
    expect(row.provider_session).toBeTruthy()
    return row.provider_session ?? ''
  }
  const now = () => Math.floor(Date.now() / 1000)
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: op.issuer,
    aud: 'bellwether',
    iat: now(),
    exp: now() + 120,
    jti: `jti-${++counter}`,
    events: { [EVENT]: {} },
    sid,
    ...more,
  })
  const send = (logout_token: string) =>
    app.call('POST', '/auth/oidc/backchannel-logout', undefined, new URLSearchParams({ logout_token }))
  const frame = (query: Record<string, string>) =>
    app.call('GET', `/auth/oidc/frontchannel-logout?${new URLSearchParams(query)}`)

  it.each<[string, () => Record<string, unknown>]>([
    ['a session id', () => ({})],
    ['a subject', () => ({ sid: undefined, sub: op.person })],
    ['both', () => ({ sub: op.person })],
  ])('ends the session by %s, and its access token with it', async (_name, more) => {
    const session = await browser.session()
    const answer = await send(await op.signLogoutToken(claims(more())))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await app.call('GET', '/creator/me', session?.token)).status).toBe(401)
    expect(await browser.session()).toBeUndefined()
    // The person can sign in again.
    await browser.signIn('oidc')
    expect(await browser.session()).toBeDefined()
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['another audience', () => ({ aud: 'another-client' })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['no event', () => ({ events: undefined })],
    ['another event', () => ({ events: { 'https://evil.example': {} } })],
    ['a nonce, as ID tokens have', () => ({ nonce: 'x' })],
    ['no id', () => ({ jti: undefined })],
    ['no session id and no subject', () => ({ sid: undefined })],
    ['an old time', () => ({ iat: now() - 3600, exp: now() + 120 })],
    ['no time', () => ({ iat: undefined })],
    ['a past expiry', () => ({ exp: now() - 600 })],
  ])('refuses a token with %s', async (_name, more) => {
    const answer = await send(await op.signLogoutToken(claims(more())))
    expect(answer.status).toBe(400)
    expect(await browser.session()).toBeDefined()
  })

  it('refuses tokens that the provider did not sign', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .sign(privateKey)
    const shared = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('a secret of 32 characters or more'))
    for (const token of [forged, shared, 'nonsense', '']) expect((await send(token)).status).toBe(400)
    expect(await browser.session()).toBeDefined()
  })

  it('uses each token once', async () => {
    const token = await op.signLogoutToken(claims({ sid: undefined, sub: op.person }))
    expect((await send(token)).status).toBe(200)
    await browser.signIn('oidc')
    expect((await send(token)).status).toBe(400)
    expect(await browser.session()).toBeDefined()
  })

  it('leaves other people signed in', async () => {
    await send(await op.signLogoutToken(claims({ sid: 'another session' })))
    await send(await op.signLogoutToken(claims({ sub: 'another person' })))
    expect(await browser.session()).toBeDefined()
  })

  it('ends a session from a frame of the provider’s sign-out page', async () => {
    for (const query of [{ sid }, { iss: op.issuer }, { iss: 'https://evil.example', sid }] as Record<
      string,
      string
    >[])
      expect((await frame(query)).status).toBe(400)
    await frame({ iss: op.issuer, sid: 'another session' })
    expect(await browser.session()).toBeDefined()
    const answer = await frame({ iss: op.issuer, sid })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${op.issuer}`)
    expect(await browser.session()).toBeUndefined()
  })
})
