import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, makeEducator, postLaunch, signLaunch, tokenIn } from '../lti.testing.ts'
import { postToken, startLogin, startPlatform, type TestPlatform, V2 } from './platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const SECRET = 'global-secret-of-the-lms'
const CREATOR = { key: 'faculty', secret: 'creator-secret' }
const GUID = 'moodle.example.edu'
const LEARNER = [`${V2}/membership#Learner`]
const INSTRUCTOR = [`${V2}/membership#Instructor`]

onEachDatabase('moving from LTI 1.1 to 1.3 ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let other: TestPlatform
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let ben: Awaited<ReturnType<typeof makeEducator>>
  let people = 0

  beforeAll(async () => {
    platform = await startPlatform()
    other = await startPlatform('other-key')
    const hosts = [platform, other].map(({ url }) => new URL(url).host).join(',')
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: hosts, LTI_GLOBAL_SECRET: SECRET })
    const admin = await app.signIn()
    ana = await makeEducator(app, 'ana')
    ben = await makeEducator(app, 'ben')
    await app.call('POST', `/organizations/${ana.slug}/lti-platforms`, admin, platform.draft())
    await app.call('POST', `/organizations/${ben.slug}/lti-platforms`, admin, other.draft())
    const settings = `/organizations/${ana.slug}/lti-educator-key`
    await app.call('PUT', settings, admin, {
      oauth_consumer_key: CREATOR.key,
      oauth_consumer_secret: CREATOR.secret,
    })
    await launch11('/lamb/v1/lti/launch', 'old-link', {
      user_id: 't-old',
      roles: 'Instructor',
      lis_person_contact_email_primary: ana.email,
    }).then(({ location }) =>
      app.call('POST', '/lti/setup', undefined, {
        token: tokenIn(location),
        assistant_ids: [ana.assistant],
        activity_name: 'Since last year',
      }),
    )
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
    other.close()
  })

  const launch11 = (
    path: string,
    link: string,
    fields: Record<string, string>,
    signing: { key?: string; secret: string } = { secret: SECRET },
  ) => {
    const form = { resource_link_id: link, tool_consumer_instance_guid: GUID, ...fields }
    return postLaunch(app.url + path, signLaunch(app.url + path, form, signing))
  }
  /** A student with an account of LTI 1.1, and the id of that account. */
  const oldStudent = async () => {
    const user_id = `old-${++people}`
    const { location } = await launch11('/lamb/v1/lti/launch', 'old-link', { user_id, roles: 'Learner' })
    return { user_id, account: (await enter(app, tokenIn(location))).body.user.user_id }
  }

  interface Claimed {
    user_id?: string
    key?: string
    secret?: string
    link?: string
    sub?: string
    roles?: string[]
    from?: TestPlatform
    /** Signed instead of the right values. */
    forged?: { nonce?: string; deployment?: string; exp?: number }
  }
  const launch13 = async (claimed: Claimed) => {
    const { key = 'lamb', secret = SECRET, link = 'old-link', from = platform, forged = {} } = claimed
    const { state, nonce, cookie } = await startLogin(app, from)
    const person = {
      sub: claimed.sub ?? `new-${++people}`,
      roles: claimed.roles ?? LEARNER,
      link: 'new-link',
    }
    const claims = from.claims(nonce, person)
    const text = [
      key,
      forged.deployment ?? 'd1',
      from.issuer,
      from.clientId,
      forged.exp ?? claims.exp,
      forged.nonce ?? nonce,
    ].join('&')
    const token = await from.sign({
      ...claims,
      [`${CLAIM}/tool_platform`]: { guid: GUID },
      [`${CLAIM}/lti1p1`]: {
        user_id: claimed.user_id,
        resource_link_id: link,
        oauth_consumer_key: key,
        oauth_consumer_key_sign: createHmac('sha256', secret).update(text).digest('base64'),
      },
    })
    return { ...(await postToken(app, { token, state, cookie })), sub: person.sub }
  }
  const accountOf = async (location: string) => (await enter(app, tokenIn(location))).body.user?.user_id

  it('opens the activity and the account of LTI 1.1', async () => {
    const { user_id, account } = await oldStudent()
    const { location, sub } = await launch13({ user_id })
    const entered = await enter(app, tokenIn(location))
    expect(entered.body).toMatchObject({
      user: { user_id: account },
      activity: { name: 'Since last year', assistants: [{ id: ana.assistant }] },
    })
    // Later launches need no proof.
    expect(await accountOf((await launch13({ sub, secret: 'wrong' })).location)).toBe(account)
  })

  it.each<[string, Claimed]>([
    ['another secret', { secret: 'wrong' }],
    ['an unknown key', { key: 'unknown' }],
    ['the nonce of another launch', { forged: { nonce: 'other' } }],
    ['another deployment', { forged: { deployment: 'd2' } }],
    ['another time', { forged: { exp: 1 } }],
  ])('does not open the account with a signature for %s', async (_name, claimed) => {
    const { user_id, account } = await oldStudent()
    // The activity is known by now.
    await launch13({ user_id: (await oldStudent()).user_id })
    const answer = await launch13({ user_id, ...claimed })
    expect(answer.status).toBe(303)
    expect(await accountOf(answer.location)).not.toBe(account)
  })

  it('opens no account or activity of another organization, although it has the secret', async () => {
    const { user_id, account } = await oldStudent()
    const answer = await launch13({ user_id, from: other })
    expect(answer.text).toContain('Not ready yet')
    const linked = await app.app.services.db
      .selectFrom('lti_identity_links')
      .select('user_id')
      .where('user_id', '=', account)
      .execute()
    expect(linked).toEqual([])
  })

  it('does not link an educator of another organization', async () => {
    const { db, users } = app.app.services
    const educator = (await users.findByEmail(ana.email))?.id ?? 0
    await db
      .insertInto('lti_identity_links')
      .values({ platform: `1.1:${GUID}`, lms_user_id: 'linked', user_id: educator, linked_at: 1 })
      .execute()
    await launch13({ user_id: 'linked', roles: INSTRUCTOR, from: other })
    const links = () =>
      db.selectFrom('lti_identity_links').select('platform').where('user_id', '=', educator).execute()
    expect(await links()).toHaveLength(1)
    await launch13({ user_id: 'linked', roles: INSTRUCTOR })
    expect(await links()).toHaveLength(2)
  })

  it('does not take over the account of someone who came with LTI 1.3 before', async () => {
    const { user_id, account } = await oldStudent()
    await launch13({ user_id: (await oldStudent()).user_id })
    const first = await launch13({ user_id, secret: 'wrong' })
    const own = await accountOf(first.location)
    expect(own).not.toBe(account)
    expect(await accountOf((await launch13({ user_id, sub: first.sub })).location)).toBe(own)
  })

  it('recognizes educators of the organization’s key', async () => {
    const fields = { user_id: 'prof', roles: 'Instructor', lis_person_name_full: 'Prof' }
    const old = await launch11('/lamb/v1/lti_creator/launch', 'x', fields, CREATOR)
    const account = await accountOf(old.location)
    await launch13({ user_id: 'prof', ...CREATOR, sub: 'prof-13', roles: INSTRUCTOR })
    const linked = await app.app.services.db
      .selectFrom('lti_identity_links')
      .select('user_id')
      .where('lms_user_id', '=', 'prof-13')
      .execute()
    expect(linked).toEqual([{ user_id: account }])
    await launch13({ user_id: 'prof', ...CREATOR, sub: 'prof-14', roles: INSTRUCTOR, from: other })
    const foreign = await app.app.services.db
      .selectFrom('lti_identity_links')
      .select('user_id')
      .where('lms_user_id', '=', 'prof-14')
      .execute()
    expect(foreign).toEqual([])
  })
})
