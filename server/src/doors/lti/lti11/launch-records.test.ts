import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator, postLaunch, signLaunch, tokenIn } from '../lti.testing.ts'

const SECRET = 'global-secret-of-the-lms'
const CREATOR = { key: 'faculty', secret: 'creator-secret' }

onEachDatabase('records of LTI 1.1 launches ($name)', ({ env }) => {
  let app: TestApp
  let admin: string
  let ana: Awaited<ReturnType<typeof makeEducator>>
  beforeAll(async () => {
    app = await startTestApp({ ...(await env()), LTI_GLOBAL_SECRET: SECRET })
    admin = await app.signIn()
    ana = await makeEducator(app, 'ana')
    const settings = `/creator/admin/org-admin/settings/lti-creator?org=${ana.slug}`
    await app.call('PUT', settings, admin, {
      oauth_consumer_key: CREATOR.key,
      oauth_consumer_secret: CREATOR.secret,
    })
  })
  afterAll(() => app.stop())

  const launch = (
    path: string,
    fields: Record<string, string>,
    signing: Parameters<typeof signLaunch>[2] = { secret: SECRET },
  ) => {
    const form = { user_id: 'secret-id', tool_consumer_instance_guid: 'moodle', ...fields }
    return postLaunch(app.url + path, signLaunch(app.url + path, form, signing))
  }
  const activity = '/lamb/v1/lti/launch'
  const creator = '/lamb/v1/lti_creator/launch'
  const recordsOf = async (slug: string) =>
    (await app.call('GET', `/organizations/${slug}/lti-launches`, admin)).body.launches
  const failedIn = (record: { checks: { check: string; passed: boolean | null }[] }) =>
    record.checks.find(({ passed }) => passed === false)?.check

  it('shows an organization the launches with its own key and of its own activities', async () => {
    await launch(creator, { roles: 'Instructor' }, CREATOR)
    await launch(creator, { roles: 'Learner' }, CREATOR)
    await launch(creator, { roles: 'Instructor' }, { ...CREATOR, secret: 'wrong' })
    const teacher = { roles: 'Instructor', lis_person_contact_email_primary: ana.email }
    const setup = await launch(activity, { ...teacher, resource_link_id: 'r1' })
    await app.call('POST', '/lti/setup', undefined, {
      token: tokenIn(setup.location),
      assistant_ids: [ana.assistant],
    })
    await launch(activity, { roles: 'Learner', resource_link_id: 'r1' })
    const records = await recordsOf(ana.slug)
    expect(records.map((one: { problem: string }) => one.problem)).toEqual([
      null,
      'wrong_signature',
      'learner_cannot_build',
      null,
    ])
    expect(records.map(failedIn)).toEqual([undefined, 'signature', 'roles', undefined])
    expect(records[0]).toMatchObject({ version: '1.1', issuer: 'moodle', role: 'student', platform_id: null })
    expect(JSON.stringify(records)).not.toContain('secret-id')
  })

  it('shows the system organization the launches that can’t be assigned', async () => {
    await launch(activity, { roles: 'Learner', resource_link_id: 'x' }, { key: 'mistyped', secret: SECRET })
    await launch(activity, { roles: 'Learner', resource_link_id: 'x' }, { secret: SECRET, timestamp: 1 })
    await launch(activity, { roles: 'Learner' })
    const [field, time, key] = await recordsOf('lamb')
    expect([field, time, key].map(failedIn)).toEqual(['message', 'time', 'client'])
    expect(field.message).toContain('“resource_link_id”')
    expect(key).toMatchObject({ client_id: 'mistyped', problem: 'unknown_key' })
    expect((await recordsOf(ana.slug)).some((one: object) => JSON.stringify(one).includes('mistyped'))).toBe(
      false,
    )
  })

  it('does not reveal to the LMS which keys exist', async () => {
    const fields = { roles: 'Learner', resource_link_id: 'x' }
    const unknown = await launch(activity, fields, { key: 'unknown', secret: SECRET })
    const wrong = await launch(activity, fields, { secret: 'wrong' })
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  })

  it('records a limited number of refused launches from one address', async () => {
    const count = async () =>
      (await app.app.services.db.selectFrom('lti_launches').select('id').execute()).length
    for (let at = 0; at < 30; at++) await launch(activity, {}, { secret: 'wrong' })
    const before = await count()
    await launch(activity, {}, { secret: 'wrong' })
    expect(await count()).toBe(before)
    // Good ones are recorded nevertheless.
    await launch(creator, { roles: 'Instructor' }, CREATOR)
    expect(await count()).toBe(before + 1)
  })
})
