import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSharingRoutes, createSharingService } from '../../../modules/assistants/index.ts'
import { serve } from '../../../modules/assistants/server.testing.ts'
import { createPlainAssistants, createWorld, draft } from '../../../modules/assistants/testing.ts'
import { createOrganizationService } from '../../../modules/organizations/index.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { createLambSharingRoutes } from './sharing.routes.ts'

const AT = '/creator/lamb/assistant-sharing'

describeOnSqlite('LAMB’s sharing endpoints', (open) => {
  let world: Awaited<ReturnType<typeof createWorld>>
  let server: Awaited<ReturnType<typeof serve>>
  let id: number
  beforeAll(async () => {
    const { db } = await open()
    world = await createWorld(db)
    const assistants = createPlainAssistants(db)
    const organizations = createOrganizationService({
      db,
      box: createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
    })
    const sharing = createSharingService({ db, assistants, organizations })
    const people = [world.ana, world.ben, world.nora, world.root, world.eve]
    server = await serve(
      [...createLambSharingRoutes({ sharing }), ...createSharingRoutes({ sharing })],
      people,
    )
    id = (await assistants.create(world.ana, draft())).id
  })
  afterAll(() => server.close())

  it('shares and lists shared assistants', async () => {
    expect((await server.send(world.ana, 'GET', `${AT}/check-permission`)).body).toMatchObject({
      can_share: true,
    })
    const users = await server.send(world.ana, 'GET', `${AT}/organization-users`)
    expect(users.body[0]).toEqual({
      id: world.ben.userId,
      email: 'ben@example.edu',
      name: 'ben',
      user_type: 'creator',
    })
    const emails = { user_emails: ['ben@example.edu', 'eve@example.edu', 'nobody@x.y'] }
    const shared = await server.send(world.ana, 'PUT', `${AT}/shares/${id}`, emails)
    expect(shared).toMatchObject({ status: 200, body: [{ user_email: 'ben@example.edu' }] })
    expect(shared.body).toHaveLength(1)
    expect((await server.send(world.ana, 'GET', `${AT}/shares/${id}`)).body).toEqual(shared.body)
    expect((await server.send(world.ana, 'GET', `/assistants/${id}/shares`)).body).toEqual(shared.body)
    const received = await server.send(world.ben, 'GET', `${AT}/shared-with-me`)
    expect(received.body.assistants).toMatchObject([
      { id, is_shared: true, shared_by_email: 'ana@example.edu' },
    ])
    expect((await server.send(world.eve, 'GET', `${AT}/shared-with-me`)).body).toEqual({ assistants: [] })
  })

  it('refuses readers, and answers 404 to strangers', async () => {
    for (const path of [`${AT}/shares/${id}`, `/assistants/${id}/shares`]) {
      expect((await server.send(world.ben, 'GET', path)).status).toBe(403)
      expect((await server.send(world.eve, 'GET', path)).status).toBe(404)
      expect((await server.send(world.eve, 'PUT', path, { user_emails: ['eve@example.edu'] })).status).toBe(
        404,
      )
      expect((await server.send(world.ana, 'PUT', path, { user_emails: 'all' })).status).toBe(422)
    }
  })

  it('lets only a system admin disable sharing for a user', async () => {
    const path = `${AT}/user-permission/${world.ana.userId}?can_share=false`
    for (const caller of [world.ana, world.nora])
      expect((await server.send(caller, 'PUT', path)).status).toBe(403)
    expect((await server.send(world.root, 'PUT', path)).body).toMatchObject({
      user_id: world.ana.userId,
      can_share: false,
    })
    expect((await server.send(world.ana, 'GET', `${AT}/check-permission`)).body.can_share).toBe(false)
    expect((await server.send(world.ana, 'GET', `${AT}/organization-users`)).status).toBe(403)
    expect((await server.send(world.ana, 'PUT', `${AT}/shares/${id}`, { user_emails: [] })).status).toBe(403)
  })
})
