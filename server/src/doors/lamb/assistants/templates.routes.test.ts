import { beforeAll, expect, it } from 'vitest'
import { createTemplateService } from '../../../modules/assistants/index.ts'
import { createWorld } from '../../../modules/assistants/testing.ts'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { serve } from '../../../platform/http/loopback.testing.ts'
import { createLambTemplateRoutes } from './templates.routes.ts'

const BASE = '/creator/prompt-templates'

describeOnSqlite('template routes', (open) => {
  let call: Awaited<ReturnType<typeof serve>>['call']

  beforeAll(async () => {
    const { db } = await open()
    const { ana, ben, eve } = await createWorld(db)
    const templates = createTemplateService({
      db,
      maySharePeople: async (caller) => caller.userId !== ben.userId,
    })
    const student = { ...ben, userType: 'end_user' as const }
    call = (await serve(createLambTemplateRoutes({ templates }), { ana, ben, eve, student })).call
  })

  it('creates, reads, changes, shares, copies, exports, imports and deletes, in LAMB’s format', async () => {
    const made = await call('ana', 'POST', `${BASE}/create`, { name: ' Essay ', description: null })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Essay', description: '', metadata: {}, is_shared: false, is_owner: true },
    })
    const { id } = made.body
    expect(await call('ana', 'PUT', `${BASE}/${id}`, { system_prompt: 'Be kind.' })).toMatchObject({
      status: 200,
      body: { name: 'Essay', system_prompt: 'Be kind.' },
    })
    expect(await call('ben', 'GET', `${BASE}/${id}`)).toMatchObject({
      status: 404,
      body: { detail: 'Template not found' },
    })
    expect(await call('ana', 'PUT', `${BASE}/${id}/share`, { is_shared: true })).toMatchObject({
      status: 200,
      body: { is_shared: true },
    })
    expect(await call('ben', 'GET', `${BASE}/shared?limit=5&offset=0`)).toMatchObject({
      status: 200,
      body: { templates: [{ id, owner_email: 'ana@example.edu' }], total: 1, page: 1, limit: 5 },
    })
    expect(await call('ben', 'PUT', `${BASE}/${id}`, { name: 'x' })).toMatchObject({ status: 403 })
    const copy = await call('ben', 'POST', `${BASE}/${id}/duplicate`)
    expect(copy).toMatchObject({ status: 201, body: { name: 'Essay (Copy)', is_owner: true } })
    expect(await call('ben', 'PUT', `${BASE}/${copy.body.id}/share`, { is_shared: true })).toMatchObject({
      status: 403,
    })

    const file = await call('ana', 'POST', `${BASE}/export`, { template_ids: [id] })
    expect(file).toMatchObject({
      status: 200,
      body: { export_version: '1.0', templates: [{ name: 'Essay' }] },
    })
    expect(Object.keys(file.body.templates[0])).toEqual([
      'name',
      'description',
      'system_prompt',
      'prompt_template',
      'metadata',
    ])
    expect(await call('ana', 'POST', `${BASE}/import`, file.body)).toMatchObject({
      status: 201,
      body: { success: true, imported: 1, templates: [{ name: 'Essay (2)' }] },
    })
    expect(await call('ana', 'DELETE', `${BASE}/${id}`)).toMatchObject({ status: 204, text: '' })
    expect((await call('ana', 'GET', `${BASE}/${id}`)).status).toBe(404)
  })

  it('answers 400 to a duplicate name, 422 to invalid input, 401 without credentials', async () => {
    await call('ana', 'POST', `${BASE}/create`, { name: 'Twice' })
    const again = await call('ana', 'POST', `${BASE}/create`, { name: 'Twice' })
    expect(again).toMatchObject({
      status: 400,
      body: { detail: 'You already have a template named “Twice”' },
    })
    for (const body of [
      {},
      { name: '  ' },
      { name: 'a\u0000' },
      { name: 'x'.repeat(256) },
      { name: 'x', metadata: [] },
    ]) {
      expect((await call('ana', 'POST', `${BASE}/create`, body)).status).toBe(422)
    }
    expect((await call('ana', 'GET', `${BASE}/abc`)).status).toBe(422)
    expect((await call('ana', 'POST', `${BASE}/import`, { templates: [] })).status).toBe(422)
    expect((await call(undefined, 'GET', `${BASE}/list`)).status).toBe(401)
  })

  it('lets students keep prompts of their own, and shows them none of the others', async () => {
    const shared = await call('ana', 'POST', `${BASE}/create`, { name: 'For colleagues', is_shared: true })
    for (const [method, path] of [
      ['GET', `${shared.body.id}`],
      ['POST', `${shared.body.id}/duplicate`],
    ] as const)
      expect((await call('student', method, `${BASE}/${path}`)).status, path).toBe(404)
    expect((await call('student', 'GET', `${BASE}/shared`)).status).toBe(403)
    const own = await call('student', 'POST', `${BASE}/create`, {
      name: 'Quiz me',
      prompt_template: 'Quiz me on {{topic}}.',
    })
    expect(own).toMatchObject({ status: 201, body: { is_owner: true, is_shared: false } })
    const { id } = own.body
    expect((await call('student', 'PUT', `${BASE}/${id}`, { is_shared: true })).status).toBe(403)
    expect((await call('student', 'PUT', `${BASE}/${id}/share`, { is_shared: true })).status).toBe(403)
    expect((await call('student', 'POST', `${BASE}/create`, { name: 'x', is_shared: true })).status).toBe(403)
    expect(await call('student', 'GET', `${BASE}/${id}`)).toMatchObject({
      status: 200,
      body: { is_shared: false },
    })
    expect((await call('student', 'DELETE', `${BASE}/${id}`)).status).toBe(204)
  })

  it('hides everything from other organizations', async () => {
    const { body } = await call('ana', 'POST', `${BASE}/create`, { name: 'Ours', is_shared: true })
    for (const [method, path, sent] of [
      ['GET', `${body.id}`, undefined],
      ['PUT', `${body.id}`, { name: 'x' }],
      ['DELETE', `${body.id}`, undefined],
      ['POST', `${body.id}/duplicate`, {}],
      ['PUT', `${body.id}/share`, { is_shared: false }],
      ['POST', 'export', { template_ids: [body.id] }],
    ] as const) {
      expect((await call('eve', method, `${BASE}/${path}`, sent)).status, `${method} ${path}`).toBe(404)
    }
    for (const list of ['list', 'shared']) {
      expect((await call('eve', 'GET', `${BASE}/${list}`)).body).toMatchObject({ templates: [], total: 0 })
    }
  })
})
