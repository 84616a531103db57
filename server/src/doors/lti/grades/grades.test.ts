import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../../../../test/harness/test-app.ts'
import { makeEducator, tokenIn } from '../lti.testing.ts'
import { ALL_SCOPES, type GradeWorld, STUDENT, startGradeWorld, TEACHER } from './grades.testing.ts'

const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'

onEachDatabase('grades ($name)', ({ env }) => {
  let world: GradeWorld

  beforeAll(async () => {
    world = await startGradeWorld(await env())
  })
  afterAll(() => world.stop())
  beforeEach(() => world.reset())

  it('stops the evaluation when the teacher closes the page', async () => {
    const { token, student, grade } = await world.startCourse()
    const events = new EventEmitter()
    const [begun, ended] = [once(events, 'begun'), once(events, 'ended')]
    world.upstream.answer((response) => {
      response.on('close', () => events.emit('ended'))
      events.emit('begun')
    })
    const page = new AbortController()
    const asked = fetch(`${world.app.url}/lti/dashboard/grades/propose`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, student, text: 'We went north.' }),
      signal: page.signal,
    })
    await begun
    page.abort()
    await expect(asked).rejects.toThrow()
    await ended
    expect(await grade()).toBeNull()
  })

  it('proposes a grade by the rubric, and sends it only after a teacher has accepted it', async () => {
    const { name, call, accept, grade, list } = await world.startCourse()
    expect(await list()).toMatchObject({
      available: true,
      rubric: { title: 'Orienteering', max_score: 10 },
      students: [{ name: 'Sam', grade: null }],
    })
    const proposed = await call('propose', { text: 'We went north.' })
    expect(proposed.status, JSON.stringify(proposed.body)).toBe(200)
    expect(proposed.body).toMatchObject({
      state: 'proposed',
      score: null,
      proposal: { total: 7.33, success: true },
      suggested_comment: 'Route: Found\nMap: Vague\n\nDraw the map.',
    })
    await world.settled()
    expect(world.sent('/columns')).toEqual([])
    // The teacher has the last word.
    expect((await accept(8.5, 'A little more')).body).toMatchObject({ score: 8.5, max_score: 10 })
    expect(await grade()).toMatchObject({ state: 'sent', problem: null, proposal: { total: 7.33 } })
    const [score] = world.sent('/columns')
    expect(score).toMatchObject({
      method: 'POST',
      path: `/columns/${name}/scores?type_id=3`,
      headers: { authorization: 'Bearer the-token', 'content-type': 'application/vnd.ims.lis.v1.score+json' },
    })
    expect(JSON.parse(score?.body ?? '')).toEqual({
      userId: 's1',
      scoreGiven: 8.5,
      scoreMaximum: 10,
      comment: 'A little more',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
    })
    await accept(9)
    const times = world.sent('/columns').map(({ body }) => JSON.parse(body).timestamp as string)
    expect(times).toHaveLength(2)
    expect(new Set(times).size).toBe(2)
    expect([...times].sort()).toEqual(times)
  })

  it('finds the column of the link, or creates one', async () => {
    const withoutColumn = () => ({ scope: ALL_SCOPES, lineitems: `${world.platform.url}/columns?type=1` })
    const course = await world.startCourse(withoutColumn)
    world.platform.answer('/columns', ({ method }) =>
      method === 'GET'
        ? // Not filtered, although it was asked to.
          { body: [{ id: `${world.platform.url}/columns/other`, resourceLinkId: 'other' }] }
        : { status: 201, body: { id: `${world.platform.url}/columns/new` } },
    )
    await course.accept(4)
    await course.accept(5)
    const requests = world.sent('/columns').map(({ method, path }) => `${method} ${path}`)
    expect(requests).toEqual([
      `GET /columns?type=1&resource_link_id=${course.name}`,
      'POST /columns?type=1',
      'POST /columns/new/scores',
      'POST /columns/new/scores',
    ])
    expect(JSON.parse(world.sent('/columns')[1]?.body ?? '')).toEqual({
      label: `Activity ${course.name}`,
      scoreMaximum: 10,
      resourceLinkId: course.name,
    })
    const withColumn = await world.startCourse(withoutColumn)
    world.platform.answer('/columns', () => ({
      body: [{ id: `${world.platform.url}/columns/known`, resourceLinkId: withColumn.name }],
    }))
    await withColumn.accept(4)
    expect(world.sent('/columns/known/scores')).toHaveLength(1)
  })

  it.each<[string, number, string]>([
    ['Canvas: a test student', 422, 'ungradable'],
    ['Moodle: a person without grades', 400, 'invalid'],
    ['a refusal', 403, 'refused'],
    ['a deleted column', 404, 'not_found'],
    ['a redirect', 302, 'redirected'],
  ])('gives up and says why: %s', async (_name, status, problem) => {
    const { name, accept, grade } = await world.startCourse()
    world.platform.answer(`/columns/${name}/scores`, () => ({
      status,
      headers: { location: 'http://127.0.0.1:1/' },
    }))
    await accept(3)
    expect(await grade()).toMatchObject({ state: 'failed', problem, message: expect.stringMatching(/LMS/) })
    world.app.app.services.lti13.grades.queue.workSoon()
    await world.settled()
    expect(world.sent('/columns')).toHaveLength(1)
  })

  it('grades only students of the activity who are in the course', async () => {
    const first = await world.startCourse()
    const { call, launch, list } = await world.startCourse()
    const outsider = await first.launch({ ...STUDENT, sub: 'outsider' })
    expect(outsider.status).toBe(303)
    const stranger = (await first.list()).students.find(({ id }: { id: number }) => id !== first.student).id
    const teacher = await world.app.app.services.db
      .selectFrom('lti_activity_users')
      .select('user_id')
      .where('lms_user_id', '=', 't1')
      .executeTakeFirstOrThrow()
    for (const student of [stranger, teacher.user_id, 999_999])
      for (const [action, body] of [
        ['accept', { score: 1 }],
        ['propose', { text: 'x' }],
      ] as const)
        expect((await call(action, { student, ...body })).status).toBe(404)
    // The LMS no longer lists the student.
    world.platform.answer('/roster', () => ({
      body: { members: [{ user_id: 't1', roles: ['Instructor'] }] },
    }))
    await launch(TEACHER, { [NRPS]: { context_memberships_url: `${world.platform.url}/roster` } })
    await world.app.app.services.lti13.courses.queue.idle()
    expect((await list()).students).toEqual([])
    expect((await call('accept', { score: 1 })).status).toBe(404)
    await world.settled()
    expect(world.sent('/columns')).toEqual([])
  })

  it('refuses scores that are out of range, and activities without a gradebook', async () => {
    const { call } = await world.startCourse()
    expect((await call('accept', { score: 10.5 })).status).toBe(400)
    expect((await call('accept', { score: -1 })).status).toBe(422)
    expect((await call('accept', { score: '5' })).status).toBe(422)
    const none = await world.startCourse(() => ({ scope: [], lineitem: `${world.platform.url}/columns/x` }))
    expect(await none.list()).toEqual({ available: false, rubric: null, students: [] })
    expect((await none.call('accept', { score: 1, student: 1 })).status).toBe(409)
  })

  it('accepts no token of a student’s launch, nor one for another purpose', async () => {
    const { launch, student } = await world.startCourse()
    const token = tokenIn((await launch(STUDENT)).location)
    const body = { token, student, score: 1 }
    expect((await world.app.call('POST', '/lti/dashboard/grades/accept', undefined, body)).status).toBe(403)
    expect((await world.app.call('GET', `/lti/dashboard/grades?token=${token}`)).status).toBe(403)
  })

  describe('test grade', () => {
    const test = async (slug = 'lamb', token = world.admin) => {
      const { body } = await world.app.call('GET', '/organizations/lamb/lti-platforms', world.admin)
      const [{ id }] = body.platforms
      return world.app.call('POST', `/organizations/${slug}/lti-platforms/${id}/test-grade`, token)
    }

    it('is sent to a separate column, which is removed', async () => {
      await world.startCourse()
      world.platform.requests.length = 0
      world.platform.answer('/columns', () => ({
        status: 201,
        body: { id: `${world.platform.url}/columns/test` },
      }))
      const { body } = await test()
      expect(body).toMatchObject({ passed: true, steps: [1, 2, 3, 4].map(() => ({ passed: true })) })
      expect(world.sent('/columns').map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /columns',
        'POST /columns/test/scores',
        'DELETE /columns/test',
      ])
      expect(JSON.parse(world.sent('/columns/test/scores')[0]?.body ?? '')).toMatchObject({
        userId: 's1',
        scoreGiven: 1,
        gradingProgress: 'Pending',
      })
    })

    it('removes the column also if the grade was refused, and says what happened', async () => {
      await world.startCourse()
      world.platform.answer('/columns', () => ({
        status: 201,
        body: { id: `${world.platform.url}/columns/bad` },
      }))
      world.platform.answer('/columns/bad/scores', () => ({ status: 422 }))
      const { body } = await test()
      expect(body).toMatchObject({
        passed: false,
        steps: [
          { step: 'course', passed: true },
          { step: 'column', passed: true },
          { step: 'grade', passed: false, problem: 'ungradable', message: expect.stringMatching(/Canvas/) },
          { step: 'removal', passed: true },
        ],
      })
    })

    it('is for admins of the organization', async () => {
      const ana = await makeEducator(world.app, 'ana')
      expect((await test('lamb', ana.token)).status).toBe(403)
      expect((await test(ana.slug)).status).toBe(404)
    })
  })
})
