import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, makeEducator, postLaunch, signLaunch, tokenIn } from '../lti.testing.ts'
import { createActivitySteps, type Educator, MOODLE, SECRET, startActivities } from './activity.testing.ts'

onEachDatabase('LTI 1.1 activities ($name)', ({ env }) => {
  let app: TestApp
  let ana: Educator
  let ben: Educator
  beforeAll(async () => {
    ;({ app, ana, ben } = await startActivities(await env()))
  })
  afterAll(() => app.stop())
  const { asStudent, asTeacher, configure, setUp } = createActivitySteps(
    () => app,
    () => ana,
  )

  it('lets students wait until a teacher has set up the activity', async () => {
    const answer = await asStudent('new', 's1', { launch_presentation_locale: 'es_ES' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('Todavía no está lista')
    expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${MOODLE}`)
  })

  it('takes a teacher from the launch to the dashboard, and a student to the chat', async () => {
    const first = await asTeacher('main')
    expect(first.status).toBe(303)
    expect(first.location).toMatch(/^\/lamb\/v1\/lti\/setup\?token=/)
    const token = tokenIn(first.location)
    const choices = await app.call('GET', `/lti/setup?token=${token}`)
    expect(choices.body).toMatchObject({
      activity_name: 'Ask the tutor',
      context_title: 'Chemistry',
      assistants: [{ id: ana.assistant, name: 'Tutor of ana' }],
    })
    const form = new URLSearchParams({ token, assistant_ids: String(ana.assistant) })
    form.append('organization_id', String(ana.organizationId))
    const configured = await postLaunch(`${app.url}/lamb/v1/lti/configure`, form)
    expect(configured).toMatchObject({ status: 303 })
    expect(configured.location).toMatch(/^\/lamb\/v1\/lti\/dashboard\?resource_link_id=main&token=/)

    const student = await asStudent('main')
    expect(student.status).toBe(303)
    expect(student.location).toMatch(/^\/api\/v1\/auths\/complete\?token=/)
    const opened = await fetch(app.url + student.location, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `/launch/enter?code=${tokenIn(student.location)}`,
    ])
    const entered = await enter(app, tokenIn(student.location), true)
    expect(entered.status).toBe(200)
    expect(entered.cookie).toMatch(/^bellwether_framed=.*; SameSite=None; Secure; Partitioned$/)
    expect(entered.body).toMatchObject({
      user: { email: 's1_main@lamb-lti.local', name: 'Sam', user_type: 'end_user' },
      activity: { name: 'Ask the tutor', assistants: [{ id: ana.assistant }], chats_visible: false },
    })
    const answer = await app.call(
      'POST',
      `/creator/assistant/${ana.assistant}/chat/completions`,
      entered.body.access_token,
      { messages: [{ role: 'user', content: 'Hello' }] },
    )
    expect(answer.status).toBe(200)

    const dashboard = tokenIn((await asTeacher('main')).location)
    const stats = await app.call('GET', `/lamb/v1/lti/dashboard/stats?token=${dashboard}`)
    expect(stats.body).toEqual({ students: 1, recent_students: 1, launches: 1, chats: 1, questions: 1 })
    const { body } = await app.call('GET', `/lamb/v1/lti/dashboard/students?token=${dashboard}`)
    expect(body.students).toMatchObject([{ name: 'Sam', access_count: 1, chat_count: 1 }])
  })

  it('opens the chat in the language of the LMS, unless the person has chosen another', async () => {
    const language = async (locale: string, choice?: string) => {
      const launched = await asStudent('main', 'speaker', { launch_presentation_locale: locale })
      const { body } = await enter(app, tokenIn(launched.location), true)
      if (choice) await app.call('PUT', '/account/language', body.access_token, { language: choice })
      return body.user.language
    }
    expect(await language('de_AT')).toBe('de')
    expect(await language('xx', 'ca')).toBeNull()
    expect(await language('de')).toBe('ca')
  })

  it('gives the same person the same account again, and other people another one', async () => {
    await setUp('accounts')
    const idOf = async (answer: { location: string }) =>
      (await enter(app, tokenIn(answer.location))).body.user.user_id
    const first = await idOf(await asStudent('accounts', 'x'))
    expect(await idOf(await asStudent('accounts', 'x'))).toBe(first)
    expect(await idOf(await asStudent('accounts', 'y'))).not.toBe(first)
    expect(await idOf(await asStudent('accounts', 'X'))).not.toBe(first)
    const [a, b] = await Promise.all([asStudent('accounts', 'z'), asStudent('accounts', 'z')])
    expect(await idOf(a)).toBe(await idOf(b))
  })

  it('keeps two LMSs with the same ids apart', async () => {
    await setUp('shared')
    const elsewhere = { tool_consumer_instance_guid: 'other.example.edu' }
    expect((await asStudent('shared', 's1', elsewhere)).status).toBe(200)
    const own = await enter(app, tokenIn((await asStudent('shared')).location))
    const answer = await configure(tokenIn((await asTeacher('shared', elsewhere)).location))
    expect(answer.status).toBe(200)
    const other = await enter(app, tokenIn((await asStudent('shared', 's1', elsewhere)).location))
    expect(other.status).toBe(200)
    expect(other.body.user.user_id).not.toBe(own.body.user.user_id)
  })

  it('accepts a code once', async () => {
    await setUp('once')
    const code = tokenIn((await asStudent('once')).location)
    const both = await Promise.all([enter(app, code), enter(app, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    await app.app.services.db.updateTable('lti_launch_tokens').set({ expires_at: 1 }).execute()
    const late = tokenIn((await asStudent('once')).location)
    await app.app.services.db.updateTable('lti_launch_tokens').set({ expires_at: 1 }).execute()
    expect((await enter(app, late)).status).toBe(403)
  })

  it('refuses a code from another site’s page', async () => {
    await setUp('csrf')
    const code = tokenIn((await asStudent('csrf')).location)
    const response = await fetch(`${app.url}/lti/enter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify({ code }),
    })
    expect(response.status).toBe(403)
  })

  it('uses a token for its own purpose only', async () => {
    await setUp('purposes')
    const setup = tokenIn((await asTeacher('purposes-2')).location)
    const dashboard = tokenIn((await asTeacher('purposes')).location)
    const code = tokenIn((await asStudent('purposes')).location)
    for (const wrong of [setup, dashboard]) expect((await enter(app, wrong)).status).toBe(403)
    for (const wrong of [dashboard, code, 'guessed']) {
      expect((await app.call('GET', `/lti/setup?token=${wrong}`)).status).toBe(403)
      expect((await configure(wrong)).status).toBe(403)
    }
    for (const wrong of [setup, code, 'guessed'])
      expect((await app.call('GET', `/lti/dashboard/students?token=${wrong}`)).status).toBe(403)
    // A launch token is not a session.
    for (const wrong of [setup, dashboard])
      expect((await app.call('GET', '/assistants', wrong)).status).toBe(401)
  })

  it('puts only published assistants of the educator’s organization into an activity', async () => {
    const token = tokenIn((await asTeacher('choices')).location)
    const draft = await app.makeAssistant(ana.token)
    for (const assistant_ids of [[ben.assistant], [draft], [ana.assistant, ben.assistant]])
      expect((await configure(token, { assistant_ids })).status).toBe(404)
    expect((await configure(token, { assistant_ids: [] })).status).toBe(400)
    const foreign = new URLSearchParams({ token, organization_id: String(ben.organizationId) })
    foreign.append('assistant_ids', String(ana.assistant))
    expect((await postLaunch(`${app.url}/lamb/v1/lti/configure`, foreign)).status).toBe(400)
    expect((await configure(token, { organization_id: ben.organizationId })).status).toBe(422)
    expect((await configure(token)).status).toBe(200)
    expect((await configure(token)).status).toBe(403)
  })

  it('sets up an activity once when two teachers do it together', async () => {
    const [a, b] = [await asTeacher('together'), await asTeacher('together')]
    const answers = await Promise.all([configure(tokenIn(a.location)), configure(tokenIn(b.location))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('links the account of a teacher whom the LMS does not name', async () => {
    const anonymous = { user_id: 't9', lis_person_contact_email_primary: 'unknown@example.org' }
    const page = await asTeacher('linked', anonymous)
    expect(page.status).toBe(200)
    expect(page.text).toContain('No account found')
    const token = tokenIn(/href="([^"]+)"/.exec(page.text.replaceAll('&#38;', '&'))?.[1] ?? '')
    const link = (more: object, as?: string) => app.call('POST', '/lti/link', as, { token, ...more })
    expect((await link({ email: ana.email, password: 'wrong' })).status).toBe(401)
    expect((await link({})).status).toBe(401)
    const linked = await link({ email: ana.email, password: ana.password })
    expect(linked.status).toBe(200)
    expect((await link({ email: ana.email, password: ana.password })).status).toBe(403)
    expect((await configure(linked.body.token)).status).toBe(200)
    expect((await asTeacher('linked-2', anonymous)).location).toContain('/lti/setup')
  })

  it('does not match an address that was never confirmed', async () => {
    const { db } = app.app.services
    const carl = await makeEducator(app, 'carl')
    await db.updateTable('users').set({ email_confirmed_at: null }).where('email', '=', carl.email).execute()
    const answer = await asTeacher('unconfirmed', {
      user_id: 't5',
      lis_person_contact_email_primary: carl.email,
    })
    expect(answer.text).toContain('No account found')
  })

  it('refuses disabled accounts', async () => {
    await setUp('disabled')
    const entered = await enter(app, tokenIn((await asStudent('disabled', 'd1')).location))
    const { db } = app.app.services
    await db.updateTable('users').set({ enabled: 0 }).where('id', '=', entered.body.user.user_id).execute()
    expect((await asStudent('disabled', 'd1')).status).toBe(403)
  })

  it('shows a problem as a page to people and as JSON to programs', async () => {
    const url = `${app.url}/lamb/v1/lti/launch`
    const wrong = () => signLaunch(url, { resource_link_id: 'x', user_id: 'y' }, { secret: 'wrong' })
    const page = await postLaunch(url, wrong(), {
      accept: 'text/html',
      origin: MOODLE,
      'accept-language': 'ca',
    })
    expect(page.status).toBe(401)
    expect(page.text).toContain('La clau o la signatura no són vàlides')
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${MOODLE}`)
    const bare = await postLaunch(url, wrong(), { accept: 'text/html', origin: "x; script-src 'self'" })
    expect(bare.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(JSON.parse((await postLaunch(url, wrong())).text).detail).toContain('signature')
  })

  it('opens one assistant with its consumer name', async () => {
    const path = `${app.url}/lamb/v1/lti_users/lti`
    const { body } = await app.call('GET', `/assistants/${ana.assistant}`, ana.token)
    const key: string = body.oauth_consumer_name
    const fields = { user_id: '7', ext_user_username: 'sam', roles: 'Learner' }
    const answer = await postLaunch(path, signLaunch(path, fields, { key, secret: 'single-secret' }))
    expect(answer.status).toBe(303)
    const entered = await enter(app, tokenIn(answer.location))
    expect(entered.body).toMatchObject({
      user: { email: `sam-${key}@lamb-project.org`, user_type: 'end_user' },
      assistant_id: ana.assistant,
    })
    await app.call('POST', `/assistants/${ana.assistant}/publish`, ana.token, { publish_status: false })
    const late = await postLaunch(path, signLaunch(path, fields, { key, secret: 'single-secret' }))
    expect(late.status).toBe(401)
    await app.call('POST', `/assistants/${ana.assistant}/publish`, ana.token, { publish_status: true })
  })

  it('signs in educators with the organization’s key, but not students', async () => {
    const admin = await app.signIn()
    await app.call('PUT', `/organizations/${ben.slug}/lti-educator-key`, admin, {
      oauth_consumer_key: 'ben-key',
      oauth_consumer_secret: 'secret-of-ben',
    })
    const path = `${app.url}/lamb/v1/lti_creator/launch`
    const as = (roles: string | undefined, more: Record<string, string> = {}) =>
      postLaunch(
        path,
        signLaunch(
          path,
          { user_id: '12', ...(roles === undefined ? {} : { roles }), lis_person_name_full: 'Bea', ...more },
          { key: 'ben-key', secret: 'secret-of-ben' },
        ),
      )
    expect((await as('Learner')).status).toBe(403)
    expect((await as('')).status).toBe(403)
    const answer = await as('urn:lti:role:ims/lis/TeachingAssistant')
    expect(answer.location).toMatch(/^\/assistants\?token=/)
    const { body } = await enter(app, tokenIn(answer.location))
    expect(body.user).toMatchObject({
      email: `lti_creator_${ben.slug}_12@lamb-lti.local`,
      user_type: 'creator',
    })
    expect((await app.call('GET', '/assistants', body.access_token)).status).toBe(200)
    // Another LMS of the organization has another person with this id.
    const elsewhere = { tool_consumer_instance_guid: 'second.lms', lis_person_name_full: 'Bob' }
    const idOf = async (answer: { location: string }) =>
      (await enter(app, tokenIn(answer.location))).body.user.user_id
    const bob = await idOf(await as('Instructor', elsewhere))
    expect(bob).not.toBe(body.user.user_id)
    expect(await idOf(await as('Instructor', elsewhere))).toBe(bob)
    // An account that was imported belongs to the first LMS that sends the person.
    const { db } = app.app.services
    await db.deleteFrom('lti_identity_links').where('user_id', '=', body.user.user_id).execute()
    const [one, two] = await Promise.all([
      as('Instructor', { tool_consumer_instance_guid: 'third.lms' }),
      as('Instructor', { tool_consumer_instance_guid: 'fourth.lms' }),
    ])
    const ids = [await idOf(one), await idOf(two)]
    expect(ids.filter((id) => id === body.user.user_id)).toHaveLength(1)
    await db.deleteFrom('lti_identity_links').where('user_id', 'in', ids).execute()
    // LAMB's test script sends no roles with this key.
    const plain = await enter(app, tokenIn((await as(undefined)).location))
    expect(plain.body.user.user_id).toBe(body.user.user_id)
    const dashboard = await app.call('GET', `/creator/admin/org-admin/dashboard?org=${ben.slug}`, admin)
    expect(dashboard.body.settings.lti_creator_enabled).toBe(true)
    // A teacher of another LMS may have the same id.
    const stranger = { user_id: '12', lis_person_contact_email_primary: 'unknown@example.org' }
    expect((await asTeacher('same-id', stranger)).text).toContain('No account found')
  })

  it('shows LMS admins what to enter', async () => {
    const { body } = await app.call('GET', '/lamb/v1/lti/info')
    expect(body).toMatchObject({ consumer_key: 'lamb', launch_url: expect.stringMatching(/\/lti\/launch$/) })
    expect(body.required_parameters).toEqual(['oauth_consumer_key', 'user_id', 'resource_link_id', 'roles'])
    expect(JSON.stringify(body)).not.toContain(SECRET)
    const creator = await app.call('GET', '/lamb/v1/lti_creator/info')
    expect(creator.body.required_parameters).toEqual(['oauth_consumer_key', 'user_id'])
  })
})
