import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HostileIssuer, startHostileIssuer } from '../harness/hostile-issuer.ts'
import { createBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { addProvider, makeOrganizations, type Organizations } from './sign-in.testing.ts'

const PUBLIC_URL = 'https://bw.example.edu'

onEachDatabase('courses from groups on $name', ({ env }) => {
  let issuer: HostileIssuer
  let app: TestApp
  let people: Organizations
  let provider: string
  beforeAll(async () => {
    issuer = await startHostileIssuer()
    app = await startTestApp({ ...(await env()), PUBLIC_URL, OUTBOUND_ALLOW: issuer.place })
    people = await makeOrganizations(app)
    provider = await addProvider(app, people.north, {
      issuer: issuer.issuer,
      course_claim: 'realm_access.groups',
      course_prefix: '/courses/',
      rules: [{ claim: 'job', operator: 'equals', value: 'teacher', user_type: 'creator' }],
    })
  })
  afterAll(async () => {
    await app.stop()
    await issuer.close()
  })

  const signIn = async (sub: string, groups: unknown, more: object = {}) => {
    issuer.hostile.claims = { sub, name: sub, realm_access: { groups }, ...more }
    const browser = createBrowser(PUBLIC_URL, app.url)
    await browser.signIn(provider)
    expect(await browser.session()).toBeDefined()
  }
  const courses = async ({ slug, token } = people.north) => {
    const { body } = await app.call('GET', `/organizations/${slug}/courses`, token)
    const found: Record<string, Record<string, string>> = {}
    for (const { id, title } of body.courses) {
      const list = await app.call('GET', `/organizations/${slug}/courses/${id}/members`, token)
      found[title] = Object.fromEntries(
        list.body.members.map(({ name, role }: { name: string; role: string }) => [name, role]),
      )
    }
    return found
  }

  it('lists groups as courses, whose members join and leave when they sign in', async () => {
    await signIn('Sam', ['/courses/chem-1', '/courses/phys-2', '/staff'])
    await signIn('Tina', ['/courses/chem-1'], { job: 'teacher' })
    expect(await courses()).toEqual({
      'chem-1': { Sam: 'student', Tina: 'staff' },
      'phys-2': { Sam: 'student' },
    })
    await signIn('Sam', ['/courses/phys-2'])
    expect(await courses()).toEqual({ 'chem-1': { Tina: 'staff' }, 'phys-2': { Sam: 'student' } })
    await signIn('Sam', undefined)
    expect(await courses()).toEqual({ 'chem-1': { Tina: 'staff' }, 'phys-2': {} })
    expect(await courses(people.south)).toEqual({})
  })

  it('accepts the group formats that providers send', async () => {
    await signIn('Odd', ['/courses/', '/courses/a\u0000b', `/courses/${'x'.repeat(300)}`, 7, { a: 1 }, null])
    await signIn(
      'Many',
      Array.from({ length: 200 }, (_, at) => `/courses/many-${at}`),
    )
    const titles = Object.keys(await courses())
    expect(titles.filter((title) => title.startsWith('many-'))).toHaveLength(50)
    expect(titles.filter((title) => !/^(many-\d+|chem-1|phys-2)$/.test(title))).toEqual([])
  })

  it('has no member list that could be refreshed', async () => {
    const { slug, token } = people.north
    const { body } = await app.call('GET', `/organizations/${slug}/courses`, token)
    const [{ id, source, has_roster }] = body.courses
    expect([source, has_roster]).toEqual(['sign_in', false])
    const answer = await app.call('POST', `/organizations/${slug}/courses/${id}/refresh`, token)
    expect(answer.body).toMatchObject({ problem: null, platform: { id: null, name: 'Login of north' } })
  })

  it('lists a person with two ids at the provider once', async () => {
    const verified = { email: 'two@uni.example', email_verified: true, name: 'Two' }
    await signIn('two-a', ['/courses/twice'], verified)
    await signIn('two-b', ['/courses/twice'], verified)
    const { slug, token } = people.north
    const { body } = await app.call('GET', `/organizations/${slug}/courses`, token)
    const course = body.courses.find(({ title }: { title: string }) => title === 'twice')
    expect(course.students).toBe(1)
    const list = await app.call('GET', `/organizations/${slug}/courses/${course.id}/members`, token)
    expect(list.body.members.map(({ name }: { name: string }) => name)).toEqual(['Two'])
  })
})
