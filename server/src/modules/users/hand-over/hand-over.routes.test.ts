import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { addOwnedObject, addUser, type Campus, createCampus, serve, type TestServer } from '../testing.ts'
import { createHandOverRoutes } from './hand-over.routes.ts'

describeWithNightlyPostgres('hand-over endpoints', (open) => {
  let campus: Campus
  let server: TestServer
  beforeAll(async () => {
    campus = await createCampus((await open()).db)
    server = await serve(campus, createHandOverRoutes(campus))
  })
  afterAll(() => server.close())

  const receivers = (caller: UserCaller, of: UserCaller, query = '', slug = 'current') =>
    server.send(caller, 'GET', `/organizations/${slug}/members/${of.userId}/receivers${query}`)
  const namesIn = (answer: { body: { receivers: { name: string }[] } }) =>
    answer.body.receivers.map(({ name }) => name)

  it('lists colleagues who can own something, for the member and for admins', async () => {
    const { db, ana, nora, root, north } = campus
    const disabled = await addUser(db, north, 'dan')
    const student = await addUser(db, north, 'stu')
    await db.updateTable('users').set({ enabled: 0 }).where('id', '=', disabled.userId).execute()
    await db.updateTable('users').set({ user_type: 'end_user' }).where('id', '=', student.userId).execute()
    expect(namesIn(await receivers(ana, ana))).toEqual(['ben', 'nora'])
    expect(namesIn(await receivers(nora, ana))).toEqual(['ben', 'nora'])
    expect(namesIn(await receivers(root, ana, '', 'north'))).toEqual(['ben', 'nora'])
    expect(namesIn(await receivers(ana, ana, '?search=BEN'))).toEqual(['ben'])
    expect((await receivers(student, student)).status).toBe(403)
  })

  it('refuses colleagues and other organizations with 404', async () => {
    const { ana, ben, sven, eve } = campus
    for (const path of ['receivers', 'possessions']) {
      const at = `members/${ana.userId}/${path}`
      expect((await server.send(ben, 'GET', `/organizations/current/${at}`)).status).toBe(404)
      for (const stranger of [sven, eve])
        for (const slug of ['current', 'north'])
          expect((await server.send(stranger, 'GET', `/organizations/${slug}/${at}`)).status).toBe(404)
    }
  })

  it('shows which assistants are published', async () => {
    const { db, ana } = campus
    const [draft, retired, live] = [
      await addOwnedObject(db, ana, 'assistants', 'Draft'),
      await addOwnedObject(db, ana, 'assistants', 'Retired'),
      await addOwnedObject(db, ana, 'assistants', 'Live'),
    ]
    await db
      .insertInto('assistant_publications')
      .values([
        { assistant_id: Number(retired), group_id: 'r', group_name: 'R', created_at: 1 },
        {
          assistant_id: Number(live),
          group_id: 'g',
          group_name: 'G',
          oauth_consumer_name: 'live',
          created_at: 1,
        },
      ])
      .execute()
    const { body } = await server.send(ana, 'GET', `/organizations/current/members/${ana.userId}/possessions`)
    expect(body.possessions.assistants).toEqual([
      { id: draft, name: 'Draft', published: false },
      { id: retired, name: 'Retired', published: false },
      { id: live, name: 'Live', published: true },
    ])
  })
})
