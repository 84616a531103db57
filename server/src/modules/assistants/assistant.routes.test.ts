import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { describeOnSqlite } from '../../platform/db/testing.ts'
import { createAssistantRoutes, createVersionRoutes, createVersionService } from './index.ts'
import { serve } from './server.testing.ts'
import { CLASSIC_SETTINGS, createPlainAssistants, createWorld, shareWith } from './testing.ts'

describeOnSqlite('assistant endpoints', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    const assistants = createPlainAssistants(db)
    const versions = createVersionService({ db, assistants })
    const people = [world.ana, world.ben, world.nora, world.eve, world.sven]
    server = await serve(
      [...createAssistantRoutes({ assistants }), ...createVersionRoutes({ versions })],
      people,
    )
  })
  afterAll(() => server.close())

  const create = async (body: object = {}) =>
    (
      await server.send(world.ana, 'POST', '/assistants', {
        name: 'Tutor',
        metadata: CLASSIC_SETTINGS,
        ...body,
      })
    ).body.id as number

  it('covers the lifecycle of an assistant', async () => {
    const made = await server.send(world.ana, 'POST', '/assistants', {
      name: 'Walk Through',
      metadata: {
        assistant_type: 'multi_tool',
        connector: 'openai',
        llm: 'x',
        tools: [{ type: 'simple_rag' }],
      },
    })
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'Walk Through', version: 1 },
    })
    const at = `/assistants/${made.body.id}`
    for (const name of ['x'.repeat(101), 'a\nb', 'a\u202eb', '\u200b', 'a\u0007'])
      for (const [method, path] of [
        ['POST', '/assistants'],
        ['PUT', at],
      ] as const)
        expect((await server.send(world.ana, method, path, { name })).status).toBeGreaterThanOrEqual(400)
    expect((await server.send(world.ana, 'GET', at)).body).toMatchObject({ name: 'Walk Through', version: 1 })
    expect(await server.send(world.ana, 'PUT', at, { description: 'new', version: 1 })).toMatchObject({
      status: 200,
      body: { version: 2, description: 'new' },
    })
    expect(await server.send(world.ana, 'PUT', at, { description: 'late', version: 1 })).toMatchObject({
      status: 409,
    })
    expect((await server.send(world.ana, 'GET', `${at}/versions`)).body.versions).toHaveLength(2)
    expect((await server.send(world.ana, 'GET', `${at}/versions/1/diff`)).body.changes).toEqual([
      { field: 'description', from: '', to: 'new' },
    ])
    expect((await server.send(world.ana, 'GET', `${at}/versions/1/diff?to=1`)).body.changes).toEqual([])
    expect((await server.send(world.ana, 'POST', `${at}/versions/1/restore`)).body).toMatchObject({
      version: 3,
    })
    expect(
      (await server.send(world.ana, 'POST', `${at}/publish`, { publish_status: true })).body.published,
    ).toBe(true)
    expect(await server.send(world.ana, 'POST', `${at}/duplicate`)).toMatchObject({
      status: 201,
      body: { published: false },
    })
    const file = await server.send(world.ana, 'GET', `${at}/export`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="walk_through.json"')
    expect(await server.send(world.eve, 'POST', '/assistants/import', file.body)).toMatchObject({
      status: 201,
      body: { owner: 'eve@example.edu' },
    })
    expect(await server.send(world.ana, 'DELETE', at)).toMatchObject({ status: 200 })
    expect(await server.send(world.ana, 'GET', at)).toMatchObject({
      status: 404,
      body: { detail: 'Assistant not found' },
    })
    expect(await server.send(world.ana, 'POST', `${at}/undelete`)).toMatchObject({
      status: 200,
      body: { published: false },
    })
  })

  it('refuses other organizations with 404 at every path', async () => {
    const id = await create({ description: 'needle in the north' })
    await shareWith(db, id, world.ben)
    await server.send(world.ana, 'POST', `/assistants/${id}/publish`, { publish_status: true })
    await server.send(world.ana, 'PUT', `/assistants/${id}`, { system_prompt: 'second' })
    for (const stranger of [world.eve, world.sven]) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['PUT', '', { description: 'mine' }],
        ['DELETE', ''],
        ['POST', '/undelete'],
        ['POST', '/duplicate', {}],
        ['POST', '/publish', { publish_status: false }],
        ['GET', '/export'],
        ['GET', '/versions'],
        ['GET', '/versions/1'],
        ['GET', '/versions/1/diff'],
        ['POST', '/versions/1/restore'],
      ] as const) {
        const answer = await server.send(stranger, method, `/assistants/${id}${path}`, body)
        expect([method, path, answer.status, answer.body]).toEqual([
          method,
          path,
          404,
          { detail: 'Assistant not found' },
        ])
      }
      for (const scope of ['mine', 'shared', 'published']) {
        const { body } = await server.send(stranger, 'GET', `/assistants?scope=${scope}&search=needle`)
        expect(body).toEqual({ assistants: [], total_count: 0 })
      }
    }
    const everything = await server.send(world.sven, 'GET', '/assistants?scope=organization&limit=100')
    expect(JSON.stringify(everything.body)).not.toContain('ana@example.edu')
  })

  it('reports what is wrong with the input', async () => {
    const post = (body: unknown) => server.send(world.ana, 'POST', '/assistants', body)
    expect(await post({})).toMatchObject({ status: 400, body: { detail: 'Assistant name is required' } })
    expect(await post({ name: 'x', metadata: '{' })).toMatchObject({ status: 400 })
    expect(await post({ name: 'x', system_prompt: 'x'.repeat(200_001) })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'system_prompt'] }] },
    })
    expect(await post({ name: 'x', system_prompt: '\u0000' })).toMatchObject({ status: 422 })
    expect(await post({ name: 'long', system_prompt: 'é'.repeat(200_000) })).toMatchObject({ status: 200 })
    expect(await post('{')).toMatchObject({ status: 400 })
    expect(await server.send(world.ana, 'GET', '/assistants/abc')).toMatchObject({ status: 422 })
    expect(await server.send(world.ana, 'GET', '/assistants?limit=0')).toMatchObject({ status: 422 })
    expect(await server.send(world.ana, 'GET', '/assistants/999999999999999')).toMatchObject({ status: 404 })
    expect(await server.send(world.ana, 'POST', '/assistants/import', { name: 'x' })).toMatchObject({
      status: 400,
    })
    expect(await server.send(undefined, 'GET', '/assistants')).toMatchObject({ status: 401 })
  })
})
