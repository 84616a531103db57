import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, makeEducator, tokenIn } from '../lti.testing.ts'
import {
  launchAs,
  type Person,
  startLogin,
  startPlatform,
  type TestPlatform,
  V2,
} from './platform.testing.ts'

const LEARNER = [`${V2}/membership#Learner`]
const INSTRUCTOR = [`${V2}/membership#Instructor`]
const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'

onEachDatabase('LTI 1.3 platforms ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let admin: string
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let ben: Awaited<ReturnType<typeof makeEducator>>
  let id: number
  beforeAll(async () => {
    platform = await startPlatform()
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: new URL(platform.url).host })
    admin = await app.signIn()
    ana = await makeEducator(app, 'ana')
    ben = await makeEducator(app, 'ben')
    id = (await register(ana.slug, platform.draft())).body.id
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
  })
  const register = (slug: string, draft: object) =>
    app.call('POST', `/organizations/${slug}/lti-platforms`, admin, draft)
  const change = (more: object) =>
    app.call('PUT', `/organizations/${ana.slug}/lti-platforms/${id}`, admin, platform.draft(more))
  const launch = (person: Person) => launchAs(app, platform, person)
  const setUp = async (link: string) => {
    const { location } = await launch({ sub: 'owner', roles: INSTRUCTOR, link })
    const body = { token: tokenIn(location), assistant_ids: [ana.assistant] }
    expect((await app.call('POST', '/lti/setup', undefined, body)).status).toBe(200)
  }
  const userOf = async (person: Person) =>
    (await enter(app, tokenIn((await launch(person)).location))).body.user

  it('lists what to enter in the LMS', async () => {
    const { body } = await app.call('GET', `/organizations/${ana.slug}/lti-platforms`, admin)
    expect(body.platforms).toMatchObject([{ id, issuer: platform.issuer, deployment_ids: ['d1'] }])
    expect(Object.keys(body.tool)).toEqual(['login_url', 'launch_url', 'jwks_url'])
  })

  it('gives a deployment to one organization only', async () => {
    expect((await register(ben.slug, platform.draft())).status).toBe(409)
    const shared = await register(ben.slug, platform.draft({ deployment_ids: ['d-ben'] }))
    expect(shared.status).toBe(201)
    const path = `/organizations/${ben.slug}/lti-platforms/${shared.body.id}`
    expect(
      (await app.call('PUT', path, admin, platform.draft({ deployment_ids: ['d-ben', 'd1'] }))).status,
    ).toBe(409)
    // One organization can't send the people of another to a different server.
    const elsewhere = { deployment_ids: ['d-ben'], jwks_url: 'https://evil.example/jwks' }
    expect((await app.call('PUT', path, admin, platform.draft(elsewhere))).status).toBe(409)
    const person = { sub: 'x', roles: INSTRUCTOR, more: { [`${CLAIM}/deployment_id`]: 'd-ben' } }
    const { location } = await launch(person)
    const setup = await app.call('GET', `/lti/setup?token=${tokenIn(location)}`)
    expect(setup.body.organization.id).toBe(ben.organizationId)
    expect((await app.call('DELETE', path, admin)).status).toBe(204)
    expect((await launch(person)).status).toBe(401)
  })

  it('checks addresses, and hides platforms of other organizations', async () => {
    expect((await register(ana.slug, platform.draft({ jwks_url: 'ftp://x' }))).status).toBe(422)
    expect((await register(ana.slug, platform.draft({ client_id: '' }))).status).toBe(422)
    const foreign = `/organizations/${ben.slug}/lti-platforms/${id}`
    expect((await app.call('PUT', foreign, admin, platform.draft())).status).toBe(404)
    expect((await app.call('DELETE', foreign, admin)).status).toBe(404)
    expect((await app.call('GET', `/organizations/${ana.slug}/lti-platforms`, ana.token)).status).toBe(403)
  })

  it('keeps a client for the organization that waits for its first launch', async () => {
    await change({ deployment_ids: [] })
    expect((await register(ben.slug, platform.draft({ deployment_ids: ['d1'] }))).status).toBe(409)
    expect((await register(ben.slug, platform.draft({ deployment_ids: [] }))).status).toBe(409)
    await change({})
  })

  it('needs a session to add or change an LMS, not an API key', async () => {
    const made = await app.call('POST', '/api-keys', admin, { name: 'script' })
    const key: string = made.body.key
    const path = `/organizations/${ana.slug}`
    expect((await app.call('GET', `${path}/lti-platforms`, key)).status).toBe(200)
    const draft = platform.draft({ trusts_email: true })
    expect((await app.call('POST', `${path}/lti-platforms`, key, draft)).status).toBe(403)
    expect((await app.call('PUT', `${path}/lti-platforms/${id}`, key, draft)).status).toBe(403)
    expect((await app.call('POST', `${path}/lti-registration-links`, key)).status).toBe(403)
    const keys = `/organizations/${ana.slug}/lti-educator-key`
    const secret = { oauth_consumer_key: 'k', oauth_consumer_secret: 'a secret' }
    expect((await app.call('PUT', keys, key, secret)).status).toBe(403)
  })

  it('links only educators of the organization of the LMS', async () => {
    await change({ staff_can_build: false })
    const page = await launch({ sub: 'linker', roles: INSTRUCTOR, link: 'to-link' })
    const token = tokenIn(/href="([^"]+)"/.exec(page.text.replaceAll('&#38;', '&'))?.[1] ?? '')
    const link = ({ email, password }: { email: string; password: string }) =>
      app.call('POST', '/lti/link', undefined, { token, email, password })
    expect((await link(ben)).status).toBe(403)
    expect((await link(ana)).status).toBe(200)
    await change({})
  })

  it('remembers the first deployment if none was entered, and no other', async () => {
    expect((await change({ deployment_ids: [] })).status).toBe(200)
    const at = (deployment: string) =>
      launch({ sub: 's', roles: LEARNER, more: { [`${CLAIM}/deployment_id`]: deployment } })
    expect((await at('learned')).status).toBe(200)
    expect((await at('another')).status).toBe(401)
    expect((await at('learned')).status).toBe(200)
    await change({})
  })

  it('links an existing account by e-mail only if the admin trusts the addresses of the LMS', async () => {
    await setUp('mail')
    const email = 'eva@example.edu'
    const account = { email, name: 'Eva', password: 'password of eva', role: 'user', user_type: 'creator' }
    const organization_id = ana.organizationId
    await app.call('POST', '/creator/admin/users/create', admin, { ...account, organization_id })
    const person = { sub: 'eva-in-lms', roles: LEARNER, email, link: 'mail' }
    expect((await userOf(person)).email).not.toBe(email)
    await change({ trusts_email: true })
    expect((await userOf({ ...person, sub: 'eva-2' })).email).toBe(email)
    // The LMS has given the address to someone else.
    expect((await userOf({ ...person, sub: 'eva-3' })).email).not.toBe(email)
    // Never accounts of other organizations, and never system admins.
    expect((await userOf({ ...person, sub: 'ben-2', email: ben.email })).email).not.toBe(ben.email)
    expect((await userOf({ ...person, sub: 'root', email: 'admin@example.edu' })).email).not.toBe(
      'admin@example.edu',
    )
    await change({})
  })

  it('lets teachers build unless the admin says otherwise, and never makes a student a teacher', async () => {
    await setUp('roles')
    const idOf = async (person: Person) => (await userOf({ link: 'roles', ...person })).user_id as number
    const learner = await idOf({ sub: 'both', roles: LEARNER })
    const typeOf = async (userId: number) => (await app.app.services.users.findById(userId))?.user_type
    expect(await typeOf(learner)).toBe('end_user')
    const elsewhere = [...LEARNER, `${V2}/institution/person#Instructor`]
    expect(await typeOf(await idOf({ sub: 'both', roles: elsewhere }))).toBe('end_user')
    await change({ staff_can_build: false })
    const plain = await launch({
      sub: 'ta',
      roles: [`${V2}/membership/Instructor#TeachingAssistant`],
      link: 'new',
    })
    expect(plain.text).toContain('No account found')
    await change({})
    const teaching = await launch({ sub: 'both', roles: INSTRUCTOR, link: 'other' })
    expect(teaching.location).toContain('/launch/setup')
    expect(await typeOf(learner)).toBe('creator')
  })

  it('does not count test users', async () => {
    await setUp('test')
    const test = 'http://purl.imsglobal.org/vocab/lti/system/person#TestUser'
    expect((await launch({ sub: 'test', roles: [...LEARNER, test], link: 'test' })).status).toBe(303)
    const token = tokenIn((await launch({ sub: 'owner', roles: INSTRUCTOR, link: 'test' })).location)
    const stats = await app.call('GET', `/lti/dashboard/stats?token=${token}`)
    expect(stats.body.students).toBe(0)
  })

  it('refuses a disabled account', async () => {
    await setUp('disabled')
    const { user_id } = await userOf({ sub: 'off', roles: LEARNER, link: 'disabled' })
    const { db } = app.app.services
    await db.updateTable('users').set({ enabled: 0 }).where('id', '=', user_id).execute()
    expect((await launch({ sub: 'off', roles: LEARNER, link: 'disabled' })).status).toBe(403)
  })

  it('shows admins the checks of the last launches, without names', async () => {
    await launch({ sub: 'secret-sub', name: 'Secret Name', roles: LEARNER, more: { aud: 'wrong' } })
    await launch({ sub: 'secret-sub', roles: LEARNER, more: { [`${CLAIM}/deployment_id`]: 'nowhere' } })
    await launch({ sub: 'owner', roles: INSTRUCTOR, link: 'record' })
    const { body } = await app.call('GET', `/organizations/${ana.slug}/lti-launches`, admin)
    const [good, deployment, audience] = body.launches
    expect(good).toMatchObject({ problem: null, role: 'staff', deployment_id: 'd1', platform_id: id })
    expect(deployment).toMatchObject({ problem: 'unknown_deployment', deployment_id: 'nowhere' })
    expect(deployment.message).toContain('Organization → LMS')
    const failed = ({ checks }: { checks: { check: string; passed: boolean | null }[] }) =>
      checks.find(({ passed }) => passed === false)?.check
    expect([failed(good), failed(deployment), failed(audience)]).toEqual([undefined, 'deployment', 'client'])
    expect(audience.checks.filter(({ passed }: { passed: unknown }) => passed === true)).toEqual(
      ['issuer', 'login', 'signature'].map((check) => ({ check, passed: true })),
    )
    await startLogin(app, { ...platform, clientId: 'mistyped' })
    const mistyped = (await app.call('GET', `/organizations/${ana.slug}/lti-launches`, admin)).body
      .launches[0]
    expect(mistyped).toMatchObject({ version: '1.3', client_id: 'mistyped', problem: 'unknown_client' })
    expect([failed(mistyped), mistyped.checks[0]]).toEqual(['client', { check: 'issuer', passed: true }])
    const { state } = await startLogin(app, platform)
    const refusal = new URLSearchParams({ state, error: 'login_required<script>' })
    const answer = await app.call('POST', '/lti/1.3/launch', undefined, refusal)
    expect([answer.status, answer.body.detail]).toEqual([
      401,
      expect.stringContaining('(login_requiredscript)'),
    ])
    const refused = (await app.call('GET', `/organizations/${ana.slug}/lti-launches`, admin)).body.launches[0]
    expect([refused.problem, failed(refused)]).toEqual(['login_refused', 'login'])
    const stranger = await startLogin(app, { ...platform, issuer: `${platform.issuer}/` })
    expect(stranger.text).toContain('This LMS is not registered')
    const misread = (await app.call('GET', `/organizations/${ana.slug}/lti-launches`, admin)).body.launches[0]
    expect(misread).toMatchObject({ issuer: `${platform.issuer}/`, problem: 'other_issuer' })
    expect([failed(misread), misread.message]).toEqual(['issuer', expect.stringContaining('platform ID')])
    expect(JSON.stringify(body)).not.toMatch(/secret-sub|Secret Name/)
    const foreign = await app.call('GET', `/organizations/${ben.slug}/lti-launches`, admin)
    expect(
      foreign.body.launches.filter((one: { problem: unknown }) => one.problem === 'wrong_audience'),
    ).toEqual([])
    expect((await app.call('GET', `/organizations/${ana.slug}/lti-launches`, ana.token)).status).toBe(403)
  })

  it('publishes its keys, and rotates them', async () => {
    const { db, lti13 } = app.app.services
    const keys = async () =>
      (await app.call('GET', '/lti/1.3/jwks')).body.keys as { kid: string; d?: string }[]
    const [first] = await keys()
    expect(first).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
    expect(first?.d).toBeUndefined()
    expect(await keys()).toHaveLength(1)
    const old = Math.floor(Date.now() / 1000) - 85 * 86_400
    await db.updateTable('lti_signing_keys').set({ created_at: old }).execute()
    await lti13.signingKeys.rotate()
    expect(await keys()).toHaveLength(2)
    // The new key is announced first: messages are still signed with the old one.
    const header = JSON.parse(
      Buffer.from((await lti13.signingKeys.sign({})).split('.')[0] ?? '', 'base64url').toString(),
    )
    expect(header.kid).toBe(first?.kid)
    await db
      .updateTable('lti_signing_keys')
      .set({ created_at: 1 })
      .where('kid', '=', first?.kid ?? '')
      .execute()
    await lti13.signingKeys.rotate()
    expect((await keys()).map(({ kid }) => kid)).not.toContain(first?.kid)
    const stored = await db.selectFrom('lti_signing_keys').selectAll().execute()
    expect(JSON.stringify(stored.map(({ sealed_private_jwk }) => sealed_private_jwk))).not.toContain('"d"')
  })
})
