import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  askAs,
  type Classroom,
  makeClassroom,
  makeStudents,
} from '../../../../test/activity/classroom.testing.ts'
import { makePerson } from '../../../../test/class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { startOf } from './analytics.routes.ts'

const DAY = 86_400

onEachDatabase('LAMB’s analytics on $name', ({ env }) => {
  let app: TestApp
  let room: Classroom
  let orgAdmin: string
  const get = (path: string, token = room.educator) =>
    app.call('GET', `/creator/analytics/assistant/${room.assistant}${path}`, token)

  beforeAll(async () => {
    app = await startTestApp(await env())
    const admin = await app.signIn()
    room = await makeClassroom(app, admin)
    orgAdmin = await makePerson(app, admin, 'nora')
    const { db } = app.app.services
    const { id: user_id, organization_id } = await db
      .selectFrom('users')
      .select(['id', 'organization_id'])
      .where('email', '=', 'nora@example.edu')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('organization_roles').where('user_id', '=', user_id).execute()
    await db
      .insertInto('organization_roles')
      .values({ organization_id, user_id, role: 'admin', created_at: 1, updated_at: 1 })
      .execute()
    const students = await makeStudents(app, admin, ['Sofia', 'Samir'])
    for (const token of Object.values(students)) {
      const { chat } = await askAs(app, token, room.assistant, 'What is mitosis?')
      await askAs(app, token, room.assistant, 'And its phases?', chat)
    }
    await askAs(app, room.educator, room.assistant, 'A test of the owner')
    // One of the chats was a month ago.
    const [old] = await db.selectFrom('chats').select(['id', 'created_at']).orderBy('created_at').execute()
    const at = (old?.created_at ?? 0) - 40 * DAY
    await db
      .updateTable('chats')
      .set({ created_at: at, updated_at: at })
      .where('id', '=', old?.id ?? '')
      .execute()
    await db
      .updateTable('chat_messages')
      .set({ created_at: at })
      .where('chat_id', '=', old?.id ?? '')
      .execute()
  }, 60_000)
  afterAll(() => app.stop())

  it('counts chats, people and messages', async () => {
    expect(await get('/stats')).toMatchObject({
      status: 200,
      body: {
        assistant_id: room.assistant,
        period: { start: null, end: null },
        stats: { total_chats: 2, unique_users: 2, total_messages: 8, avg_messages_per_chat: 4 },
      },
    })
    const today = new Date().toISOString().slice(0, 10)
    const { body } = await get(`/stats?start_date=${today}&end_date=${today}`)
    expect(body.stats).toMatchObject({ total_chats: 1, total_messages: 4 })
    expect((await get('/stats', orgAdmin)).status).toBe(200)
  })

  it('has a timeline by day, week and month', async () => {
    for (const period of ['day', 'week', 'month']) {
      const { body } = await get(`/timeline?period=${period}`)
      expect(body).toMatchObject({ assistant_id: room.assistant, period })
      expect(body.data).toHaveLength(2)
      expect(body.data[0]).toMatchObject({ chat_count: 1, message_count: 4 })
      expect(body.data[0].date < body.data[1].date).toBe(true)
    }
    for (const bad of ['/timeline?period=year', '/stats?start_date=yesterday', '/chats?end_date=2026-13-45'])
      expect((await get(bad)).status).toBe(400)
  })

  it('lists and opens chats under pseudonyms', async () => {
    const { body } = await get('/chats?page=1&per_page=1')
    expect(body).toMatchObject({ total: 2, page: 1, per_page: 1, total_pages: 2 })
    expect(body.chats[0]).toMatchObject({ title: 'What is mitosis?', user_email: null, message_count: 4 })
    expect(body.chats[0].user_name).toBe(`User_${body.chats[0].user_id}`)
    expect(body.chats[0].created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect((await get(`/chats?user_id=${body.chats[0].user_id}`)).body.total).toBe(1)
    expect((await get('/chats?search_content=phases')).body.total).toBe(2)
    const opened = await get(`/chats/${body.chats[0].id}`)
    expect(opened.body.messages).toHaveLength(4)
    expect(opened.body.user).toEqual({
      id: body.chats[0].user_id,
      name: body.chats[0].user_name,
      email: null,
    })
    expect((await get(`/chats/${crypto.randomUUID()}`)).status).toBe(404)
    for (const path of ['/chats', `/chats/${body.chats[0].id}`])
      expect((await get(path, orgAdmin)).status).toBe(403)
  })
})

it('starts weeks on Monday and months on their first day', () => {
  const day = Date.UTC(2026, 10, 16) / 1000 / DAY
  expect([
    startOf('week', day),
    startOf('week', day - 1),
    startOf('month', day),
    startOf('day', day),
  ]).toEqual(['2026-11-16', '2026-11-09', '2026-11-01', '2026-11-16'])
})
