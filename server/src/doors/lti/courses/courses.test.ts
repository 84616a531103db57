import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator, tokenIn } from '../lti.testing.ts'
import { launchAs, startPlatform, type TestPlatform, V2 } from '../lti13/platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const STUDENT = { sub: 's1', roles: [`${V2}/membership#Learner`], name: 'Sam' }
const TEACHER = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }

onEachDatabase('courses ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let other: TestPlatform
  let admin: string
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let ben: Awaited<ReturnType<typeof makeEducator>>
  let contexts = 0

  beforeAll(async () => {
    platform = await startPlatform()
    other = await startPlatform('other-key')
    const hosts = [platform, other].map(({ url }) => new URL(url).host).join(',')
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: hosts })
    admin = await app.signIn()
    ana = await makeEducator(app, 'ana')
    ben = await makeEducator(app, 'ben')
    await app.call('POST', `/organizations/${ana.slug}/lti-platforms`, admin, platform.draft())
    await app.call('POST', `/organizations/${ben.slug}/lti-platforms`, admin, other.draft())
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
    other.close()
  })
  beforeEach(() => {
    platform.requests.length = 0
    platform.answer('/token', () => ({ body: { access_token: 'the-token', expires_in: 3600 } }))
  })

  const settled = () => app.app.services.lti13.courses.queue.idle()
  const members = (...people: object[]) => ({ body: { members: people } })
  const member = (user_id: string, roles: string[], more: object = {}) => ({ user_id, roles, ...more })

  /** A new course whose roster answers like this. */
  const open = async (roster: (page: string) => object, { person = STUDENT, url = '' } = {}) => {
    const context = `course-${++contexts}`
    platform.answer(`/roster/${context}`, ({ path }) => roster(path.split('page=')[1] ?? '1'))
    const launch = (who = person) =>
      launchAs(app, platform, {
        ...who,
        link: `link of ${context}`,
        more: {
          [`${CLAIM}/context`]: { id: context, title: `Title of ${context}` },
          [NRPS]: { context_memberships_url: url || `${platform.url}/roster/${context}` },
        },
      })
    await launch()
    await settled()
    return { context, launch, ...(await find(context)) }
  }
  const find = async (context: string) => {
    const { body } = await app.call('GET', `/organizations/${ana.slug}/courses?limit=1000`, admin)
    const course = body.courses.find(({ title }: { title: string }) => title === `Title of ${context}`)
    const path = `/organizations/${ana.slug}/courses/${course.id}`
    return { course, path, people: (await app.call('GET', `${path}/members`, admin)).body.members }
  }
  const rolesOf = (people: { lms_user_id: string; role: string }[]) =>
    Object.fromEntries(people.map(({ lms_user_id, role }) => [lms_user_id, role]))

  it('reads the members of a course page by page, with a token for a signed assertion', async () => {
    const { course, people } = await open((page) =>
      page === '1'
        ? {
            ...members(member('s1', ['Learner'], { name: 'Sam', email: 'sam@example.edu' })),
            headers: { link: `<${platform.url}/roster/course-1?page=2>; rel="next"` },
          }
        : members(member('s2', [`${V2}/membership#Learner`]), member('t1', ['Instructor'])),
    )
    expect(course).toMatchObject({ students: 2, staff: 1, problem: null, has_roster: true })
    expect(people).toMatchObject([
      { lms_user_id: 's2', name: '', role: 'student', has_opened: false },
      { lms_user_id: 't1', role: 'staff' },
      { lms_user_id: 's1', name: 'Sam', role: 'student', has_opened: true, roles_differ: false },
    ])
    expect(JSON.stringify(people)).not.toContain('sam@example.edu')
    const [token, roster] = platform.requests
    const form = new URLSearchParams(token?.body)
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      scope: 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
    })
    const keys = createLocalJWKSet((await app.call('GET', '/lti/1.3/jwks')).body)
    const { payload } = await jwtVerify(form.get('client_assertion') ?? '', keys, {
      issuer: 'client-1',
      subject: 'client-1',
      audience: `${platform.url}/token`,
      requiredClaims: ['jti', 'exp', 'iat'],
    })
    expect(payload.jti).toBeTruthy()
    expect(roster?.headers).toMatchObject({
      authorization: 'Bearer the-token',
      accept: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
    })
  })

  it('uses a token until it expires, and asks for a new one when the LMS ends it early', async () => {
    await open(() => members())
    expect(platform.requests.filter(({ path }) => path === '/token')).toEqual([])
    let refusals = 0
    const { course } = await open(() =>
      refusals++ === 0 ? { status: 401 } : members(member('s1', ['Learner'])),
    )
    expect(course).toMatchObject({ problem: null, students: 1 })
    expect(platform.requests.filter(({ path }) => path === '/token')).toHaveLength(1)
  })

  it('understands roles with and without prefix, and never changes sides silently', async () => {
    const { launch, context } = await open(() =>
      members(
        member('short', ['Learner']),
        member('urn', ['urn:lti:role:ims/lis/Instructor']),
        member('ta', [`${V2}/membership/Instructor#TeachingAssistant`]),
        member('mentor', ['Mentor']),
        member('none', []),
        member('both', ['Learner', 'Instructor']),
        member('studies-here', [`${V2}/institution/person#Faculty`, 'Learner']),
        member('gone', ['Learner'], { status: 'Inactive' }),
        // The LMS lists this teacher as a learner.
        member('t1', ['Learner']),
        member('s1', ['Instructor']),
      ),
    )
    await launch(TEACHER)
    await settled()
    const { people, course } = await find(context)
    expect(rolesOf(people)).toEqual({
      short: 'student',
      urn: 'staff',
      ta: 'staff',
      mentor: 'other',
      none: 'other',
      both: 'staff',
      'studies-here': 'student',
      t1: 'staff',
      s1: 'student',
    })
    expect(course).toMatchObject({ students: 3, staff: 4 })
    const differing = people.filter(({ roles_differ }: { roles_differ: boolean }) => roles_differ)
    expect(Object.keys(rolesOf(differing)).sort()).toEqual(['s1', 't1'])
    const types = await app.app.services.db
      .selectFrom('course_members')
      .innerJoin('users', 'users.id', 'course_members.user_id')
      .select(['lms_user_id', 'user_type'])
      .where('course_id', '=', course.id)
      .execute()
    expect(types.sort((a, b) => a.lms_user_id.localeCompare(b.lms_user_id))).toEqual([
      { lms_user_id: 's1', user_type: 'end_user' },
      { lms_user_id: 't1', user_type: 'creator' },
    ])
  })

  it('reads the members once for many launches, and again when asked to', async () => {
    let people = [member('s1', ['Learner']), member('s2', ['Learner'])]
    const { launch, context, path } = await open(() => members(...people))
    await Promise.all([launch(), launch(TEACHER)])
    await settled()
    const reads = () => platform.requests.filter((call) => call.path === `/roster/${context}`).length
    expect(reads()).toBe(1)
    people = [member('s1', ['Learner']), member('s3', ['Learner'])]
    const refreshed = await app.call('POST', `${path}/refresh`, admin)
    expect(refreshed.body).toMatchObject({ students: 2, staff: 0, problem: null })
    expect(reads()).toBe(2)
    expect(rolesOf((await find(context)).people)).toEqual({ s1: 'student', s3: 'student' })
  })

  it.each<[string, string, (page: string) => object]>([
    [
      'a next page on another server',
      'foreign_address',
      () => ({
        ...members(member('s9', ['Learner'])),
        headers: { link: '<http://127.0.0.1:1/x>; rel="next"' },
      }),
    ],
    [
      'endless pages',
      'too_large',
      (page) => ({
        ...members(member(`p${page}`, ['Learner'])),
        headers: { link: `<?page=${Number(page) + 1}>; rel=next` },
      }),
    ],
    ['a huge page', 'too_large', () => ({ body: ' '.repeat(9 * 1024 * 1024) })],
    ['something else', 'malformed', () => ({ body: '<html>' })],
    ['members without an id', 'malformed', () => members({ roles: ['Learner'] })],
    ['a refusal', 'refused', () => ({ status: 403 })],
    ['an error of its own', 'failing', () => ({ status: 500 })],
    ['a redirect', 'redirected', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })],
  ])('keeps the last list when the LMS answers with %s', async (_name, problem, roster) => {
    let isBroken = false
    const fine = members(member('s1', ['Learner']), member('s2', ['Learner']))
    const { path, context } = await open((page) => (isBroken ? roster(page) : fine))
    isBroken = true
    const refreshed = await app.call('POST', `${path}/refresh`, admin)
    expect(refreshed.body).toMatchObject({ problem, students: 2 })
    expect(refreshed.body.message).toMatch(/LMS/)
    expect(refreshed.body.message).not.toContain('127.0.0.1')
    expect(rolesOf((await find(context)).people)).toEqual({ s1: 'student', s2: 'student' })
  })

  it.each<[string, string, () => string]>([
    ['the roster of another registered LMS', 'foreign_address', () => `${other.url}/roster`],
    ['a private address', 'private_address', () => 'http://127.0.0.1:1/roster'],
  ])('does not read %s', async (_name, problem, url) => {
    other.requests.length = 0
    const { course, people } = await open(() => members(), { url: url() })
    expect(course).toMatchObject({ problem, students: 1 })
    expect(rolesOf(people)).toEqual({ s1: 'student' })
    expect(other.requests).toEqual([])
  })

  it('does not follow a token endpoint to a private address', async () => {
    platform.answer('/token', () => ({ status: 307, headers: { location: 'http://127.0.0.1:1/token' } }))
    await app.call('POST', `/organizations/${ana.slug}/lti-platforms`, admin, {
      ...platform.draft({ client_id: 'client-2', deployment_ids: ['d9'] }),
    })
    const claims = { [`${CLAIM}/deployment_id`]: 'd9', aud: 'client-2' }
    const second = { ...platform, clientId: 'client-2' }
    await launchAs(app, second, {
      ...STUDENT,
      more: {
        ...claims,
        [`${CLAIM}/context`]: { id: 'redirected', title: 'Title of redirected' },
        [NRPS]: { context_memberships_url: `${platform.url}/roster/x` },
      },
    })
    await settled()
    expect((await find('redirected')).course.problem).toBe('redirected')
    platform.answer('/token', () => ({ status: 400, body: { error: 'invalid_client' } }))
    const { path } = await find('redirected')
    expect((await app.call('POST', `${path}/refresh`, admin)).body.problem).toBe('token_refused')
  })

  it('shows educators the courses in which their assistants are used, and members only to teachers', async () => {
    const { launch, path, course } = await open(() => members(member('s1', ['Learner'])))
    const list = async (token: string, slug = ana.slug) =>
      app.call('GET', `/organizations/${slug}/courses`, token)
    const isClosed = async (token: string) => {
      expect((await app.call('GET', `${path}/members`, token)).status).toBe(404)
      expect((await app.call('POST', `${path}/refresh`, token)).status).toBe(404)
    }
    expect((await list(ana.token)).body.courses).toEqual([])
    await isClosed(ana.token)
    const setup = await launch(TEACHER)
    await app.call('POST', '/lti/setup', undefined, {
      token: tokenIn(setup.location),
      assistant_ids: [ana.assistant],
    })
    await launch(TEACHER)
    // Ana has built the assistant, but does not teach the course.
    expect((await list(ana.token)).body.courses).toMatchObject([{ id: course.id }])
    await isClosed(ana.token)
    const { db, sessions, users } = app.app.services
    const { user_id } = await db
      .selectFrom('course_members')
      .select('user_id')
      .where('course_id', '=', course.id)
      .where('lms_user_id', '=', 't1')
      .executeTakeFirstOrThrow()
    const teacher = await users.findById(user_id ?? 0)
    if (!teacher) throw new Error('the teacher has no account')
    const tina = await sessions.issue(teacher, 'access')
    expect((await list(tina)).body.courses.map(({ id }: { id: number }) => id)).toContain(course.id)
    expect((await app.call('GET', `${path}/members`, tina)).body.members).toHaveLength(2)
    // Another organization, by its own address and by the id.
    expect((await list(ben.token)).status).toBe(404)
    const foreign = `/organizations/${ben.slug}/courses/${course.id}/members`
    expect((await app.call('GET', foreign, ben.token)).status).toBe(404)
    expect((await app.call('GET', foreign, admin)).status).toBe(404)
  })

  it('continues after an instance was killed while reading', async () => {
    const { course } = await open(() => members(member('s1', ['Learner'])))
    const { db } = app.app.services
    await db.updateTable('courses').set({ refresh_at: 1 }).where('id', '=', course.id).execute()
    platform.requests.length = 0
    app.app.services.lti13.courses.queue.workSoon()
    await settled()
    expect(platform.requests).toHaveLength(1)
    const row = await db.selectFrom('courses').select('refresh_at').where('id', '=', course.id).execute()
    expect(row).toEqual([{ refresh_at: null }])
  })
})
