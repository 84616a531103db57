import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, tokenIn } from '../lti.testing.ts'
import { createActivitySteps, type Educator, startActivities } from './activity.testing.ts'

onEachDatabase('dashboard of LTI 1.1 activities ($name)', ({ env }) => {
  let app: TestApp
  let ana: Educator
  let ben: Educator
  beforeAll(async () => {
    ;({ app, ana, ben } = await startActivities(await env()))
  })
  afterAll(() => app.stop())
  const { asStudent, asTeacher, setUp } = createActivitySteps(
    () => app,
    () => ana,
  )

  it('lets only the educator who set it up change it', async () => {
    await setUp('owned')
    const change = (token: string) =>
      app.call('PUT', '/lti/dashboard', undefined, {
        token,
        assistant_ids: [ana.assistant],
        activity_name: 'Renamed',
      })
    const other = await asTeacher('owned', { user_id: 't2', lis_person_contact_email_primary: ben.email })
    expect((await change(tokenIn(other.location))).status).toBe(403)
    const unknown = await asTeacher('owned', { user_id: 't3', lis_person_contact_email_primary: '' })
    expect((await change(tokenIn(unknown.location))).status).toBe(403)
    const own = tokenIn((await asTeacher('owned')).location)
    expect((await change(own)).status).toBe(204)
    const shown = await app.call('GET', `/lti/dashboard?token=${own}`)
    expect(shown.body).toMatchObject({ activity: { name: 'Renamed' }, can_configure: true })
  })

  it('shows chats to teachers only after the student has agreed, and without names', async () => {
    const { activity_id } = await setUp('visible', { chat_visibility_enabled: true })
    const entered = await enter(app, tokenIn((await asStudent('visible', 'v1')).location))
    const token = entered.body.access_token
    expect(entered.body.activity).toMatchObject({ chats_visible: true, consent_given: false })
    const ask = (content: string) =>
      app.call('POST', `/creator/assistant/${ana.assistant}/chat/completions`, token, {
        messages: [{ role: 'user', content }],
      })
    const dashboard = tokenIn((await asTeacher('visible')).location)
    const chats = async () => (await app.call('GET', `/lti/dashboard/chats?token=${dashboard}`)).body.chats
    const hidden = await ask('before')
    await app.app.services.db
      .updateTable('chats')
      .set({ created_at: 1 })
      .where('id', '=', hidden.body.chat_id)
      .execute()
    expect(await chats()).toEqual([])
    const agree = (as: string) => app.call('POST', `/lti/activities/${activity_id}/consent`, as)
    expect((await agree(ben.token)).status).toBe(404)
    expect((await agree(token)).status).toBe(204)
    await ask('after')
    const list = await chats()
    // Not the place in the list of students, which has their names.
    expect(list).toMatchObject([{ student: expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/) }])
    const detail = await app.call('GET', `/lti/dashboard/chats/${list[0].id}?token=${dashboard}`)
    expect(detail.body.messages[0]).toMatchObject({ role: 'user', content: 'after' })
    expect(JSON.stringify(detail.body)).not.toContain('Sam')
    const path = `/lti/dashboard/chats/${hidden.body.chat_id}?token=${dashboard}`
    expect((await app.call('GET', path)).status).toBe(404)
    await setUp('visible-2', { chat_visibility_enabled: true })
    const foreign = tokenIn((await asTeacher('visible-2')).location)
    const stolen = `/lti/dashboard/chats/${list[0].id}?token=${foreign}`
    expect((await app.call('GET', stolen)).status).toBe(404)

    const withdraw = (as: string) => app.call('DELETE', `/lti/activities/${activity_id}/consent`, as)
    expect((await withdraw(ben.token)).status).toBe(404)
    expect(await chats()).toHaveLength(1)
    expect((await withdraw(token)).status).toBe(204)
    expect(await chats()).toEqual([])
    const read = `/lti/dashboard/chats/${list[0].id}?token=${dashboard}`
    expect((await app.call('GET', read)).status).toBe(404)
    expect((await app.call('GET', `/lti/activities/${activity_id}`, token)).body.consent_given).toBe(false)
  })

  it('shows no chats where the organization shows figures only, nor those from that time', async () => {
    const { activity_id } = await setUp('figures', { chat_visibility_enabled: true })
    const { db } = app.app.services
    const { organization_id } = await db
      .selectFrom('lti_activities')
      .select('organization_id')
      .where('id', '=', activity_id)
      .executeTakeFirstOrThrow()
    const { config } = await db
      .selectFrom('organizations')
      .select('config')
      .where('id', '=', organization_id)
      .executeTakeFirstOrThrow()
    const setPolicy = (activity: string) =>
      db
        .updateTable('organizations')
        .set({ config: JSON.stringify({ ...JSON.parse(config), activity }) })
        .where('id', '=', organization_id)
        .execute()
    const token = (await enter(app, tokenIn((await asStudent('figures', 'o1')).location))).body.access_token
    await app.call('POST', `/lti/activities/${activity_id}/consent`, token)
    const ask = (content: string) =>
      app.call('POST', `/creator/assistant/${ana.assistant}/chat/completions`, token, {
        messages: [{ role: 'user', content }],
      })
    const first = await ask('shown')
    const dashboard = tokenIn((await asTeacher('figures')).location)
    const list = async () => (await app.call('GET', `/lti/dashboard/chats?token=${dashboard}`)).body.chats
    expect(await list()).toMatchObject([{ id: first.body.chat_id }])
    await setPolicy('off')
    await ask('private')
    expect(await list()).toEqual([])
    const one = `/lti/dashboard/chats/${first.body.chat_id}?token=${dashboard}`
    expect((await app.call('GET', one)).status).toBe(404)
    await setPolicy('pseudonymous')
    expect(await list()).toMatchObject([{ id: first.body.chat_id }])
  })

  it('does not count teachers as students', async () => {
    await setUp('staff')
    const token = tokenIn((await asTeacher('staff')).location)
    const response = await fetch(`${app.url}/lamb/v1/lti/enter-chat?token=${token}`, { redirect: 'manual' })
    expect(response.status).toBe(303)
    const entered = await enter(app, tokenIn(response.headers.get('location') ?? ''))
    expect(entered.body.activity.assistants).toHaveLength(1)
    const stats = await app.call('GET', `/lamb/v1/lti/dashboard/stats?token=${token}`)
    expect(stats.body.students).toBe(0)
  })

  it('turns an activity off for students, by an admin of its organization only', async () => {
    const { activity_id } = await setUp('off')
    const admin = await app.signIn()
    const listed = await app.call('GET', `/organizations/${ana.slug}/lti-activities`, admin)
    expect(listed.body.activities).toContainEqual(
      expect.objectContaining({ id: activity_id, activity_name: 'Ask the tutor', status: 'active' }),
    )
    const turnOff = (as: string) =>
      app.call('PATCH', `/lti/activities/${activity_id}`, as, { status: 'disabled' })
    expect((await turnOff(ben.token)).status).toBe(403)
    expect((await turnOff(admin)).body).toMatchObject({ status: 'disabled' })
    expect((await asStudent('off')).status).toBe(403)
    expect((await asTeacher('off')).status).toBe(403)
  })
})
