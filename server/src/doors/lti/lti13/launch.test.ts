import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, makeEducator, tokenIn } from '../lti.testing.ts'
import { launchAs, postToken, startLogin, startPlatform, type TestPlatform, V2 } from './platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const STUDENT = { sub: 's1', roles: [`${V2}/membership#Learner`], name: 'Sam' }
const TEACHER = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }

onEachDatabase('LTI 1.3 launches ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let other: TestPlatform
  let admin: string
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let ben: Awaited<ReturnType<typeof makeEducator>>
  const register = (slug: string, draft: object) =>
    app.call('POST', `/organizations/${slug}/lti-platforms`, admin, draft)

  beforeAll(async () => {
    platform = await startPlatform()
    other = await startPlatform('other-key')
    const hosts = [platform, other].map(({ url }) => new URL(url).host).join(',')
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: hosts })
    admin = await app.signIn()
    ana = await makeEducator(app, 'ana')
    ben = await makeEducator(app, 'ben')
    expect((await register(ana.slug, platform.draft())).status).toBe(201)
    expect((await register(ben.slug, other.draft())).status).toBe(201)
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
    other.close()
  })
  beforeEach(() => platform.setDown(false))

  const setUp = async (link: string, more: object = {}) => {
    const answer = await launchAs(app, platform, { ...TEACHER, link })
    expect(answer.location).toMatch(/^\/launch\/setup\?token=/)
    const configured = await app.call('POST', '/lti/setup', undefined, {
      token: tokenIn(answer.location),
      assistant_ids: [ana.assistant],
      ...more,
    })
    expect(configured.status, JSON.stringify(configured.body)).toBe(200)
  }
  /** The status of a launch whose claims or signature are changed. */
  const attempt = async (
    change: (claims: JWTPayload) => JWTPayload | Promise<string>,
    headers: Record<string, string> = {},
  ) => {
    const { state, nonce, cookie } = await startLogin(app, platform)
    const changed = change(platform.claims(nonce, STUDENT))
    const token = changed instanceof Promise ? await changed : await platform.sign(changed)
    return postToken(app, { token, state, cookie }, headers)
  }
  const now = () => Math.floor(Date.now() / 1000)

  it('asks the LMS to sign the person in, with a cookie for this browser', async () => {
    const login = await startLogin(app, platform)
    expect(login.status).toBe(302)
    expect(login.location).toMatch(new RegExp(`^${platform.url}/auth\\?`))
    expect(Object.fromEntries(login.sent)).toMatchObject({
      scope: 'openid',
      response_type: 'id_token',
      response_mode: 'form_post',
      prompt: 'none',
      client_id: 'client-1',
      login_hint: 'hint',
      lti_message_hint: 'message',
    })
    expect(login.cookie).toMatch(/HttpOnly; SameSite=None; Secure; Partitioned$/)
    const posted = await fetch(`${app.url}/lti/1.3/login`, {
      method: 'POST',
      body: new URLSearchParams({ iss: platform.issuer, login_hint: 'h', target_link_uri: 'x' }),
      redirect: 'manual',
    })
    expect(posted.status).toBe(302)
  })

  it('refuses logins of unknown platforms, and incomplete ones', async () => {
    expect((await startLogin(app, platform, { iss: 'https://unknown.example' })).status).toBe(401)
    expect((await startLogin(app, platform, { client_id: 'unknown' })).status).toBe(401)
    const response = await fetch(`${app.url}/lti/1.3/login?iss=x`, { redirect: 'manual' })
    expect(response.status).toBe(400)
    for (const field of ['iss', 'login_hint', 'target_link_uri'])
      expect([field, (await startLogin(app, platform, { [field]: '' })).status]).toEqual([field, 400])
  })

  it('takes a teacher to the set-up and then the dashboard, and a student to the chat', async () => {
    const early = await launchAs(app, platform, { ...STUDENT, link: 'main' })
    expect(early.status).toBe(200)
    expect(early.text).toContain('Not ready yet')
    await setUp('main')
    expect((await launchAs(app, platform, { ...TEACHER, link: 'main' })).location).toContain(
      '/launch/dashboard',
    )
    const answer = await launchAs(app, platform, { ...STUDENT, link: 'main' })
    expect(answer.status).toBe(303)
    const entered = await enter(app, tokenIn(answer.location), true)
    expect(entered.body).toMatchObject({
      user: { name: 'Sam', user_type: 'end_user' },
      activity: { name: 'Ask the tutor', assistants: [{ id: ana.assistant }] },
    })
    const again = await enter(
      app,
      tokenIn((await launchAs(app, platform, { ...STUDENT, link: 'main' })).location),
    )
    expect(again.body.user.user_id).toBe(entered.body.user.user_id)
  })

  it('does not open an educator’s account with the address of a dashboard', async () => {
    await setUp('chat')
    const { location } = await launchAs(app, platform, { ...TEACHER, link: 'chat' })
    const path = `/lti/dashboard/enter-chat?${new URLSearchParams({ token: tokenIn(location) })}`
    const answer = await fetch(app.url + path, { redirect: 'manual' })
    const entered = await enter(app, tokenIn(answer.headers.get('location') ?? ''))
    expect(entered.body).toMatchObject({
      user: { user_type: 'end_user' },
      activity: { name: 'Ask the tutor' },
    })
  })

  it('accepts a launch once', async () => {
    await setUp('once')
    const { state, nonce, cookie } = await startLogin(app, platform)
    const token = await platform.sign(platform.claims(nonce, { ...STUDENT, link: 'once' }))
    const answers = await Promise.all([1, 2, 3].map(() => postToken(app, { token, state, cookie })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401])
    const second = await startLogin(app, platform)
    expect((await postToken(app, { token, state: second.state, cookie: second.cookie })).text).toContain(
      'does not belong to this login',
    )
  })

  it('refuses a state that was never issued, and an expired one', async () => {
    const { nonce } = await startLogin(app, platform)
    const token = await platform.sign(platform.claims(nonce, STUDENT))
    expect((await postToken(app, { token, state: 'guessed' })).status).toBe(401)
    const late = await startLogin(app, platform)
    await app.app.services.db.updateTable('lti_logins').set({ expires_at: 1 }).execute()
    const lateToken = await platform.sign(platform.claims(late.nonce, STUDENT))
    expect((await postToken(app, { token: lateToken, state: late.state, cookie: late.cookie })).status).toBe(
      401,
    )
  })

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['another audience', (claims) => ({ ...claims, aud: 'another' })],
    ['several audiences without azp', (claims) => ({ ...claims, aud: ['client-1', 'another'] })],
    ['another azp', (claims) => ({ ...claims, azp: 'another' })],
    ['several audiences with another azp', (claims) => ({ ...claims, aud: ['client-1', 'x'], azp: 'x' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['another nonce', (claims) => ({ ...claims, nonce: 'guessed' })],
    ['an expired token', (claims) => ({ ...claims, exp: now() - 120 })],
    ['a token from the future', (claims) => ({ ...claims, iat: now() + 600, exp: now() + 900 })],
    ['an old token that expires late', (claims) => ({ ...claims, iat: now() - 7200, exp: now() + 900 })],
    ['an unknown deployment', (claims) => ({ ...claims, [`${CLAIM}/deployment_id`]: 'd2' })],
  ])('refuses %s', async (_name, change) => {
    expect((await attempt(change)).status).toBe(401)
  })

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['no expiry', ({ exp: _, ...claims }) => claims],
    ['no nonce', ({ nonce: _, ...claims }) => claims],
    ['no subject', ({ sub: _, ...claims }) => claims],
    ['a subject of blanks', (claims) => ({ ...claims, sub: ' \u00a0' })],
    ['no version', (claims) => ({ ...claims, [`${CLAIM}/version`]: '1.1' })],
    ['another message', (claims) => ({ ...claims, [`${CLAIM}/message_type`]: 'LtiDeepLinkingRequest' })],
  ])('refuses a token with %s', async (_name, change) => {
    expect((await attempt(change)).status).toBe(400)
  })

  it('refuses other algorithms and keys', async () => {
    const unsigned = await attempt((claims) => Promise.resolve(new UnsecuredJWT(claims).encode()))
    expect(unsigned.status).toBe(401)
    const secret = new TextEncoder().encode(JSON.stringify(platform.publicJwk()))
    const symmetric = await attempt((claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'platform-key' }).sign(secret),
    )
    expect(symmetric.status).toBe(401)
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await attempt((claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'platform-key' }).sign(privateKey),
    )
    expect(forged.status).toBe(401)
    // The key of another registered platform, under its own kid and under the victim's.
    for (const kid of ['other-key', 'platform-key'])
      expect((await attempt((claims) => other.sign(claims, { kid }))).status).toBe(401)
    expect((await attempt(() => Promise.resolve('not.a.token'))).status).toBe(400)
  })

  it('reports that the keys of the LMS can’t be loaded', async () => {
    const third = await startPlatform('third')
    await register(ana.slug, third.draft())
    const { state, nonce, cookie } = await startLogin(app, third)
    // Its host is not public and not allowed either.
    const token = await third.sign(third.claims(nonce, STUDENT))
    const answer = await postToken(app, { token, state, cookie })
    expect(answer.status).toBe(502)
    expect(answer.text).toContain('keys of the LMS')
    expect(answer.text).not.toContain('127.0.0.1')
    third.close()
  })

  it('accepts a launch only in the browser that started it', async () => {
    await setUp('browser')
    const victim = await startLogin(app, platform)
    const attacker = await startLogin(app, platform)
    const token = await platform.sign(platform.claims(victim.nonce, { ...STUDENT, link: 'browser' }))
    const name = victim.cookie.split('=')[0]
    const stolen = attacker.cookie.replace(/^[^=]+/, name ?? '')
    expect((await postToken(app, { token, state: victim.state, cookie: stolen })).status).toBe(401)
  })

  it('continues without cookies by the storage of the LMS, and offers a new tab otherwise', async () => {
    await setUp('storage')
    const query = { lti_storage_target: '_parent' }
    const page = await startLogin(app, platform, query, { referer: 'https://school.lms.example/course?id=1' })
    expect(page.status).toBe(200)
    expect(page.policy).toContain(`frame-ancestors ${platform.url} https://school.lms.example`)
    const stored = JSON.parse(/id="data">(.*?)<\/script>/.exec(page.text)?.[1] ?? '')
    expect(stored).toMatchObject({ origin: platform.url, target: '_parent' })
    const sent = new URL(stored.next).searchParams
    const claims = platform.claims(sent.get('nonce') ?? '', { ...STUDENT, link: 'storage' })
    const launched = await postToken(app, {
      token: await platform.sign(claims),
      state: sent.get('state') ?? '',
    })
    expect(launched.status).toBe(200)
    expect(launched.text).toContain('/lti/1.3/login?iss=')
    expect(launched.text).not.toContain(stored.value)
    const { token, key } = JSON.parse(/id="data">(.*?)<\/script>/.exec(launched.text)?.[1] ?? '')
    expect(key).toBe(stored.key)
    const confirm = (value: string, site = 'same-origin') =>
      fetch(`${app.url}/lti/1.3/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ token, value }),
        headers: { 'sec-fetch-site': site },
        redirect: 'manual',
      })
    expect((await confirm(stored.value, 'cross-site')).status).toBe(403)
    const answer = await confirm(stored.value)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain('/launch/enter?code=')
    expect((await confirm(stored.value)).status).toBe(401)
  })

  it('refuses a guessed value, and then the correct one too', async () => {
    const login = await startLogin(app, platform)
    const claims = platform.claims(login.nonce, STUDENT)
    const launched = await postToken(app, { token: await platform.sign(claims), state: login.state })
    const { token } = JSON.parse(/id="data">(.*?)<\/script>/.exec(launched.text)?.[1] ?? '')
    const confirm = (value: string) =>
      fetch(`${app.url}/lti/1.3/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ token, value }),
        headers: { 'sec-fetch-site': 'same-origin' },
        redirect: 'manual',
      })
    expect((await confirm('guessed')).status).toBe(401)
    expect((await confirm(login.cookie.split(/[=;]/)[1] ?? '')).status).toBe(401)
  })
})
