import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { onEachDatabase } from '../../../../test/harness/test-app.ts'
import { gradeQueueRepository, gradeTargetRepository } from '../../../modules/lti/grades/grade.repository.ts'
import { createLti13 } from '../../../modules/lti/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { ALL_SCOPES, type GradeWorld, STUDENT, startGradeWorld } from './grades.testing.ts'

onEachDatabase('sending grades: outages and several instances ($name)', ({ env }) => {
  let world: GradeWorld

  beforeAll(async () => {
    world = await startGradeWorld(await env())
  })
  afterAll(() => world.stop())
  beforeEach(() => world.reset())

  /** The activity of a link and its only student. */
  const studentOf = (link: string) =>
    world.app.app.services.db
      .selectFrom('lti_activity_users')
      .innerJoin('lti_grade_targets', 'lti_grade_targets.activity_id', 'lti_activity_users.activity_id')
      .select(['lti_activity_users.activity_id', 'lti_activity_users.user_id'])
      .where('lti_grade_targets.resource_link_id', '=', link)
      .where('lti_activity_users.lms_user_id', '=', 's1')
      .executeTakeFirstOrThrow()

  it.each<[string, number, string]>([
    ['errors of the LMS', 503, 'failing'],
    ['too many requests', 429, 'busy'],
  ])('tries again later after %s, also after a restart', async (_name, status, problem) => {
    const { name, accept, grade } = await world.startCourse()
    let isWorking = false
    world.platform.answer(`/columns/${name}/scores`, () => (isWorking ? {} : { status }))
    await accept(3)
    expect(await grade()).toMatchObject({ state: 'waiting', problem })
    const { db } = world.app.app.services
    // An instance that was killed while sending has left a claim that is over.
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    isWorking = true
    world.app.app.services.lti13.grades.queue.workSoon()
    await world.settled()
    expect(await grade()).toMatchObject({ state: 'sent', problem: null })
    await db.updateTable('lti_grades').set({ state: 'waiting', next_at: 1, give_up_at: 2 }).execute()
    isWorking = false
    world.app.app.services.lti13.grades.queue.workSoon()
    await world.settled()
    expect(await grade()).toMatchObject({ state: 'failed' })
  })

  it('sends each grade once with several senders, and the last one that was accepted', async () => {
    const { name, accept, grade } = await world.startCourse()
    const { lti13, db, outbox, box, outbound } = world.app.app.services
    const log = pino({ level: 'silent' })
    world.platform.answer(`/columns/${name}/scores`, () => ({ status: 503 }))
    await accept(3)
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    world.platform.answer(`/columns/${name}/scores`, () => ({}))
    world.platform.requests.length = 0
    // A second instance with the same database.
    const { grades } = createLti13({ db, outbox, log, box, client: outbound.guarded.providers })
    for (const { queue } of [lti13.grades, grades]) queue.workSoon()
    await Promise.all([world.settled(), grades.queue.idle()])
    expect(world.sent('/columns')).toHaveLength(1)
    expect(await grade()).toMatchObject({ state: 'sent', score: 3 })
  })

  it('sends a grade once although the database is away when it was sent', async () => {
    const { name, accept, grade } = await world.startCourse()
    const { db } = world.app.app.services
    const failing = vi
      .spyOn(gradeQueueRepository, 'end')
      .mockRejectedValue(new AppError('unavailable', 'away', { retryAfter: 5 }))
    onTestFinished(() => failing.mockRestore())
    await accept(4)
    expect(world.sent(`/columns/${name}/scores`)).toHaveLength(1)
    // The outage lasted longer than the claim.
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    world.app.app.services.lti13.grades.queue.workSoon()
    await world.settled()
    failing.mockRestore()
    await expect.poll(grade).toMatchObject({ state: 'sent', score: 4, problem: null })
    expect(world.sent(`/columns/${name}/scores`)).toHaveLength(1)
  })

  it('says nothing about the LMS if only the database was away, and tries again', async () => {
    const { name, accept, grade } = await world.startCourse()
    const failing = vi
      .spyOn(gradeTargetRepository, 'find')
      .mockRejectedValueOnce(new AppError('unavailable', 'away', { retryAfter: 5 }))
    onTestFinished(() => failing.mockRestore())
    await world.app.app.services.lti13.grades.queue.idle()
    const { activity_id, user_id } = await studentOf(name)
    await world.app.app.services.lti13.grades.accept(
      activity_id,
      { user_id, lms_user_id: 's1', name: 'Sam' },
      { score: 4, maxScore: 10, comment: '', acceptedBy: user_id },
    )
    await world.settled()
    expect(await grade()).toMatchObject({ state: 'waiting', problem: null })
    expect(world.sent(`/columns/${name}/scores`)).toEqual([])
    await accept(5)
    expect(await grade()).toMatchObject({ state: 'sent', score: 5 })
  })

  it('grades that an instance has begun to send wait for a while after an outage of the database', async () => {
    const { name, accept, grade } = await world.startCourse()
    const { db, outbox, box, outbound } = world.app.app.services
    // Another instance, so that the grades of other tests don’t wait.
    const log = pino({ level: 'silent' })
    const { queue } = createLti13({ db, outbox, log, box, client: outbound.guarded.providers }).grades
    world.platform.answer(`/columns/${name}/scores`, () => ({ status: 503 }))
    await accept(6)
    world.platform.answer(`/columns/${name}/scores`, () => ({}))
    world.platform.requests.length = 0
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
    expect(world.sent('/columns')).toEqual([])
    now += 1
    queue.workSoon()
    await queue.idle()
    expect(await grade()).toMatchObject({ state: 'sent', score: 6 })
  })

  it('creates one column, also if two instances send the first grades of an activity', async () => {
    const course = await world.startCourse(() => ({
      scope: ALL_SCOPES,
      lineitems: `${world.platform.url}/columns`,
    }))
    await course.launch({ ...STUDENT, sub: 'second' })
    const { lti13, db, outbox, box, outbound } = world.app.app.services
    const log = pino({ level: 'silent' })
    let columns = 0
    world.platform.answer('/columns', ({ method }) =>
      method === 'GET' ? { body: [] } : { body: { id: `${world.platform.url}/columns/made-${++columns}` } },
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
    await Promise.all([world.settled(), other.queue.idle()])
    await db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute()
    lti13.grades.queue.workSoon()
    await world.settled()
    expect(columns).toBe(1)
    expect((await course.list()).students).toMatchObject([
      { grade: { state: 'sent' } },
      { grade: { state: 'sent' } },
    ])
  })
})
