import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, makeEducator, tokenIn } from '../lti.testing.ts'
import { launchAs, startPlatform, type TestPlatform, V2 } from '../lti13/platform.testing.ts'

const CONTEXT = 'https://purl.imsglobal.org/spec/lti/claim/context'
const TEACHER = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }
const STUDENT = { sub: 's1', roles: [`${V2}/membership#Learner`], name: 'Sam' }

onEachDatabase('own courses ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let ana: Awaited<ReturnType<typeof makeEducator>>

  beforeAll(async () => {
    platform = await startPlatform()
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: new URL(platform.url).host })
    ana = await makeEducator(app, 'ana')
    const admin = await app.signIn()
    await app.call('POST', `/organizations/${ana.slug}/lti-platforms`, admin, platform.draft())
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
  })

  const launch = (person: typeof STUDENT, course: string) =>
    launchAs(app, platform, {
      ...person,
      link: `link of ${course}`,
      more: { [CONTEXT]: { id: course, title: course } },
    })
  const courses = async (token: string) => (await app.call('GET', '/account/courses', token)).body.courses

  it('are those of launches, with assistants that the person can use', async () => {
    const setup = await launch(TEACHER, 'Biology 101')
    await app.call('POST', '/lti/setup', undefined, {
      token: tokenIn(setup.location),
      assistant_ids: [ana.assistant],
    })
    await launch(TEACHER, 'Empty course')
    const opened = await launch(STUDENT, 'Biology 101')
    const { access_token: sam } = (await enter(app, tokenIn(opened.location))).body
    expect(await courses(sam)).toEqual([
      { id: expect.any(Number), title: 'Biology 101', assistant_ids: [ana.assistant] },
    ])
    // The educator has built the assistant, but is not in the course.
    expect(await courses(ana.token)).toEqual([])
    expect((await app.call('GET', '/account/courses')).status).toBe(401)

    await app.call('POST', `/assistants/${ana.assistant}/publish`, ana.token, { publish_status: false })
    expect(await courses(sam)).toEqual([])
    await app.call('POST', `/assistants/${ana.assistant}/publish`, ana.token, { publish_status: true })
    const { db } = app.app.services
    await db.updateTable('course_members').set({ enrolled: 0 }).execute()
    expect(await courses(sam)).toEqual([])
  })
})
