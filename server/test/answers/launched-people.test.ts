import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { enter, postLaunch, signLaunch, tokenIn } from '../../src/doors/lti/lti.testing.ts'
import {
  launchAs,
  type Person,
  startPlatform,
  type TestPlatform,
  V2,
} from '../../src/doors/lti/lti13/platform.testing.ts'
import { type FakeMoodle, startFakeMoodle, TOKEN } from '../../src/tools/moodle/fake-moodle.contract.ts'
import { callsAndSays, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const SECRET = 'global-secret-of-the-lms'

onEachDatabase('who people from an LMS are in Moodle ($name)', ({ env }) => {
  let app: TestApp
  let model: FakeUpstream
  let moodle: FakeMoodle
  let platform: TestPlatform
  let other: TestPlatform
  let admin: string
  let greeting: number
  let grades: number

  beforeAll(async () => {
    model = await startFakeUpstream()
    moodle = await startFakeMoodle()
    platform = await startPlatform()
    other = await startPlatform('other-key')
    app = await startTestApp({
      ...(await env()),
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'k',
      MOODLE_API_URL: moodle.url,
      MOODLE_TOKEN: TOKEN,
      LTI_GLOBAL_SECRET: SECRET,
      OUTBOUND_ALLOW: [platform, other].map(({ url }) => new URL(url).host).join(','),
    })
    admin = await app.signIn()
    // One Moodle signs the launches and answers the tools. The other LMS is not this Moodle.
    for (const draft of [platform.draft({ issuer: moodle.url, trusts_email: true }), other.draft()])
      expect((await app.call('POST', '/organizations/lamb/lti-platforms', admin, draft)).status).toBe(201)
    const publish = async (given: object) => {
      const metadata = { connector: 'openai', llm: 'm', rag_processor: '' }
      const id = await app.makeAssistant(admin, { metadata, prompt_template: '{user_input}', ...given })
      await app.call('POST', `/assistants/${id}/publish`, admin, { publish_status: true })
      return id
    }
    const metadata = { connector: 'openai', llm: 'm', tools: [{ type: 'moodle_grades', use: 'call' }] }
    greeting = await publish({ prompt_template: '<{moodle_user}>{user_input}' })
    grades = await publish({ metadata })
    await setUp((teacher) => launch(teacher, platform))
    await setUp((teacher) => launch(teacher, other))
  })
  afterAll(async () => {
    await app.stop()
    await model.stop()
    await moodle.close()
    platform.close()
    other.close()
  })
  beforeEach(() => {
    moodle.requests.length = 0
    moodle.behave()
    model.answer(says('Hello'))
  })

  const launch = (person: Person, from: TestPlatform) =>
    from === platform
      ? launchAs(app, { ...platform, issuer: moodle.url }, { ...person, more: { iss: moodle.url } })
      : launchAs(app, from, person)
  const setUp = async (launchTeacher: (teacher: Person) => Promise<{ location: string }>) => {
    const { location } = await launchTeacher({ sub: '90', roles: [`${V2}/membership#Instructor`] })
    const activity = { token: tokenIn(location), assistant_ids: [greeting, grades] }
    const configured = await app.call('POST', '/lti/setup', undefined, activity)
    expect(configured.status, JSON.stringify(configured.body)).toBe(200)
  }
  /** The session of a student after a launch. */
  const comes = async (sub: string, email?: string, from = platform) => {
    const person = { sub, roles: [`${V2}/membership#Learner`], name: `Student ${sub}` }
    const { location } = await launch({ ...person, ...(email ? { email } : {}) }, from)
    const { body } = await enter(app, tokenIn(location))
    return { token: body.access_token as string, user: body.user }
  }
  const ask = async (token: string, assistant: number) => {
    const body = { model: `lamb_assistant.${assistant}`, messages: [{ role: 'user', content: 'Hi' }] }
    expect((await app.call('POST', '/v1/chat/completions', token, body)).status).toBe(200)
    return (model.seen.at(-1)?.body['messages'] ?? []) as { role: string; content: string }[]
  }
  const nameIn = async (token: string) =>
    /^<([^>]*)>/.exec((await ask(token, greeting)).at(-1)?.content ?? '')?.[1]
  const gradesOf = async (token: string) => {
    model.answer(callsAndSays('get_moodle_grades', { course_id: '101', user_id: 'me' }))
    return (await ask(token, grades)).find(({ role }) => role === 'tool')?.content ?? ''
  }

  it('people whose launch Moodle has signed have its user id, without an e-mail address', async () => {
    const ada = await comes('11')
    expect(await nameIn(ada.token)).toBe('11')
    expect(await gradesOf(ada.token)).toContain('Grades of Ada Lovelace')
  })

  it('an address that was given to someone else identifies no one', async () => {
    const before = await comes('12', 'ben@example.edu')
    const olga = await comes('15', 'ben@example.edu')
    expect(olga.user.user_id).not.toBe(before.user.user_id)
    moodle.behave([
      { id: 12, username: 'ben', fullname: 'Ben', email: 'new@example.edu' },
      { id: 15, username: 'olga', fullname: 'Olga', email: 'ben@example.edu' },
    ])
    for (const ben of [before, await comes('12', 'new@example.edu')]) {
      expect(ben.user.user_id).toBe(before.user.user_id)
      expect(await nameIn(ben.token)).toBe('12')
    }
    expect(await nameIn(olga.token)).toBe('15')
    // The addresses follow the launches, and the one that is free again goes to its new owner.
    expect((await comes('12', 'new@example.edu')).user.email).toBe('new@example.edu')
    expect((await comes('15', 'ben@example.edu')).user.email).toBe('ben@example.edu')
  })

  it('the ids of another LMS mean nothing, and made-up addresses are not shown, confirmed or put into a prompt', async () => {
    const { token, user } = await comes('11', undefined, other)
    expect(user.email).toBe('')
    expect((await app.call('GET', '/account', token)).body.email).toBe('')
    expect(await nameIn(token)).toBe('default')
    expect(await gradesOf(token)).toContain('it is not known who you are in Moodle')
    const path = `/organizations/current/members/${user.user_id}/email-confirmed`
    expect((await app.call('PUT', path, admin, { confirmed: true })).status).toBe(400)
    // An earlier version could confirm it.
    await app.app.services.db
      .updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', user.user_id)
      .execute()
    await app.call('PUT', path, admin, { confirmed: false })
    await app.app.services.db
      .updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', user.user_id)
      .execute()
    expect(await nameIn(token)).toBe('default')
    expect(moodle.requests).toEqual([])
    const remove = (email: string) => app.call('POST', '/account/deletion', token, { email })
    expect((await remove('')).status).toBe(400)
    expect((await remove('Student 11')).status).toBe(204)
  })

  it('a launch with the shared key of LTI 1.1 proves no id, whatever it says', async () => {
    const url = `${app.url}/lamb/v1/lti/launch`
    const post = (fields: Record<string, string>) =>
      postLaunch(
        url,
        signLaunch(
          url,
          { resource_link_id: 'old', tool_consumer_instance_guid: moodle.url, ...fields },
          { secret: SECRET },
        ),
      )
    await setUpOld(post)
    const { location } = await post({ user_id: '11', roles: 'Learner' })
    const { body } = await enter(app, tokenIn(location))
    expect(body.user.email).toMatch(/@lamb-lti\.local$/)
    const path = `/organizations/current/members/${body.user.user_id}/email-confirmed`
    expect((await app.call('PUT', path, admin, { confirmed: true })).status).toBe(400)
    // An earlier version could confirm it.
    await app.app.services.db
      .updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', body.user.user_id)
      .execute()
    expect(await nameIn(body.access_token)).toBe('default')
    expect(await gradesOf(body.access_token)).toContain('it is not known who you are in Moodle')
    expect(moodle.requests).toEqual([])
  })
  const setUpOld = async (post: (fields: Record<string, string>) => Promise<{ location: string }>) => {
    const email = 'tina@example.edu'
    await app.call('POST', '/creator/admin/users/create', admin, {
      email,
      name: 'Tina',
      password: 'password of tina',
      role: 'user',
      user_type: 'creator',
    })
    const { location } = await post({
      user_id: '90',
      roles: 'Instructor',
      lis_person_contact_email_primary: email,
    })
    const activity = { token: tokenIn(location), assistant_ids: [greeting, grades] }
    expect((await app.call('POST', '/lti/setup', undefined, activity)).status).toBe(200)
  }
})
