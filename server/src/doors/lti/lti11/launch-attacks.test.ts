import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator, postLaunch, signLaunch } from '../lti.testing.ts'

const SECRET = 'global-secret-of-the-lms'
const LAUNCH = '/lamb/v1/lti/launch'
const STUDENT = { resource_link_id: 'link-1', user_id: 'u1', roles: 'Learner' }

onEachDatabase('LTI 1.1 launches under attack ($name)', ({ env }) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({
      ...(await env()),
      LTI_GLOBAL_SECRET: SECRET,
      LTI_SECRET: 'secret-of-single-assistants',
      PUBLIC_URL: 'https://bw.example.edu/ai',
      TRUST_PROXY: 'true',
    })
  })
  afterAll(() => app.stop())

  const url = () => app.url + LAUNCH
  const launch = (fields = {}, signing = {}) =>
    signLaunch(url(), { ...STUDENT, ...fields }, { secret: SECRET, ...signing })
  const now = () => Math.floor(Date.now() / 1000)

  it('accepts a valid signature', async () => {
    expect(await postLaunch(url(), launch())).toMatchObject({ status: 200 })
  })

  it('refuses a wrong secret and an unknown key with the same message', async () => {
    const wrong = await postLaunch(url(), launch({}, { secret: 'guessed' }))
    const unknown = await postLaunch(url(), launch({}, { key: 'another' }))
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(unknown.text).toBe(wrong.text)
    expect(wrong.text).not.toContain(SECRET)
  })

  it.each(['roles', 'user_id', 'resource_link_id', 'oauth_nonce', 'oauth_timestamp'])(
    'refuses an altered %s',
    async (name) => {
      const form = launch()
      form.set(name, name === 'oauth_timestamp' ? String(now() - 1) : 'Instructor')
      expect((await postLaunch(url(), form)).status).toBe(401)
    },
  )

  it('refuses an added field, also in the query', async () => {
    const form = launch()
    form.append('lis_person_contact_email_primary', 'admin@example.edu')
    expect((await postLaunch(url(), form)).status).toBe(401)
    expect((await postLaunch(`${url()}?roles=Instructor`, launch())).status).toBe(401)
  })

  it('refuses a repeated launch, but not the nonce of another key', async () => {
    const form = launch({}, { nonce: 'used-once' })
    expect((await postLaunch(url(), form)).status).toBe(200)
    const again = await postLaunch(url(), form)
    expect(again.status).toBe(401)
    expect(again.text).toContain('already used')
    const signedAnew = launch({ user_id: 'u2' }, { nonce: 'used-once' })
    expect((await postLaunch(url(), signedAnew)).status).toBe(401)
  })

  it('accepts one of twenty concurrent copies', async () => {
    const form = launch()
    const answers = await Promise.all(Array.from({ length: 20 }, () => postLaunch(url(), form)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('does not use up a nonce for a wrong signature', async () => {
    const nonce = randomUUID()
    expect((await postLaunch(url(), launch({}, { nonce, secret: 'guessed' }))).status).toBe(401)
    expect((await postLaunch(url(), launch({}, { nonce }))).status).toBe(200)
  })

  it('refuses old and future times', async () => {
    for (const difference of [-400, 400]) {
      const answer = await postLaunch(url(), launch({}, { timestamp: now() + difference }))
      expect(answer.status).toBe(401)
      expect(answer.text).toContain('expired')
    }
    expect((await postLaunch(url(), launch({}, { timestamp: now() - 200 }))).status).toBe(200)
  })

  it('refuses fields that are sent twice', async () => {
    const answer = await postLaunch(url(), launch({ user_id: ['u1', 'u2'] }))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('user_id')
    const form = launch()
    form.append('oauth_signature', 'x')
    expect((await postLaunch(url(), form)).status).toBe(400)
  })

  it('names the field that is missing', async () => {
    const { resource_link_id: _, ...rest } = STUDENT
    const answer = await postLaunch(url(), signLaunch(url(), rest, { secret: SECRET }))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('resource_link_id')
    expect((await postLaunch(url(), new URLSearchParams('a=b'))).status).toBe(400)
  })

  it.each(['user_id', 'resource_link_id'])('takes a %s of blanks for a missing one', async (field) => {
    const answer = await postLaunch(url(), launch({ [field]: ' \u00a0' }))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(field)
  })

  it('refuses other signature methods', async () => {
    const form = launch()
    form.set('oauth_signature_method', 'PLAINTEXT')
    form.set('oauth_signature', `${SECRET}&`)
    expect((await postLaunch(url(), form)).status).toBe(400)
  })

  it('accepts any characters, and several values of other fields', async () => {
    const fields = { context_title: "Química & 'cálculo' (1º) * ☃ +%20", custom_x: ['b', 'a'] }
    expect((await postLaunch(url(), launch(fields))).status).toBe(200)
  })

  it('accepts the address that the LMS used: public, of the proxy, or with a query', async () => {
    const accepted = async (signed: string, headers = {}, real = url()) =>
      (await postLaunch(real, signLaunch(signed, STUDENT, { secret: SECRET }), headers)).status
    expect(await accepted(`https://bw.example.edu/ai${LAUNCH}`)).toBe(200)
    const host = new URL(app.url).host
    expect(await accepted(`https://${host}${LAUNCH}`, { 'x-forwarded-proto': 'https' })).toBe(200)
    expect(await accepted(`http://${host}/pre${LAUNCH}`, { 'x-forwarded-prefix': '/pre/' })).toBe(200)
    const proxy = { 'x-forwarded-host': 'lti.example.org', 'x-forwarded-proto': 'https' }
    expect(await accepted(`https://lti.example.org${LAUNCH}`, proxy)).toBe(200)
    expect(await accepted(`${url()}?course=7`, {}, `${url()}?course=7`)).toBe(200)
    expect(await accepted(`https://evil.example${LAUNCH}`)).toBe(401)
  })

  it('keeps the keys of organizations and of single assistants apart', async () => {
    const ana = await makeEducator(app, 'ana')
    const ben = await makeEducator(app, 'ben')
    const admin = await app.signIn()
    const save = (slug: string, key: string, secret: string) =>
      app.call('PUT', `/organizations/${slug}/lti-educator-key`, admin, {
        oauth_consumer_key: key,
        oauth_consumer_secret: secret,
      })
    expect((await save(ana.slug, 'key-ana', 'secret-of-ana')).status).toBe(200)
    expect((await save(ben.slug, 'key-ben', 'secret-of-ben')).status).toBe(200)
    expect((await save(ben.slug, 'key-ana', 'secret-of-ben')).status).toBe(409)
    const tried = async (path: string, key: string, secret: string) =>
      (
        await postLaunch(
          app.url + path,
          signLaunch(app.url + path, { ...STUDENT, roles: 'Instructor' }, { key, secret }),
        )
      ).status
    const creator = '/lamb/v1/lti_creator/launch'
    expect(await tried(creator, 'key-ana', 'secret-of-ana')).toBe(303)
    expect(await tried(creator, 'key-ana', 'secret-of-ben')).toBe(401)
    expect(await tried(creator, 'lamb', SECRET)).toBe(401)
    expect(await tried(LAUNCH, 'key-ana', 'secret-of-ana')).toBe(401)
    expect(await tried('/lamb/v1/lti_users/lti', 'lamb', SECRET)).toBe(401)
    await save(ana.slug, 'key-ana', 'changed-secret-of-ana')
    expect(await tried(creator, 'key-ana', 'secret-of-ana')).toBe(401)
    await app.call('PUT', `/organizations/${ana.slug}/lti-educator-key`, admin, {
      enabled: false,
    })
    expect(await tried(creator, 'key-ana', 'changed-secret-of-ana')).toBe(401)
  })

  it('never acts for a system admin', async () => {
    const asAdmin = { roles: 'Instructor', lis_person_contact_email_primary: 'admin@example.edu' }
    const page = await postLaunch(url(), launch({ ...asAdmin, resource_link_id: 'of-admin' }))
    expect(page.text).toContain('No account found')
    const cleo = await makeEducator(app, 'cleo')
    const admin = await app.signIn()
    await app.call('PUT', `/organizations/${cleo.slug}/lti-educator-key`, admin, {
      oauth_consumer_key: 'key-cleo',
      oauth_consumer_secret: 'secret-of-cleo',
    })
    const creator = `${app.url}/lamb/v1/lti_creator/launch`
    const fields = { ...STUDENT, user_id: 'promoted', roles: 'Instructor' }
    const signed = () => signLaunch(creator, fields, { key: 'key-cleo', secret: 'secret-of-cleo' })
    expect((await postLaunch(creator, signed())).status).toBe(303)
    const { db } = app.app.services
    await db.updateTable('users').set({ role: 'admin' }).where('lti_user_id', '=', 'promoted').execute()
    expect((await postLaunch(creator, signed())).status).toBe(403)
  })

  it('lets an LMS frame only the page that its launch opened', async () => {
    const { lti } = app.app.services
    const token = await lti.tokens.issue('enter', { userId: 1 }, 'https://lms.example')
    const framers = (path: string, name: string) =>
      lti.framersOf(path, new URLSearchParams({ [name]: token }))
    expect(await framers('/launch/enter', 'code')).toEqual(['https://lms.example'])
    expect(await framers('/assistants', 'token')).toEqual(['https://lms.example'])
    expect(await framers('/organization', 'token')).toEqual([])
  })

  it('stores no secret and no token in clear text', async () => {
    const { db } = app.app.services
    const admin = await app.signIn()
    const saved = { oauth_consumer_key: 'saved', oauth_consumer_secret: 'a saved secret' }
    const answer = await app.call('PUT', '/lti/key', admin, saved)
    expect(answer).toMatchObject({
      status: 200,
      body: { oauth_consumer_key: 'saved', oauth_consumer_secret_set: true, source: 'database' },
    })
    expect(JSON.stringify(answer.body)).not.toContain('a saved secret')
    const rows = [
      await db.selectFrom('lti_global_config').selectAll().execute(),
      await db.selectFrom('lti_creator_keys').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toMatch(/secret-of|a saved secret/)
    const form = launch({}, { key: 'saved', secret: 'a saved secret' })
    expect((await postLaunch(url(), form)).status).toBe(200)
    expect((await postLaunch(url(), launch())).status).toBe(401)
  })
})
