import { afterAll, beforeAll, expect, it } from 'vitest'
import { serve } from '../../../modules/assistants/server.testing.ts'
import {
  addOrganization,
  addUser,
  CLASSIC_SETTINGS,
  createPlainAssistants,
  createWorld,
  shareWith,
} from '../../../modules/assistants/testing.ts'
import { createOrganizationService } from '../../../modules/organizations/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { createLambAssistantRoutes } from './assistants.routes.ts'

const AT = '/creator/assistant'

describeOnSqlite('LAMB’s assistant endpoints', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let uma: UserCaller
  let server: Awaited<ReturnType<typeof serve>>
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    const own = { assistant_defaults: { llm: 'own-model', extra: 1, api_key: 'sk-never' } }
    uma = await addUser(db, await addOrganization(db, 'with-defaults', own), 'uma')
    const routes = createLambAssistantRoutes({
      assistants: createPlainAssistants(db),
      organizations: createOrganizationService({
        db,
        box: createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
      }),
      firstModel: async () => ({ connector: 'openai', llm: 'gpt-4o-mini' }),
      usageOf: async () => ({
        spend_usd: 6,
        tokens: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      }),
      describe: async (caller, form) => `${caller.name} made ${form.name}: ${form.system_prompt}`,
    })
    server = await serve(routes, [...Object.values(world).filter((one) => typeof one === 'object'), uma])
  })
  afterAll(() => server.close())

  const create = async (body: object = {}) => {
    const answer = await server.send(world.ana, 'POST', `${AT}/create_assistant`, {
      name: 'LAMB Tutor',
      system_prompt: 'Be kind.',
      metadata: CLASSIC_SETTINGS,
      ...body,
    })
    return answer.body.assistant_id as number
  }

  it('creates with 201 and LAMB’s message, though not published', async () => {
    const answer = await server.send(world.ana, 'POST', `${AT}/create_assistant`, {
      name: 'History Tutor',
      description: 'Old things',
      metadata: CLASSIC_SETTINGS,
      RAG_Top_k: 'many',
      pre_retrieval_endpoint: '',
    })
    const id = answer.body.assistant_id
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      assistant_id: expect.any(Number),
      name: `${world.ana.userId}_history_tutor`,
      display_name: 'History Tutor',
      description: 'Old things',
      owner: 'ana@example.edu',
      publish_status: {
        message: 'Assistant published successfully',
        group_id: `assistant_${id}`,
        model_id: String(id),
      },
      warnings: [],
    })
    const { body, headers } = await server.send(world.ana, 'GET', `${AT}/get_assistant/${id}`)
    expect(headers.get('cache-control')).toContain('no-cache')
    expect(body).toMatchObject({
      id,
      assistant_id: id,
      published: false,
      publish_status: false,
      access_level: 'full',
      RAG_Top_k: 3,
    })
    expect(body.metadata).toBe(CLASSIC_SETTINGS)
    expect(body.api_callback).toBe(CLASSIC_SETTINGS)
    expect(await server.send(world.ana, 'POST', `${AT}/create_assistant`, {})).toMatchObject({ status: 400 })
  })

  it('lists the caller’s own in pages of ten', async () => {
    for (let made = 0; made < 11; made++) await create()
    const { body } = await server.send(world.ana, 'GET', `${AT}/get_assistants`)
    expect(body.assistants).toHaveLength(10)
    expect(body.total_count).toBeGreaterThanOrEqual(11)
    expect(body.assistants[0].id).toBeGreaterThan(body.assistants[1].id)
    expect(body.assistants[0]).toMatchObject({ access_level: null, is_owner: null })
    expect((await server.send(world.eve, 'GET', `${AT}/get_assistants?limit=50`)).body).toEqual({
      assistants: [],
      total_count: 0,
    })
    const all = await server.send(world.ana, 'GET', `${AT}/get_assistants?limit=1000`)
    expect(all.body.assistants).toHaveLength(Math.min(100, all.body.total_count))
  })

  it('updates only known fields, and requires a complete assistant', async () => {
    const id = await create()
    const put = (caller: UserCaller, body: object) =>
      server.send(caller, 'PUT', `${AT}/update_assistant/${id}`, body)
    const sent = {
      name: 'As Sent',
      group_name: 'x',
      oauth_consumer_name: 'stolen',
      is_published: true,
      owner: 'eve@example.edu',
    }
    expect(await put(world.ana, sent)).toMatchObject({
      status: 200,
      body: { assistant_id: id, message: 'Assistant updated successfully' },
    })
    expect((await server.send(world.ana, 'GET', `${AT}/get_assistant/${id}`)).body).toMatchObject({
      name: 'As Sent',
      owner: 'ana@example.edu',
      oauth_consumer_name: null,
      system_prompt: 'Be kind.',
    })
    expect(await put(world.ana, { metadata: '{"connector":"openai","llm":"x"}' })).toMatchObject({
      status: 400,
      body: {
        detail:
          'Assistant metadata is incomplete. Missing required plugin fields: prompt_processor, rag_processor',
      },
    })
    const other = await create({ name: 'Other' })
    const { name } = (await server.send(world.ana, 'GET', `${AT}/get_assistant/${other}`)).body
    const taken = await put(world.ana, { name })
    expect(taken.status).toBe(409)
    expect(taken.body.detail).toMatch(/already exists for this owner/)
    expect(taken.body.detail).toContain(`named '${name}'`)
    await shareWith(db, id, world.ben)
    const refused = { status: 403, body: { detail: 'Insufficient permissions for this assistant' } }
    expect(await put(world.ben, { description: 'x' })).toMatchObject(refused)
    expect(await put(world.nora, { description: 'x' })).toMatchObject({ status: 200 })
    expect(await put(world.eve, { description: 'x' })).toMatchObject({
      status: 404,
      body: { detail: 'Assistant not found' },
    })
  })

  it('publishes, exports and deletes', async () => {
    const id = await create({ name: 'Whole Way' })
    const publish = (publish_status: unknown) =>
      server.send(world.ana, 'PUT', `${AT}/publish/${id}`, { publish_status })
    expect((await publish(true)).body).toMatchObject({
      published: true,
      oauth_consumer_name: `${world.ana.userId}_whole_way`,
    })
    expect((await publish('yes')).status).toBe(422)
    expect((await publish(false)).body).toMatchObject({ published: false, oauth_consumer_name: null })
    const file = await server.send(world.ana, 'GET', `${AT}/export/${id}`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="whole_way.json"')
    expect(file.headers.get('content-type')).toContain('application/json')
    expect(file.body).toMatchObject({
      name: `${world.ana.userId}_whole_way`,
      RAG_endpoint: '',
      metadata: CLASSIC_SETTINGS,
    })
    // An organization admin needs a copy if a colleague has left.
    expect((await server.send(world.nora, 'GET', `${AT}/export/${id}`)).status).toBe(200)
    expect((await server.send(world.ben, 'GET', `${AT}/export/${id}`)).status).toBe(404)
    const path = `${AT}/delete_assistant/${id}?owner=ana@example.edu`
    expect((await server.send(world.eve, 'DELETE', path)).status).toBe(404)
    expect((await server.send(world.ana, 'DELETE', path)).body).toEqual({
      message: 'Assistant soft deleted successfully',
    })
    expect((await server.send(world.ana, 'GET', `${AT}/get_assistant/${id}`)).status).toBe(404)
  })

  it('merges the organization’s defaults over the built-in ones, without secrets', async () => {
    const ours = (await server.send(world.ana, 'GET', `${AT}/defaults`)).body
    expect(ours).toMatchObject({ connector: 'openai', prompt_processor: 'simple_augment' })
    const theirs = await server.send(uma, 'GET', `${AT}/defaults`)
    expect(theirs.body).toMatchObject({ connector: 'openai', llm: 'own-model', extra: 1 })
    expect(JSON.stringify(theirs.body)).not.toContain('sk-never')
  })

  it('shows only the name to people who may only chat', async () => {
    const id = await create({ description: 'Ask me' })
    const info = (caller: UserCaller) => server.send(caller, 'GET', `${AT}/${id}/info`)
    expect((await info(world.ben)).status).toBe(404)
    await server.send(world.ana, 'PUT', `${AT}/publish/${id}`, { publish_status: true })
    const { body } = await info(world.ben)
    expect(Object.keys(body)).toEqual([
      'id',
      'name',
      'display_name',
      'description',
      'owner',
      'created_at',
      'updated_at',
    ])
    expect((await info(world.eve)).status).toBe(404)
  })

  it('uses LAMB’s format of the name, and keeps the typed one if a client sends it back', async () => {
    const name = 'Química – 1º'
    const made = await server.send(world.ana, 'POST', `${AT}/create_assistant`, {
      name: `${name}\n`,
      metadata: CLASSIC_SETTINGS,
    })
    const lamb = `${world.ana.userId}_qumica_1`
    expect(made.body).toMatchObject({ name: lamb, display_name: name })
    const id = made.body.assistant_id
    const at = `${AT}/get_assistant/${id}`
    await server.send(world.ana, 'PUT', `${AT}/update_assistant/${id}`, { name: lamb, description: 'x' })
    expect((await server.send(world.ana, 'GET', at)).body).toMatchObject({
      name: lamb,
      display_name: name,
      description: 'x',
    })
    const exported = await server.send(world.ana, 'GET', `${AT}/export/${id}`)
    expect(exported.body).toMatchObject({ name: lamb, display_name: name })
    await server.send(world.ana, 'PUT', `${AT}/update_assistant/${id}`, { name: `${lamb}_new` })
    expect((await server.send(world.ana, 'GET', at)).body).toMatchObject({
      name: `${lamb}_new`,
      display_name: 'Qumica 1 new',
    })
  })

  it('counts usage against the quota', async () => {
    const metadata = JSON.stringify({
      ...JSON.parse(CLASSIC_SETTINGS),
      quota: { enabled: true, cost_limit_usd: 5 },
    })
    const id = await create({ metadata })
    expect((await server.send(world.ana, 'GET', `${AT}/${id}/usage`)).body).toMatchObject({
      assistant_id: id,
      spend_usd: 6,
      tokens: { total_tokens: 3 },
      quota: { enabled: true, cost_limit_usd: 5 },
      quota_exceeded: true,
    })
    expect((await server.send(world.eve, 'GET', `${AT}/${id}/usage`)).status).toBe(404)
  })

  it('describes a draft with a model', async () => {
    const body = { name: 'Tutor', instructions: 'Be kind.', description: null }
    expect((await server.send(world.ana, 'POST', `${AT}/generate_assistant_description`, body)).body).toEqual(
      {
        description: 'ana made Tutor: Be kind.',
        status: 'success',
      },
    )
  })
})
