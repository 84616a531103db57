import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSessionRoutes } from '../../../doors/lamb/session.routes.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { createAuthenticate } from '../sign-in/authenticate.ts'
import { type Campus, createCampus, serve, type TestServer } from '../testing.ts'
import { createBrowserSessionRoutes } from './browser-session.routes.ts'

const PASSWORD = 'a good password'
const OWN = { 'sec-fetch-site': 'same-origin' }

describeOnEachDatabase('browser sessions', (open) => {
  let campus: Campus
  let server: TestServer
  beforeAll(async () => {
    campus = await createCampus((await open()).db)
    const { users, browserSessions, config } = campus
    server = await serve(campus, [
      ...createSessionRoutes({ users, publicUrl: config.publicUrl, toStudentPage: async () => '/' }),
      ...createBrowserSessionRoutes({
        users,
        browserSessions,
        publicUrl: config.publicUrl,
        providerSignOutUrl: async () => undefined,
      }),
    ])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    for (const person of [campus.ana, campus.ben]) await campus.users.setPassword(person.userId, PASSWORD)
  })

  const post = (path: string, { cookie = '', body = undefined as unknown, headers = OWN as object } = {}) =>
    server.request('POST', path, {
      headers: { ...headers, ...(cookie ? { cookie } : {}) } as Record<string, string>,
      body,
    })
  const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const signIn = async (person: UserCaller = campus.ana) => {
    const answer = await post('/session', { body: { email: person.email, password: PASSWORD } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return { cookie: cookieOf(answer), token: answer.body.access_token as string, answer }
  }
  const refresh = (cookie: string) => post('/session/refresh', { cookie })
  const isGood = async (token: string) => (await server.sendAs(token, 'GET', '/creator/me')).status === 200
  const backdateReplacements = () =>
    campus.db
      .updateTable('refresh_tokens')
      .set({ replaced_at: nowSeconds() - 60 })
      .where('replaced_at', 'is not', null)
      .execute()

  it('starts with a short-lived access token and a cookie that scripts and other sites cannot use', async () => {
    const { answer, token } = await signIn()
    expect(answer.body).toMatchObject({ expires_in: 1800, user: { user_id: campus.ana.userId } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^bellwether_session=[\w-]{43}; Path=\/session; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    )
    const claims = await campus.sessions.verify(token)
    expect(claims?.expiresAt).toBeLessThanOrEqual(nowSeconds() + 1800)
    expect(await isGood(token)).toBe(true)
  })

  it('marks the cookie Secure on https only', async () => {
    const body = { email: campus.ana.email, password: PASSWORD }
    const answer = await post('/session', { body, headers: { ...OWN, origin: 'http://10.0.0.5:9099' } })
    expect(answer.headers.getSetCookie()[0]).not.toContain('Secure')
  })

  it('stores no token in clear text', async () => {
    const { cookie } = await signIn()
    const stored = await campus.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1])
  })

  it('refuses wrong passwords without a cookie', async () => {
    const answer = await post('/session', { body: { email: campus.ana.email, password: 'wrong' } })
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Invalid credentials' } })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('replaces the refresh token on every use', async () => {
    const { cookie } = await signIn()
    const second = await refresh(cookie)
    expect(second.status).toBe(200)
    expect(await isGood(second.body.access_token)).toBe(true)
    expect(cookieOf(second)).not.toBe(cookie)
    expect((await refresh(cookieOf(second))).status).toBe(200)
  })

  it('serves two tabs that refresh at the same moment', async () => {
    const { cookie } = await signIn()
    const [one, two] = await Promise.all([refresh(cookie), refresh(cookie)])
    expect([one.status, two.status]).toEqual([200, 200])
    // Both cookies work, whichever of them the browser keeps.
    expect((await refresh(cookieOf(one))).status).toBe(200)
    expect((await refresh(cookieOf(two))).status).toBe(200)
    expect(campus.reused).toEqual([])
  })

  it('ends the session when an old refresh token is used again', async () => {
    const { cookie } = await signIn()
    const other = await signIn()
    const second = await refresh(cookie)
    await backdateReplacements()
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(cookieOf(second))).status).toBe(401)
    expect(campus.reused).toEqual([campus.ana.userId])
    // The person's other browsers stay signed in.
    expect((await refresh(other.cookie)).status).toBe(200)
  })

  it('replaces the session when the browser signs in again', async () => {
    const { cookie } = await signIn()
    const body = { email: campus.ben.email, password: PASSWORD }
    const again = await post('/session', { body, cookie })
    expect(again.body.user.user_id).toBe(campus.ben.userId)
    expect((await refresh(cookie)).status).toBe(401)
    expect((await refresh(cookieOf(again))).status).toBe(200)
  })

  it('refuses unknown and missing cookies', async () => {
    expect((await refresh('bellwether_session=nonsense')).status).toBe(401)
    expect((await refresh('other=1')).status).toBe(401)
    expect((await post('/session/refresh')).status).toBe(401)
  })

  it('ends when idle for too long, and after its maximum lifetime', async () => {
    const { cookie } = await signIn()
    const longAgo = nowSeconds() - 30 * 86_400 + 100
    const change = (values: { created_at?: number; expires_at?: number }) =>
      campus.db.updateTable('browser_sessions').set(values).execute()
    await change({ created_at: longAgo })
    const answer = await refresh(cookie)
    expect(Number(/Max-Age=(\d+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1])).toBeLessThanOrEqual(100)
    await change({ expires_at: nowSeconds() - 1 })
    expect((await refresh(cookieOf(answer))).status).toBe(401)
  })

  it('ends when the operator has shortened the maximum lifetime below its age', async () => {
    const { cookie } = await signIn()
    await campus.db.updateTable('browser_sessions').set({ created_at: 1 }).execute()
    expect((await refresh(cookie)).status).toBe(401)
  })

  it('ends everywhere on sign-out, even without a valid access token', async () => {
    const { cookie, token } = await signIn()
    const other = await signIn()
    const answer = await post('/session/sign-out', { cookie })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^bellwether_session=; .*Max-Age=0/)
    expect(await isGood(token)).toBe(false)
    for (const old of [cookie, other.cookie]) expect((await refresh(old)).status).toBe(401)
    expect((await post('/session/sign-out')).status).toBe(204)
  })

  it.each([
    ['signs out with a LAMB token', async () => campus.users.signOut(campus.ben)],
    ['changes the password', async () => campus.users.changePassword(campus.ben, PASSWORD, 'a new password')],
    ['is disabled', async () => setEnabled(false).then(() => setEnabled(true))],
    ['gets another role', async () => campus.membership.setRole('north', campus.ben.userId, 'admin')],
    [
      'moves to another organization',
      async () => campus.membership.moveUser(campus.ben.userId, campus.south),
    ],
  ])('ends when the person %s', async (_name, act) => {
    const { cookie, token } = await signIn(campus.ben)
    await act()
    expect(await isGood(token)).toBe(false)
    expect((await refresh(cookie)).status).toBe(401)
  })
  const setEnabled = (enabled: boolean) =>
    campus.userAdmin.setEnabled(campus.root, undefined, campus.ben.userId, enabled)

  it.each<[string, Record<string, string>, number]>([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://bw.example.edu' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['another origin, from an older browser', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['a program without these headers', {}, 403],
    ['our public address, from an older browser', { origin: 'https://bw.example.edu' }, 200],
    ['the host of the request', { origin: 'http://HOST' }, 200],
  ])('answers a request from %s with the right status', async (_name, given, status) => {
    const { cookie } = await signIn()
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('HOST', server.host)]),
    )
    const body = { email: campus.ana.email, password: PASSWORD }
    expect((await post('/session/refresh', { cookie, headers })).status).toBe(status)
    expect((await post('/session', { body, headers })).status).toBe(status)
    const next = await signIn()
    expect((await post('/session/sign-out', { cookie: next.cookie, headers })).status).toBe(
      status === 200 ? 204 : status,
    )
    expect(await isGood(next.token)).toBe(status !== 200)
  })

  it('does not count expired tokens as guesses', async () => {
    const { db, sessions, keyUse } = campus
    const guessing = createRateLimit({ name: 'few', failures: 2, windowSeconds: 60, blockSeconds: 60 })
    const authenticate = createAuthenticate({ db, sessions, systemKey: undefined, guessing, keyUse })
    const strict = await serve(
      { ...campus, authenticate },
      createSessionRoutes({ ...campus, publicUrl: '', toStudentPage: async () => '/' }),
    )
    const { cookie, token } = await signIn()
    await post('/session/sign-out', { cookie })
    const statusOf = async (sent: string) => (await strict.sendAs(sent, 'GET', '/creator/me')).status
    for (let turn = 0; turn < 5; turn++) expect(await statusOf(token)).toBe(401)
    const forged = token.replace(/.(?=.$)/, (one) => (one === 'x' ? 'y' : 'x'))
    expect([await statusOf(forged), await statusOf(forged), await statusOf(forged)]).toEqual([401, 401, 429])
    await strict.close()
  })

  it('is deleted from the database some time after it has ended', async () => {
    const { cookie } = await signIn()
    await campus.db.updateTable('browser_sessions').set({ expires_at: 1 }).execute()
    const { cookie: young } = await signIn()
    await refresh(young)
    await campus.browserSessions.removeOld(new AbortController().signal)
    expect((await campus.db.selectFrom('browser_sessions').selectAll().execute()).length).toBe(1)
    expect((await campus.db.selectFrom('refresh_tokens').selectAll().execute()).length).toBe(2)
    await campus.db
      .updateTable('refresh_tokens')
      .set({ replaced_at: 1 })
      .where('replaced_at', 'is not', null)
      .execute()
    await campus.browserSessions.removeOld(new AbortController().signal)
    expect((await campus.db.selectFrom('refresh_tokens').selectAll().execute()).length).toBe(1)
    expect((await refresh(cookie)).status).toBe(401)
  })

  it('still gives LAMB clients a token that is valid for days', async () => {
    const login = await server.sendAs(undefined, 'POST', '/creator/login', {
      email: campus.ana.email,
      password: PASSWORD,
    })
    const claims = await campus.sessions.verify(login.body.data.token)
    expect(claims?.expiresAt).toBeGreaterThan(nowSeconds() + 6 * 86_400)
    expect(login.headers.getSetCookie()).toEqual([])
  })
})
