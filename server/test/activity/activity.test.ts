import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { enter, makeLink, makePerson } from '../class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { askAs, type Classroom, makeClassroom, makeStudents } from './classroom.testing.ts'

const NAMES = ['Sofia', 'Samir', 'Svea', 'Stan']

onEachDatabase('activity on $name', ({ env }) => {
  let app: TestApp
  let admin: string
  let room: Classroom
  let students: Record<string, string>
  let hiddenIn: Awaited<ReturnType<typeof askAs>>
  let slug: string

  const get = (token: string, path = '', id = room.assistant) =>
    app.call('GET', `/assistants/${id}/activity${path}`, token)
  const setPolicy = async (activity: string) => {
    const changed = await app.call('PUT', `/organizations/${slug}/privacy`, admin, { activity })
    expect(changed).toMatchObject({ status: 200, body: { activity } })
  }

  beforeAll(async () => {
    app = await startTestApp(await env())
    admin = await app.signIn()
    room = await makeClassroom(app, admin)
    students = await makeStudents(app, admin, NAMES)
    slug = (await app.call('GET', '/creator/admin/org-admin/dashboard', admin)).body.organization.slug
    for (const name of NAMES) {
      await askAs(app, students[name] ?? '', room.assistant, `What are the phases of mitosis? ${name} asks.`)
      await askAs(app, students[name] ?? '', room.assistant, 'Who won the football championship in Brazil?')
    }
    const rated = await askAs(app, students['Sofia'] ?? '', room.assistant, 'What does chlorophyll absorb?')
    const feedback = `/chats/${rated.chat}/messages/${rated.answer}/feedback`
    await app.call('PUT', feedback, students['Sofia'], { value: 'down', comment: 'Too short' })
    hiddenIn = await askAs(app, students['Samir'] ?? '', room.assistant, 'SECRET-CANARY about chlorophyll?')
    const hide = `/chats/${hiddenIn.chat}/messages/${hiddenIn.question}/visibility`
    await app.call('PUT', hide, students['Samir'], { hidden: true })
    await askAs(app, room.educator, room.assistant, 'STAFF-CANARY: what is a moraine?')
    await askAs(app, admin, room.assistant, 'STAFF-CANARY: what is a moraine?')
  }, 60_000)
  afterAll(() => app.stop())

  it('counts the class without its staff', async () => {
    const { status, body } = await get(room.educator)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      assistant_id: room.assistant,
      policy: 'pseudonymous',
      questions: 10,
      people: 4,
      conversations: 10,
      feedback: { up: 0, down: 1 },
      answers: { nothing: 4 },
    })
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toMatchObject({ questions: 10, people: 4 })
    expect(body.documents.most_cited[0]).toMatchObject({ name: 'mitosis.txt', answers: 4 })
    expect(body.documents.never_cited).toEqual([
      { id: room.files['glaciers.txt'], knowledge_base_id: room.base, name: 'glaciers.txt' },
    ])
    expect((await get(admin)).body).toEqual(body)
  })

  it('groups questions by topic, without names of the class', async () => {
    const { body } = await get(room.educator, '/topics')
    expect(body.topics).toHaveLength(2)
    expect(body.topics.map(({ people }: { people: number }) => people)).toEqual([4, 4])
    const shown = JSON.stringify(body.topics)
    expect(shown).toContain('mitosis')
    for (const secret of [...NAMES, 'CANARY']) expect(shown).not.toContain(secret)
  })

  it('lists unanswered questions until they are answered', async () => {
    const { body } = await get(room.educator, '/unanswered')
    expect(body).toMatchObject({ total: 4, knowledge_bases: [{ id: room.base }] })
    expect(body.groups).toMatchObject([
      { questions: 4, people: 4, examples: ['Who won the football championship in Brazil?'] },
    ])
    const note = {
      question: 'Who won the football championship in Brazil?',
      answer: 'The football championship in Brazil was won by the team of Palmeiras in the year 2023.',
      knowledge_base_id: room.base,
      question_ids: [...body.groups[0].question_ids, hiddenIn.question, crypto.randomUUID()],
    }
    const foreign = await makeClassroom(app, admin, 'fatima')
    expect(
      await app.call('POST', `/assistants/${room.assistant}/activity/notes`, room.educator, {
        ...note,
        knowledge_base_id: foreign.base,
      }),
    ).toMatchObject({ status: 400 })
    const added = await app.call('POST', `/assistants/${room.assistant}/activity/notes`, room.educator, note)
    expect(added).toMatchObject({ status: 201, body: { handled: 4, knowledge_base_id: room.base } })
    expect((await get(room.educator, '/unanswered')).body).toMatchObject({ groups: [], total: 0 })
    await vi.waitFor(async () => {
      const path = `/knowledge-bases/${room.base}/files/${added.body.id}`
      expect((await app.call('GET', path, room.educator)).body.status).toBe('completed')
    }, 20_000)
    const again = await askAs(app, students['Stan'] ?? '', room.assistant, note.question)
    expect(again.body.choices[0].message.content).toContain('Palmeiras')
    await app.call('DELETE', `/creator/chats/${again.chat}`, students['Stan'])
  }, 60_000)

  it('shows conversations under pseudonyms, without what was hidden', async () => {
    const { body } = await get(room.educator, '/conversations?per_page=3')
    expect(body).toMatchObject({ policy: 'pseudonymous', total: 9, page: 1, per_page: 3 })
    const all = (await get(room.educator, '/conversations?per_page=100')).body.conversations
    const keys = new Set(all.map(({ person }: { person: { key: string } }) => person.key))
    expect(keys.size).toBe(4)
    for (const key of keys) expect(key).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
    const shown = JSON.stringify(all)
    for (const secret of ['CANARY', '@example.edu', '"name":"']) expect(shown).not.toContain(secret)
    const [key] = keys
    const one = (await get(room.educator, `/conversations?person=${key}`)).body.conversations
    expect(one.every(({ person }: { person: { key: string } }) => person.key === key)).toBe(true)
    const down = (await get(room.educator, '/conversations?only=down')).body.conversations
    expect(down).toMatchObject([{ down: 1, title: 'What does chlorophyll absorb?' }])
    const opened = await get(room.educator, `/conversations/${down[0].id}`)
    expect(opened.body.messages).toMatchObject([
      { role: 'user', content: 'What does chlorophyll absorb?' },
      { role: 'assistant', feedback: { value: 'down', comment: 'Too short' }, support: 'found' },
    ])
    expect((await get(room.educator, '/conversations?search=football')).body.total).toBe(4)
    expect((await get(room.educator, '/conversations?search=CANARY')).body.total).toBe(0)
    // All of its questions are hidden.
    expect((await get(room.educator, `/conversations/${hiddenIn.chat}`)).status).toBe(404)
    await askAs(app, students['Samir'] ?? '', room.assistant, 'And red light?', hiddenIn.chat)
    const partly = await get(room.educator, `/conversations/${hiddenIn.chat}`)
    expect(partly.body.messages).toMatchObject([
      { hidden: true, content: '' },
      { hidden: true, content: '' },
      { hidden: false, content: 'And red light?' },
      { hidden: false },
    ])
    expect(JSON.stringify(partly.body)).not.toContain('CANARY')
  })

  it('uses a different pseudonym of the same person with another assistant', async () => {
    const other = await makeClassroom(app, admin, 'ferran')
    await askAs(app, students['Sofia'] ?? '', other.assistant, 'What is mitosis?')
    const there = (await get(other.educator, '/conversations', other.assistant)).body.conversations
    const here = (await get(room.educator, '/conversations?per_page=100')).body.conversations
    const keyOf = ({ person }: { person: { key: string } }) => person.key
    expect(here.map(keyOf)).not.toContain(keyOf(there[0]))
    // Not through another assistant either.
    expect((await get(other.educator, `/conversations/${here[0].id}`, other.assistant)).status).toBe(404)
  }, 30_000)

  it.each(['', '/topics', '/unanswered', '/conversations'])(
    'is not found for other educators, and refused for students: %s',
    async (path) => {
      const stranger = await makePerson(app, admin, `stranger${path.slice(1)}`)
      expect((await get(stranger, path)).status).toBe(404)
      expect((await get(students['Sofia'] ?? '', path)).status).toBe(403)
      const chat = `/conversations/${hiddenIn.chat}`
      expect((await get(stranger, chat)).status).toBe(404)
    },
  )

  it('shows names only with consent, which can be withdrawn', async () => {
    const keys = async () =>
      (await get(room.educator, '/conversations?per_page=100')).body.conversations.map(
        ({ person }: { person: { name: string | null } }) => person.name,
      )
    expect((await app.call('GET', '/account/privacy', students['Svea'])).body).toEqual({
      activity: 'pseudonymous',
      chat_days: 0,
      show_name: null,
    })
    await setPolicy('named')
    expect(new Set(await keys())).toEqual(new Set([null]))
    const people = async () => (await get(room.educator)).body.named_people
    expect(await people()).toEqual([])
    const consent = (show_name: boolean) =>
      app.call('PUT', '/account/privacy', students['Svea'], { show_name })
    expect((await consent(true)).body).toMatchObject({ activity: 'named', show_name: true })
    expect(new Set(await keys())).toEqual(new Set([null, 'Svea']))
    const [svea] = await people()
    expect(svea).toMatchObject({ name: 'Svea', questions: 2 })
    expect((await get(room.educator, `/conversations?person=${svea.key}`)).body.total).toBe(2)
    await setPolicy('pseudonymous')
    expect(new Set(await keys())).toEqual(new Set([null]))
    await setPolicy('named')
    const named = (await get(room.educator, '/conversations?per_page=100')).body.conversations.find(
      ({ person }: { person: { name: string | null } }) => person.name !== null,
    )
    await consent(false)
    expect(await people()).toEqual([])
    expect(new Set(await keys())).toEqual(new Set([null]))
    // The pseudonym that was shown with the name no longer leads to the person.
    expect((await get(room.educator, `/conversations?person=${named.person.key}`)).body.total).toBe(0)
    await setPolicy('pseudonymous')
  })

  it('shows figures only if the organization says so, and never chats from that time', async () => {
    await setPolicy('off')
    const during = await askAs(app, students['Stan'] ?? '', room.assistant, 'What is OFF-CANARY mitosis?')
    expect((await get(room.educator)).body).toMatchObject({ policy: 'off', people: 4 })
    expect((await get(room.educator, '/topics')).body).toMatchObject({ policy: 'off', topics: [] })
    expect((await get(room.educator, '/unanswered')).body).toMatchObject({ policy: 'off', groups: [] })
    expect((await get(room.educator, '/conversations')).body).toMatchObject({ conversations: [], total: 0 })
    expect((await get(room.educator, `/conversations/${during.chat}`)).status).toBe(403)
    await setPolicy('pseudonymous')
    expect((await get(room.educator, `/conversations/${during.chat}`)).status).toBe(404)
    expect((await get(room.educator, '/conversations?search=OFF-CANARY')).body.total).toBe(0)
  })

  it('has traces that don’t tell who asked, and no texts while it is off', async () => {
    const path = `/assistants/${room.assistant}/traces?limit=50`
    const { traces } = (await app.call('GET', path, room.educator)).body
    const others = traces.filter(({ user_id }: { user_id: number | null }) => user_id === null)
    expect([traces.length, others.length]).toEqual([traces.length, traces.length - 1])
    const byAdmin = (await app.call('GET', path, admin)).body.traces
    expect(byAdmin.every(({ user_id }: { user_id: number | null }) => user_id !== null)).toBe(true)
    const one = (await app.call('GET', `/traces/${others[0].id}`, room.educator)).body
    expect(one).toMatchObject({ user_id: null, end_user: null })
    expect(JSON.stringify(one.steps)).not.toMatch(/"on_behalf_of":"/)
  })

  it('leaves out students who did not agree in their LMS', async () => {
    const { db } = app.app.services
    const { id: user_id, organization_id } = await db
      .selectFrom('users')
      .select(['id', 'organization_id'])
      .where('email', '=', 'Sofia@example.edu'.toLowerCase())
      .executeTakeFirstOrThrow()
    const total = async () => (await get(room.educator, '/conversations?per_page=100')).body.total
    const before = await total()
    const at = { created_at: 1, updated_at: 1 }
    const { id: activity_id } = await db
      .insertInto('lti_activities')
      .values({
        organization_id,
        platform: 'p',
        resource_link_id: 'r',
        name: 'Unit 1',
        owner_id: null,
        chats_visible: 1,
        ...at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('lti_activity_assistants')
      .values({ activity_id, assistant_id: room.assistant, added_at: 1 })
      .execute()
    await db
      .insertInto('lti_activity_users')
      .values({
        activity_id,
        user_id,
        lms_user_id: 'x',
        role: 'student',
        consent_at: null,
        last_access_at: 1,
        created_at: 1,
      })
      .execute()
    expect(await total()).toBe(before - 3)
    expect((await get(room.educator)).body.people).toBe(4)
    await db.updateTable('lti_activity_users').set({ consent_at: 1 }).execute()
    expect(await total()).toBe(before)
  })

  it('hides all versions of a question', async () => {
    const stan = students['Stan'] ?? ''
    const first = await askAs(app, stan, room.assistant, 'I am VERSION-CANARY. What is mitosis?')
    const asked = { messages: [{ role: 'user', content: 'What is mitosis?' }], chat_id: first.chat }
    const path = `/assistants/${room.assistant}/answers`
    const edited = await app.call('POST', path, stan, { ...asked, edit: first.question, stream: false })
    await askAs(app, stan, room.assistant, 'And what is a moraine?', first.chat)
    const read = async () => JSON.stringify((await get(room.educator, `/conversations/${first.chat}`)).body)
    expect(await read()).toContain('VERSION-CANARY')
    const hide = (hidden: boolean) =>
      app.call(
        'PUT',
        `/chats/${first.chat}/messages/${edited.headers.get('x-question-id')}/visibility`,
        stan,
        {
          hidden,
        },
      )
    await hide(true)
    expect(await read()).not.toContain('VERSION-CANARY')
    expect(await read()).toContain('moraine')
    expect((await get(room.educator, '/conversations?search=VERSION-CANARY')).body.total).toBe(0)
    await hide(false)
    expect(await read()).toContain('VERSION-CANARY')
    await app.call('DELETE', `/creator/chats/${first.chat}`, stan)
  })

  it('hides the names that guests enter, and counts people again when a chat moves to another account', async () => {
    const tutor = await makeClassroom(app, admin, 'gemma')
    const link = await makeLink(app, admin, tutor.assistant)
    const guests: string[] = []
    for (const name of ['Wendeline', 'Xaver', 'Ysolde']) guests.push(await enter(app, link.code, { name }))
    for (const guest of guests)
      await askAs(app, guest, tutor.assistant, 'Does Wendeline know the phases of mitosis?')
    const topics = async () => (await get(tutor.educator, '/topics', tutor.assistant)).body.topics
    expect(await topics()).toMatchObject([{ people: 3 }])
    expect(JSON.stringify(await topics())).not.toContain('Wendeline')
    const keep = (token = '') => app.call('POST', `/links/${link.code}/keep`, students['Stan'], { token })
    expect((await keep(guests[0])).status).toBe(200)
    expect((await keep(guests[1])).status).toBe(200)
    // Now two people.
    expect(await topics()).toEqual([])
  }, 60_000)

  it('refuses invalid ids', async () => {
    for (const id of ['%00', 'x'.repeat(101), "'"])
      expect([404, 422]).toContain((await get(room.educator, `/conversations/${id}`)).status)
    const path = `/assistants/${room.assistant}/activity/unanswered/handled`
    for (const question_ids of [[], ['a\u0000'], ['x'.repeat(101)], [1]])
      expect((await app.call('POST', path, room.educator, { question_ids })).status).toBe(422)
  })

  it('shows rubric results as distributions', async () => {
    const { db } = app.app.services
    const answers = await db
      .selectFrom('chat_messages')
      .innerJoin('chats', 'chats.id', 'chat_messages.chat_id')
      .innerJoin('users', 'users.id', 'chats.user_id')
      .select(['chat_messages.id', 'users.user_type'])
      .where('chat_messages.role', '=', 'assistant')
      .where('chats.assistant_id', '=', room.assistant)
      .orderBy('users.user_type', 'desc')
      .execute()
    const students = answers.filter(({ user_type }) => user_type === 'end_user').slice(0, 3)
    const staff = answers.filter(({ user_type }) => user_type === 'creator').slice(0, 1)
    const level = (at: number) => (at === 0 ? { level: 'Good', score: 4 } : { level: 'Poor', score: 1 })
    await db
      .insertInto('rubric_results')
      .values(
        [...students, ...staff].map(({ id }, at) => ({
          message_id: id,
          rubric: 'Essay',
          criterion: 'Thesis',
          position: 0,
          highest: 4,
          ...level(at),
        })),
      )
      .execute()
    expect((await get(room.educator)).body.rubrics).toEqual([
      {
        rubric: 'Essay',
        criteria: [
          {
            criterion: 'Thesis',
            results: 3,
            levels: [
              { level: 'Good', score: 4, count: 1 },
              { level: 'Poor', score: 1, count: 2 },
            ],
          },
        ],
      },
    ])
  })

  it('can be changed only by admins', async () => {
    for (const token of [room.educator, students['Sofia'] ?? ''])
      expect(
        (await app.call('PUT', `/organizations/${slug}/privacy`, token, { activity: 'off' })).status,
      ).toBe(403)
    for (const body of [{ activity: 'all' }, { chat_days: -1 }, { chat_days: 1.5 }, { unknown: 1 }])
      expect((await app.call('PUT', `/organizations/${slug}/privacy`, admin, body)).status).toBe(422)
  })

  it('deletes chats that were not used for the number of days', async () => {
    const old = await askAs(app, students['Stan'] ?? '', room.assistant, 'An old question about mitosis?')
    await app.app.services.db
      .updateTable('chats')
      .set({ updated_at: 1000 })
      .where('id', '=', old.chat)
      .execute()
    const { privacy } = app.app.services
    const exists = async () => (await app.call('GET', `/creator/chats/${old.chat}`, students['Stan'])).status
    await privacy.removeOldChats(new AbortController().signal)
    expect(await exists()).toBe(200)
    await app.call('PUT', `/organizations/${slug}/privacy`, admin, { chat_days: 30 })
    await privacy.removeOldChats(new AbortController().signal)
    expect(await exists()).toBe(404)
    expect((await get(room.educator, '/conversations')).body.total).toBeGreaterThan(0)
  })
})
