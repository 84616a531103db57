import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { says, startFakeUpstream } from '../../../../test/harness/fake-upstream.ts'
import { eachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { gradeQueueRepository, gradeTargetRepository } from '../../../modules/lti/grades/grade.repository.ts'
import { createLti13 } from '../../../modules/lti/index.ts'
import { draft } from '../../../modules/rubrics/testing.ts'
import { AppError } from '../../../platform/errors.ts'
import { makeEducator, tokenIn } from '../lti.testing.ts'
import { launchAs, startPlatform, type TestPlatform, V2 } from '../lti13/platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const STUDENT = { sub: 's1', roles: [`${V2}/membership#Learner`], name: 'Sam' }
const TEACHER = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }
const ALL_SCOPES = ['lineitem', 'score'].map((name) => `${AGS}/scope/${name}`)
const JUDGED = {
  criteria: [
    { criterion: 1, level: 'Found', evidence: ['north'], justification: 'Says so.' },
    { criterion: 2, level: 'Vague', evidence: [], justification: 'Only a sketch.' },
  ],
  feedback: 'Draw the map.',
}

describe.each(eachDatabase())('grades ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let upstream: Awaited<ReturnType<typeof startFakeUpstream>>
  let admin: string
  let assistant: number
  let links = 0

  beforeAll(async () => {
    platform = await startPlatform()
    upstream = await startFakeUpstream()
    app = await startTestApp({
      ...(await env()),
      OUTBOUND_ALLOW: new URL(platform.url).host,
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'sk-of-the-operator',
      OPENAI_MODELS: 'large',
      GLOBAL_DEFAULT_MODEL_PROVIDER: 'openai',
      GLOBAL_DEFAULT_MODEL_NAME: 'large',
    })
    admin = await app.signIn()
    await app.call('POST', '/organizations/lamb/lti-platforms', admin, platform.draft())
    const rubric = (await app.call('POST', '/creator/rubrics', admin, draft('Orienteering'))).body.rubric
    assistant = await app.makeAssistant(admin, {
      name: 'Map coach',
      metadata: {
        assistant_type: 'multi_tool',
        connector: 'bypass',
        tools: [{ type: 'rubric_rag', config: { rubric_id: rubric.rubric_id } }],
      },
    })
    await app.call('POST', `/assistants/${assistant}/publish`, admin, { publish_status: true })
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
    platform.close()
  })
  beforeEach(() => {
    platform.requests.length = 0
    platform.answer('/token', () => ({ body: { access_token: 'the-token', expires_in: 3600 } }))
    upstream.answer(says(JSON.stringify(JUDGED)))
  })

  const settled = () => app.app.services.lti13.grades.queue.idle()
  const sent = (path: string) => platform.requests.filter((call) => call.path.startsWith(path))

  /** A course with an activity that Tina has set up and Sam has opened. */
  const startCourse = async (endpoint?: (name: string) => object) => {
    const name = `unit-${++links}`
    const services = endpoint?.(name) ?? {
      scope: ALL_SCOPES,
      lineitem: `${platform.url}/columns/${name}?type_id=3`,
      lineitems: `${platform.url}/columns`,
    }
    const launch = (person: { sub: string; roles: string[] }, more: object = {}) =>
      launchAs(app, platform, {
        ...person,
        link: name,
        more: {
          [`${CLAIM}/context`]: { id: `context ${name}`, title: name },
          [`${AGS}/claim/endpoint`]: services,
          ...more,
        },
      })
    const setup = await launch(TEACHER)
    await app.call('POST', '/lamb/v1/lti/configure', undefined, {
      token: tokenIn(setup.location),
      assistant_ids: [assistant],
      activity_name: `Activity ${name}`,
    })
    await launch(STUDENT)
    const token = tokenIn((await launch(TEACHER)).location)
    const list = async () =>
      (await app.call('GET', `/lti/dashboard/grades?${new URLSearchParams({ token })}`)).body
    const student = (await list()).students?.[0]?.id ?? 0
    const call = (action: string, body: object) =>
      app.call('POST', `/lti/dashboard/grades/${action}`, undefined, { token, student, ...body })
    const accept = async (score: number, comment = 'Well done') => {
      const answer = await call('accept', { score, comment })
      await settled()
      return answer
    }
    const grade = async () => (await list()).students[0]?.grade
    return { name, launch, list, token, student, call, accept, grade }
  }

  /** The activity of a link and its only student. */
  const studentOf = (link: string) =>
    app.app.services.db
      .selectFrom('lti_activity_users')
      .innerJoin('lti_grade_targets', 'lti_grade_targets.activity_id', 'lti_activity_users.activity_id')
      .select(['lti_activity_users.activity_id', 'lti_activity_users.user_id'])
      .where('lti_grade_targets.resource_link_id', '=', link)
      .where('lti_activity_users.lms_user_id', '=', 's1')
      .executeTakeFirstOrThrow()

  it('stops the evaluation when the teacher closes the page', async () => {
    const { token, student, grade } = await startCourse()
    const events = new EventEmitter()
    const [begun, ended] = [once(events, 'begun'), once(events, 'ended')]
    upstream.answer((response) => {
      response.on('close', () => events.emit('ended'))
      events.emit('begun')
    })
    const page = new AbortController()
    const asked = fetch(`${app.url}/lti/dashboard/grades/propose`, {
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
    const { name, call, accept, grade, list } = await startCourse()
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
    await settled()
    expect(sent('/columns')).toEqual([])
    // The teacher has the last word.
    expect((await accept(8.5, 'A little more')).body).toMatchObject({ score: 8.5, max_score: 10 })
    expect(await grade()).toMatchObject({ state: 'sent', problem: null, proposal: { total: 7.33 } })
    const [score] = sent('/columns')
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
    const times = sent('/columns').map(({ body }) => JSON.parse(body).timestamp as string)
    expect(times).toHaveLength(2)
    expect(new Set(times).size).toBe(2)
    expect([...times].sort()).toEqual(times)
  })

  it('finds the column of the link, or creates one', async () => {
    const withoutColumn = () => ({ scope: ALL_SCOPES, lineitems: `${platform.url}/columns?type=1` })
    const course = await startCourse(withoutColumn)
    platform.answer('/columns', ({ method }) =>
      method === 'GET'
        ? // Not filtered, although it was asked to.
          { body: [{ id: `${platform.url}/columns/other`, resourceLinkId: 'other' }] }
        : { status: 201, body: { id: `${platform.url}/columns/new` } },
    )
    await course.accept(4)
    await course.accept(5)
    const requests = sent('/columns').map(({ method, path }) => `${method} ${path}`)
    expect(requests).toEqual([
      `GET /columns?type=1&resource_link_id=${course.name}`,
      'POST /columns?type=1',
      'POST /columns/new/scores',
      'POST /columns/new/scores',
    ])
    expect(JSON.parse(sent('/columns')[1]?.body ?? '')).toEqual({
      label: `Activity ${course.name}`,
      scoreMaximum: 10,
      resourceLinkId: course.name,
    })
    const withColumn = await startCourse(withoutColumn)
    platform.answer('/columns', () => ({
      body: [{ id: `${platform.url}/columns/known`, resourceLinkId: withColumn.name }],
    }))
    await withColumn.accept(4)
    expect(sent('/columns/known/scores')).toHaveLength(1)
  })

  it.each<[string, number, string]>([
    ['Canvas: a test student', 422, 'ungradable'],
    ['Moodle: a person without grades', 400, 'invalid'],
    ['a refusal', 403, 'refused'],
    ['a deleted column', 404, 'not_found'],
    ['a redirect', 302, 'redirected'],
  ])('gives up and says why: %s', async (_name, status, problem) => {
    const { name, accept, grade } = await startCourse()
    platform.answer(`/columns/${name}/scores`, () => ({
      status,
      headers: { location: 'http://127.0.0.1:1/' },
    }))
    await accept(3)
    expect(await grade()).toMatchObject({ state: 'failed', problem, message: expect.stringMatching(/LMS/) })
    app.app.services.lti13.grades.queue.workSoon()
    await settled()
    expect(sent('/columns')).toHaveLength(1)
  })

  it.each<[string, number, string]>([
    ['errors of the LMS', 503, 'failing'],
    ['too many requests', 429, 'busy'],
  ])('tries again later after %s, also after a restart', async (_name, status, problem) => {
    const { name, accept, grade } = await startCourse()
    let isWorking = false
    platform.answer(`/columns/${name}/scores`, () => (isWorking ? {} : { status }))
    await accept(3)
    expect(await grade()).toMatchObject({ state: 'waiting', problem })
    const { db } = app.app.services
    // An instance that was killed while sending has left a claim that is over.
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    isWorking = true
    app.app.services.lti13.grades.queue.workSoon()
    await settled()
    expect(await grade()).toMatchObject({ state: 'sent', problem: null })
    await db.updateTable('lti_grades').set({ state: 'waiting', next_at: 1, give_up_at: 2 }).execute()
    isWorking = false
    app.app.services.lti13.grades.queue.workSoon()
    await settled()
    expect(await grade()).toMatchObject({ state: 'failed' })
  })

  it('sends each grade once with several senders, and the last one that was accepted', async () => {
    const { name, accept, grade } = await startCourse()
    const { lti13, db, outbox, box, outbound } = app.app.services
    const log = pino({ level: 'silent' })
    platform.answer(`/columns/${name}/scores`, () => ({ status: 503 }))
    await accept(3)
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    platform.answer(`/columns/${name}/scores`, () => ({}))
    platform.requests.length = 0
    // A second instance with the same database.
    const { grades } = createLti13({ db, outbox, log, box, client: outbound.guarded.providers })
    for (const { queue } of [lti13.grades, grades]) queue.workSoon()
    await Promise.all([settled(), grades.queue.idle()])
    expect(sent('/columns')).toHaveLength(1)
    expect(await grade()).toMatchObject({ state: 'sent', score: 3 })
  })

  it('sends a grade once although the database is away when it was sent', async () => {
    const { name, accept, grade } = await startCourse()
    const { db } = app.app.services
    const failing = vi
      .spyOn(gradeQueueRepository, 'end')
      .mockRejectedValue(new AppError('unavailable', 'away', { retryAfter: 5 }))
    onTestFinished(() => failing.mockRestore())
    await accept(4)
    expect(sent(`/columns/${name}/scores`)).toHaveLength(1)
    // The outage lasted longer than the claim.
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    app.app.services.lti13.grades.queue.workSoon()
    await settled()
    failing.mockRestore()
    await expect.poll(grade).toMatchObject({ state: 'sent', score: 4, problem: null })
    expect(sent(`/columns/${name}/scores`)).toHaveLength(1)
  })

  it('says nothing about the LMS if only the database was away, and tries again', async () => {
    const { name, accept, grade } = await startCourse()
    const failing = vi
      .spyOn(gradeTargetRepository, 'find')
      .mockRejectedValueOnce(new AppError('unavailable', 'away', { retryAfter: 5 }))
    onTestFinished(() => failing.mockRestore())
    await app.app.services.lti13.grades.queue.idle()
    const { activity_id, user_id } = await studentOf(name)
    await app.app.services.lti13.grades.accept(
      activity_id,
      { user_id, lms_user_id: 's1', name: 'Sam' },
      { score: 4, maxScore: 10, comment: '', acceptedBy: user_id },
    )
    await settled()
    expect(await grade()).toMatchObject({ state: 'waiting', problem: null })
    expect(sent(`/columns/${name}/scores`)).toEqual([])
    await accept(5)
    expect(await grade()).toMatchObject({ state: 'sent', score: 5 })
  })

  it('grades that an instance has begun to send wait for a while after an outage of the database', async () => {
    const { name, accept, grade } = await startCourse()
    const { db, outbox, box, outbound } = app.app.services
    // Another instance, so that the grades of other tests don’t wait.
    const log = pino({ level: 'silent' })
    const { queue } = createLti13({ db, outbox, log, box, client: outbound.guarded.providers }).grades
    platform.answer(`/columns/${name}/scores`, () => ({ status: 503 }))
    await accept(6)
    platform.answer(`/columns/${name}/scores`, () => ({}))
    platform.requests.length = 0
    let now = Math.ceil(performance.now())
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const failing = vi
      .spyOn(gradeQueueRepository, 'listDue')
      .mockRejectedValueOnce(new AppError('unavailable', 'away', { retryAfter: 5 }))
    onTestFinished(() => failing.mockRestore())
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    for (const passed of [0, 14_999]) {
      now += passed
      queue.workSoon()
      await queue.idle()
      expect(await grade()).toMatchObject({ state: 'waiting' })
    }
    expect(sent('/columns')).toEqual([])
    now += 1
    queue.workSoon()
    await queue.idle()
    expect(await grade()).toMatchObject({ state: 'sent', score: 6 })
  })

  it('creates one column, also if two instances send the first grades of an activity', async () => {
    const course = await startCourse(() => ({ scope: ALL_SCOPES, lineitems: `${platform.url}/columns` }))
    await course.launch({ ...STUDENT, sub: 'second' })
    const { lti13, db, outbox, box, outbound } = app.app.services
    const log = pino({ level: 'silent' })
    let columns = 0
    platform.answer('/columns', ({ method }) =>
      method === 'GET' ? { body: [] } : { body: { id: `${platform.url}/columns/made-${++columns}` } },
    )
    const other = createLti13({ db, outbox, log, box, client: outbound.guarded.providers }).grades
    const target = await db.selectFrom('lti_grade_targets').selectAll().execute()
    const activity = target.find(({ resource_link_id }) => resource_link_id === course.name)?.activity_id ?? 0
    const grade = { score: 1, maxScore: 10, comment: '', acceptedBy: course.student }
    const students = await lti13.grades.list(activity)
    expect(students).toHaveLength(2)
    await Promise.all(
      students.map((student, at) => [lti13.grades, other][at]?.accept(activity, student, grade)),
    )
    await Promise.all([settled(), other.queue.idle()])
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    lti13.grades.queue.workSoon()
    await settled()
    expect(columns).toBe(1)
    expect((await course.list()).students).toMatchObject([
      { grade: { state: 'sent' } },
      { grade: { state: 'sent' } },
    ])
  })

  it('grades only students of the activity who are in the course', async () => {
    const first = await startCourse()
    const { call, launch, list } = await startCourse()
    const outsider = await first.launch({ ...STUDENT, sub: 'outsider' })
    expect(outsider.status).toBe(303)
    const stranger = (await first.list()).students.find(({ id }: { id: number }) => id !== first.student).id
    const teacher = await app.app.services.db
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
    platform.answer('/roster', () => ({ body: { members: [{ user_id: 't1', roles: ['Instructor'] }] } }))
    await launch(TEACHER, { [NRPS]: { context_memberships_url: `${platform.url}/roster` } })
    await app.app.services.lti13.courses.queue.idle()
    expect((await list()).students).toEqual([])
    expect((await call('accept', { score: 1 })).status).toBe(404)
    await settled()
    expect(sent('/columns')).toEqual([])
  })

  it('refuses scores that are out of range, and activities without a gradebook', async () => {
    const { call } = await startCourse()
    expect((await call('accept', { score: 10.5 })).status).toBe(400)
    expect((await call('accept', { score: -1 })).status).toBe(422)
    expect((await call('accept', { score: '5' })).status).toBe(422)
    const none = await startCourse(() => ({ scope: [], lineitem: `${platform.url}/columns/x` }))
    expect(await none.list()).toEqual({ available: false, rubric: null, students: [] })
    expect((await none.call('accept', { score: 1, student: 1 })).status).toBe(409)
  })

  it('accepts no token of a student’s launch, nor one for another purpose', async () => {
    const { launch, student } = await startCourse()
    const token = tokenIn((await launch(STUDENT)).location)
    const body = { token, student, score: 1 }
    expect((await app.call('POST', '/lti/dashboard/grades/accept', undefined, body)).status).toBe(403)
    expect((await app.call('GET', `/lti/dashboard/grades?token=${token}`)).status).toBe(403)
  })

  describe('test grade', () => {
    const test = async (slug = 'lamb', token = admin) => {
      const { body } = await app.call('GET', '/organizations/lamb/lti-platforms', admin)
      const [{ id }] = body.platforms
      return app.call('POST', `/organizations/${slug}/lti-platforms/${id}/test-grade`, token)
    }

    it('is sent to a separate column, which is removed', async () => {
      await startCourse()
      platform.requests.length = 0
      platform.answer('/columns', () => ({ status: 201, body: { id: `${platform.url}/columns/test` } }))
      const { body } = await test()
      expect(body).toMatchObject({ passed: true, steps: [1, 2, 3, 4].map(() => ({ passed: true })) })
      expect(sent('/columns').map(({ method, path }) => `${method} ${path}`)).toEqual([
        'POST /columns',
        'POST /columns/test/scores',
        'DELETE /columns/test',
      ])
      expect(JSON.parse(sent('/columns/test/scores')[0]?.body ?? '')).toMatchObject({
        userId: 's1',
        scoreGiven: 1,
        gradingProgress: 'Pending',
      })
    })

    it('removes the column also if the grade was refused, and says what happened', async () => {
      await startCourse()
      platform.answer('/columns', () => ({ status: 201, body: { id: `${platform.url}/columns/bad` } }))
      platform.answer('/columns/bad/scores', () => ({ status: 422 }))
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
      const ana = await makeEducator(app, 'ana')
      expect((await test('lamb', ana.token)).status).toBe(403)
      expect((await test(ana.slug)).status).toBe(404)
    })
  })
})
