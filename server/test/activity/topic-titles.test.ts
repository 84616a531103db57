import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePerson } from '../class-links/class-links.testing.ts'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { eachDatabase, onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { askAs, type Classroom, makeClassroom, makeStudents } from './classroom.testing.ts'

const NAMES = ['Sofia', 'Samir', 'Svea']
const TITLE = 'Phases of mitosis'
const SUMMARY = 'Students want to know the phases.'
const titled = (title: string) => JSON.stringify({ topics: [{ number: 1, title, summary: SUMMARY }] })

onEachDatabase('titles of topics on $name', ({ env }) => {
  let app: TestApp
  let settings: Record<string, string>
  let upstream: FakeUpstream
  let admin: string
  let room: Classroom
  const ask = (token: string, method = 'POST', path = '/topics/titles') =>
    app.call(method, `/assistants/${room.assistant}/activity${path}`, token)

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    settings = {
      ...(await env()),
      ...upstream.settings,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'bellwether-titles-')),
    }
    app = await startTestApp(settings)
    admin = await app.signIn()
    room = await makeClassroom(app, admin)
    const students = await makeStudents(app, admin, NAMES)
    for (const name of NAMES)
      await askAs(app, students[name] ?? '', room.assistant, `What are the phases of mitosis? ${name} asks.`)
  }, 60_000)
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
    rmSync(settings['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  it('are refused with a reason if the model gives none', async () => {
    for (const text of [
      'I can’t do that.',
      '{"topics":[]}',
      '{"topics":[{"number":9,"title":"x","summary":""}]}',
    ]) {
      upstream.answer(says(text))
      const refused = await ask(room.educator)
      expect(refused.status).toBe(502)
      expect(refused.body.detail).toContain('The model’s titles could not be used')
    }
    expect((await ask(room.educator, 'GET', '/topics')).body.topics).toMatchObject([
      { title: null, summary: null },
    ])
  })

  it('are written by the model from what the educator sees, once', async () => {
    upstream.answer(says(titled(`  ${TITLE}\n`)))
    upstream.seen.length = 0
    const { status, body } = await ask(room.educator)
    expect(status).toBe(200)
    expect(body.topics).toMatchObject([{ title: TITLE, summary: SUMMARY, people: 3 }])
    const sent = JSON.stringify(upstream.seen)
    expect(sent).toContain('mitosis')
    for (const name of NAMES) expect(sent).not.toContain(name)
    expect((await ask(room.educator, 'GET', '/topics')).body.topics).toMatchObject([{ title: TITLE }])
    await ask(room.educator)
    expect(upstream.seen).toHaveLength(1)
    const today = new Date().toISOString().slice(0, 10)
    await vi.waitFor(async () => {
      const usage = await app.call('GET', `/usage?from=${today}&to=${today}&scope=mine`, room.educator)
      expect(JSON.stringify(usage.body)).toContain('fake-model')
    })
  })

  it('stay after a restart, and contain no text of a student in the database', async () => {
    await app.stop()
    app = await startTestApp(settings)
    upstream.seen.length = 0
    expect((await ask(room.educator, 'GET', '/topics')).body.topics).toMatchObject([{ title: TITLE }])
    await ask(room.educator)
    expect(upstream.seen).toEqual([])
    const rows = await app.app.services.db.selectFrom('topic_titles').selectAll().execute()
    expect(rows).toMatchObject([{ assistant_id: room.assistant, title: TITLE }])
    expect(rows[0]?.topic).toMatch(/^[\w-]{43}$/)
  })

  it('are for people who can edit the assistant', async () => {
    const other = await makePerson(app, admin, 'otto')
    expect((await ask(other)).status).toBe(404)
  })

  it('are not written where the organization shows figures only', async () => {
    const { slug } = (await app.call('GET', '/creator/admin/org-admin/dashboard', admin)).body.organization
    await app.call('PUT', `/organizations/${slug}/privacy`, admin, { activity: 'off' })
    upstream.seen.length = 0
    expect((await ask(room.educator)).status).toBe(403)
    expect(upstream.seen).toEqual([])
  })

  it('are deleted with a person who asked, and after 90 days', async () => {
    const { db, privacy } = app.app.services
    const count = async () => (await db.selectFrom('topic_titles').selectAll().execute()).length
    const { signal } = new AbortController()
    await privacy.removeOldChats(signal)
    expect(await count()).toBe(1)
    await privacy.removeOldChats(signal, Math.floor(Date.now() / 1000) + 91 * 86_400)
    expect(await count()).toBe(0)
    const title = { assistant_id: room.assistant, topic: 'a', title: TITLE, summary: '', created_at: 1 }
    await db.insertInto('topic_titles').values(title).execute()
    const stranger = await makePerson(app, admin, 'stella', { user_type: 'end_user' })
    await app.call('POST', '/account/deletion', stranger, { email: 'stella@example.edu' })
    expect(await count()).toBe(1)
    const student = await app.signIn('sofia@example.edu', 'password of Sofia')
    await app.call('POST', '/account/deletion', student, { email: 'sofia@example.edu' })
    expect(await count()).toBe(0)
  })
})

describe('titles of topics without a model', () => {
  it('say that a model is needed', async () => {
    const [sqlite] = eachDatabase()
    const app = await startTestApp(await sqlite?.env())
    try {
      const admin = await app.signIn()
      const room = await makeClassroom(app, admin)
      const students = await makeStudents(app, admin, NAMES)
      for (const name of NAMES)
        await askAs(app, students[name] ?? '', room.assistant, 'What are the phases of mitosis?')
      const refused = await app.call(
        'POST',
        `/assistants/${room.assistant}/activity/topics/titles`,
        room.educator,
      )
      expect(refused.status).toBe(400)
      expect(refused.body.detail).toContain('model')
    } finally {
      await app.stop()
    }
  }, 60_000)
})
