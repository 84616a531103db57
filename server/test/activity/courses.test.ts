import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makePerson } from '../class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { askAs, type Classroom, makeClassroom, makeStudents } from './classroom.testing.ts'

const TODAY = new Date().toISOString().slice(0, 10)

onEachDatabase('figures by course on $name', ({ env }) => {
  let app: TestApp
  let admin: string
  let room: Classroom
  let colleague: string
  let courses: Record<'biology' | 'seminar' | 'elsewhere', number>
  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    room = await makeClassroom(app, admin)
    colleague = await makePerson(app, admin, 'carla')
    const students = await makeStudents(app, admin, ['ann', 'bob', 'cem', 'dan'])
    for (const [name, token] of Object.entries(students))
      await askAs(app, token, room.assistant, `What is mitosis, asks ${name}?`)
    courses = {
      biology: await makeCourse('Biology', 'elena', ['ann', 'bob', 'cem']),
      seminar: await makeCourse('Seminar', 'elena', ['dan']),
      elsewhere: await makeCourse('Elsewhere', 'carla', ['ann', 'bob', 'dan']),
    }
    // Usage is written in batches.
    await vi.waitFor(async () => expect((await usage({})).body.totals.answers).toBe(4), 20_000)
  })
  afterAll(() => app.stop())

  async function makeCourse(title: string, teacher: string, students: string[]): Promise<number> {
    const { db } = app.app.services
    const { id: organization_id } = await db
      .selectFrom('organizations')
      .select('id')
      .where('is_system', '=', 1)
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('courses')
      .values({
        ...{ organization_id, source_key: title, title, context_id: title, deployment_id: '' },
        ...{ platform_id: null, provider_id: null, checked_at: null, problem: null, refresh_at: null },
        ...{ created_at: 1, updated_at: 1 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const name of [teacher, ...students]) {
      const user = await db
        .selectFrom('users')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      await db
        .insertInto('course_members')
        .values({
          ...{ course_id: id, lms_user_id: name, name, user_id: user.id, launch_role: null },
          role: name === teacher ? 'staff' : 'student',
          ...{ last_launch_at: null, updated_at: 1_700_000_000 },
        })
        .execute()
    }
    return id
  }
  const activity = (path: string, course: number | undefined, token = room.educator) =>
    app.call(
      'GET',
      `/assistants/${room.assistant}/activity${path}${course ? `?course=${course}` : ''}`,
      token,
    )
  const usage = (more: Record<string, string>, token = room.educator) => {
    const query = new URLSearchParams({ from: TODAY, to: TODAY, scope: 'assistants', ...more })
    return app.call('GET', `/usage?${query}`, token)
  }
  const titles = (list: { title: string }[]) => list.map(({ title }) => title)

  it('counts the members of a course only', async () => {
    expect((await activity('', undefined)).body).toMatchObject({ questions: 4, people: 4 })
    expect((await activity('', courses.biology)).body).toMatchObject({ questions: 3, people: 3 })
    expect((await activity('/conversations', courses.biology)).body.total).toBe(3)
    expect((await activity('/topics', courses.biology)).body.questions).toBe(3)
    expect((await activity('/topics', undefined)).body.questions).toBe(4)
    expect((await activity('/unanswered', courses.biology)).status).toBe(200)
  })

  it('refuses a course that would show who asked, unless the organization shows names', async () => {
    for (const path of ['', '/topics', '/unanswered', '/conversations'])
      expect((await activity(path, courses.seminar)).status).toBe(400)
    expect((await usage({ course: String(courses.seminar) })).status).toBe(400)
    const policy = (value: string) =>
      app.call('PUT', '/organizations/current/privacy', admin, { activity: value })
    await policy('named')
    // The only one without a name would be known, too.
    const refused = await activity('/conversations', courses.seminar)
    expect([refused.status, refused.headers.get('x-message-code')]).toEqual([400, 'activity.course_unnamed'])
    const dan = await app.signIn('dan@example.edu', 'password of dan')
    await app.call('PUT', '/account/privacy', dan, { show_name: true })
    expect((await activity('', courses.seminar)).body).toMatchObject({
      questions: 1,
      named_people: [{ name: 'dan', questions: 1 }],
    })
    await app.call('PUT', '/account/privacy', dan, { show_name: false })
    expect((await activity('', courses.seminar)).status).toBe(400)
    expect((await activity('', courses.biology)).body.named_people).toEqual([])
    await policy('pseudonymous')
  })

  it('does not know courses of colleagues, and admins know all', async () => {
    expect((await activity('', courses.elsewhere)).status).toBe(404)
    expect((await activity('', 999_999)).status).toBe(404)
    expect((await activity('', courses.biology, colleague)).status).toBe(404)
    expect((await usage({ course: String(courses.elsewhere) })).status).toBe(404)
    expect((await activity('', courses.elsewhere, admin)).body.questions).toBe(3)
  })

  it('groups and filters usage', async () => {
    const { body } = await usage({})
    expect(titles(body.courses)).toEqual(['Biology'])
    expect(body.courses[0].answers).toBe(3)
    const filtered = (await usage({ course: String(courses.biology) })).body
    expect(filtered.totals.answers).toBe(3)
    const all = (await usage({ scope: 'organization' }, admin)).body
    expect(titles(all.courses).sort()).toEqual(['Biology', 'Elsewhere', 'Seminar'])
    expect((await usage({ scope: 'mine' })).body.courses).toEqual([])
    const csv = `/usage/export?from=${TODAY}&to=${TODAY}&scope=assistants&course=${courses.biology}`
    expect((await app.call('GET', csv, room.educator)).status).toBe(200)
  })

  it('lists an educator’s courses with their last activity', async () => {
    const { body } = await app.call('GET', '/organizations/current/courses', room.educator)
    expect(body.courses).toMatchObject([
      { title: 'Biology', students: 3, staff: 1, assistants: [], last_activity_at: 1_700_000_000 },
      { title: 'Seminar', students: 1 },
    ])
  })

  it('hides names of people outside of the course in examples', async () => {
    const tokens = await Promise.all(
      ['ann', 'bob', 'cem'].map((name) => app.signIn(`${name}@example.edu`, `password of ${name}`)),
    )
    for (const token of tokens)
      await askAs(app, token, room.assistant, 'Did Dan explain to you what a moraine of a glacier is?')
    const shown = JSON.stringify((await activity('/topics', courses.biology)).body)
    expect(shown).toContain('moraine')
    expect(shown).not.toContain('Dan')
  })
})
